import { createAccumulator, type AccumulatorOptions } from './accumulator.ts'
import type { TextAdapter } from './adapter.ts'
import type { Part } from './parts.ts'
import { noText, readable } from './readable.ts'
import type { Result } from './result.ts'
import type { Splitter, StreamContext } from './splitter.ts'
import { describe } from './describe.ts'

/** Any source of text: an async generator, a fetch body through a `TextDecoderStream`, an array of chunks. */
export type TextSource = AsyncIterable<string> | ReadableStream<string> | Iterable<string>

/**
 * Splits a stream of text into parts, ending with `end`.
 *
 * Reads a piece only after the parts of the previous piece were consumed. If the consumer stops early, the source is cancelled.
 */
export async function* split(source: TextSource, adapter: TextAdapter, context?: StreamContext): AsyncGenerator<Part, void, void> {
  const splitter = splitterOf(adapter, context)
  // `yield*` would cost two more promises for every part, because an async generator delegates to an array asynchronously.
  for await (const text of readable(source)) for (const part of splitter.push(checked(text))) yield part
  for (const part of splitter.end()) yield part
  yield { type: 'end' }
}

/** Splits a whole text in one push. */
export function splitText(text: string, adapter: TextAdapter, options: StreamContext & AccumulatorOptions = {}): Result {
  const { estimate: _, choice: __, ...context } = options
  const accumulator = createAccumulator(options)
  const splitter = splitterOf(adapter, context)
  for (const part of splitter.push(checked(text))) accumulator.push(part)
  for (const part of splitter.end()) accumulator.push(part)
  return accumulator.snapshot()
}

/** `split` as a `TransformStream`, for `pipeThrough`. */
export function splitStream(adapter: TextAdapter, context?: StreamContext): TransformStream<string, Part> {
  const splitter = splitterOf(adapter, context)
  return new TransformStream<string, Part>({
    transform(text, controller) {
      for (const part of splitter.push(checked(text))) controller.enqueue(part)
    },
    flush(controller) {
      for (const part of splitter.end()) controller.enqueue(part)
      controller.enqueue({ type: 'end' })
    },
  })
}

/** Rejects the uncalled factory or undefined, which an untyped program may pass. */
function splitterOf(adapter: TextAdapter, context?: StreamContext): Splitter {
  if ((adapter as TextAdapter | undefined)?.createSplitter === undefined) {
    throw new TypeError(`split() takes a text adapter, not ${describe(adapter)}. Call its factory: thinkTags().`)
  }
  return adapter.createSplitter(context)
}

/** Rejects bytes and SDK events, which an untyped program may pass, and which would yield no output. */
function checked(text: string): string {
  if (typeof text !== 'string') throw noText(text)
  return text
}
