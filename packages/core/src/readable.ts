/**
 * Some browsers still lack async iteration of a `ReadableStream`.
 *
 * @throws {TypeError} For what a program without types may pass: what its text is in, or what is to become it.
 */
export function readable<T>(source: AsyncIterable<T> | ReadableStream<T> | Iterable<T>): AsyncIterable<T> | Iterable<T> {
  const of = Object(source) as object
  if (Symbol.asyncIterator in of || Symbol.iterator in of) return source as AsyncIterable<T> | Iterable<T>
  if ('getReader' in of) return readThrough(source as ReadableStream<T>)
  throw noText(source)
}

export function iterate<T>(source: AsyncIterable<T> | Iterable<T>): AsyncIterator<T> | Iterator<T> {
  return Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
}

export const noText = (value: unknown): TypeError => new TypeError(`split() takes text, not ${typeof value}. Await or decode it.`)

async function* readThrough<T>(stream: ReadableStream<T>): AsyncGenerator<T, void, void> {
  const reader = stream.getReader()
  try {
    for (let next; !(next = await reader.read()).done;) yield next.value
  } finally {
    // Of a stream that has ended this does nothing; one that has failed says again why.
    await reader.cancel()
  }
}
