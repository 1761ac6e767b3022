import { describe } from './describe.ts'

/**
 * Returns an iterable for a source. Some browsers still lack async iteration of a `ReadableStream`.
 *
 * @throws {TypeError} For a value that is not iterable, which an untyped program may pass.
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

export const noText = (value: unknown): TypeError => new TypeError(`split() takes text, not ${describe(value)}. Await or decode it.`)

async function* readThrough<T>(stream: ReadableStream<T>): AsyncGenerator<T, void, void> {
  const reader = stream.getReader()
  try {
    for (let next; !(next = await reader.read()).done;) yield next.value
  } finally {
    // Does nothing if the stream has ended. Rejects with the same error again if it has failed.
    await reader.cancel()
  }
}
