import { createAccumulator, type AccumulatorOptions } from './accumulator.ts'
import type { TextAdapter } from './adapter.ts'
import type { Part } from './parts.ts'
import type { Result } from './result.ts'
import type { StreamContext } from './splitter.ts'

/** Anything that yields text: an async generator, a fetch body through a `TextDecoderStream`, an array of chunks. */
export type TextSource = AsyncIterable<string> | ReadableStream<string> | Iterable<string>

/**
 * Splits a stream of text into parts, ending with `end`.
 *
 * One piece is read only when the parts of the one before were taken, and a consumer that stops early cancels the source.
 */
export async function* split(source: TextSource, adapter: TextAdapter, context?: StreamContext): AsyncGenerator<Part, void, void> {
  const splitter = adapter.createSplitter(context)
  // Not `yield*`: delegating to an array costs an async generator two more promises for every part.
  for await (const text of readable(source)) for (const part of splitter.push(text)) yield part
  for (const part of splitter.end()) yield part
  yield { type: 'end' }
}

/** Splits a whole text: the splitter fed once. */
export function splitText(text: string, adapter: TextAdapter, options: StreamContext & AccumulatorOptions = {}): Result {
  const { estimate, choice, ...context } = options
  const accumulator = createAccumulator({ ...(estimate && { estimate }), ...(choice !== undefined && { choice }) })
  const splitter = adapter.createSplitter(context)
  for (const part of splitter.push(text)) accumulator.push(part)
  for (const part of splitter.end()) accumulator.push(part)
  return accumulator.snapshot()
}

/** The same as a `TransformStream`, for `pipeThrough`. */
export function splitStream(adapter: TextAdapter, context?: StreamContext): TransformStream<string, Part> {
  const splitter = adapter.createSplitter(context)
  return new TransformStream<string, Part>({
    transform(text, controller) {
      for (const part of splitter.push(text)) controller.enqueue(part)
    },
    flush(controller) {
      for (const part of splitter.end()) controller.enqueue(part)
      controller.enqueue({ type: 'end' })
    },
  })
}

/** Some browsers still lack async iteration of a `ReadableStream`. */
function readable(source: TextSource): AsyncIterable<string> | Iterable<string> {
  if (Symbol.asyncIterator in source || Symbol.iterator in source) return source
  return readThrough(source)
}

async function* readThrough(stream: ReadableStream<string>): AsyncGenerator<string, void, void> {
  const reader = stream.getReader()
  let finished = false
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) {
        finished = true
        return
      }
      yield value
    }
  } finally {
    if (!finished) await reader.cancel()
    reader.releaseLock()
  }
}
