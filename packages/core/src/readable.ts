/** Some browsers still lack async iteration of a `ReadableStream`. A string has it for its characters, but no `in`. */
export function readable<T>(source: AsyncIterable<T> | ReadableStream<T> | Iterable<T>): AsyncIterable<T> | Iterable<T> {
  if (typeof source === 'string' || Symbol.asyncIterator in source || Symbol.iterator in source) return source
  return readThrough(source)
}

async function* readThrough<T>(stream: ReadableStream<T>): AsyncGenerator<T, void, void> {
  const reader = stream.getReader()
  try {
    for (let next; !(next = await reader.read()).done;) yield next.value
  } finally {
    // Of a stream that has ended this does nothing; one that has failed says again why.
    await reader.cancel()
  }
}
