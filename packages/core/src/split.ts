import { createAccumulator, type AccumulatorOptions } from './accumulator.ts'
import type { TextAdapter } from './adapter.ts'
import type { Part } from './parts.ts'
import { noText, readable } from './readable.ts'
import type { Result } from './result.ts'
import type { Splitter, StreamContext } from './splitter.ts'
import { describe } from './registry.ts'

/** Anything that yields text: an async generator, a fetch body through a `TextDecoderStream`, an array of chunks. */
export type TextSource = AsyncIterable<string> | ReadableStream<string> | Iterable<string>

/**
 * Splits a stream of text into parts, ending with `end`.
 *
 * One piece is read only when the parts of the one before were taken, and a consumer that stops early cancels the source.
 */
export async function* split(source: TextSource, adapter: TextAdapter, context?: StreamContext): AsyncGenerator<Part, void, void> {
  const splitter = splitterOf(adapter, context)
  // Not `yield*`: delegating to an array costs an async generator two more promises for every part.
  for await (const text of readable(source)) for (const part of splitter.push(checked(text))) yield part
  for (const part of splitter.end()) yield part
  yield { type: 'end' }
}

/** Splits a whole text: the splitter fed once. */
export function splitText(text: string, adapter: TextAdapter, options: StreamContext & AccumulatorOptions = {}): Result {
  const { estimate: _, choice: __, ...context } = options
  const accumulator = createAccumulator(options)
  const splitter = splitterOf(adapter, context)
  for (const part of splitter.push(checked(text))) accumulator.push(part)
  for (const part of splitter.end()) accumulator.push(part)
  return accumulator.snapshot()
}

/** The same as a `TransformStream`, for `pipeThrough`. */
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

/** A program without types may pass the factory for what it makes, or nothing. */
function splitterOf(adapter: TextAdapter, context?: StreamContext): Splitter {
  if ((adapter as TextAdapter | undefined)?.createSplitter === undefined) {
    throw new TypeError(`split() takes a text adapter, not ${describe(adapter)}. Call its factory: thinkTags().`)
  }
  return adapter.createSplitter(context)
}

/** Text alone: of bytes or an SDK's events, which a program without types may pass, nothing would come out. */
function checked(text: string): string {
  if (typeof text !== 'string') throw noText(text)
  return text
}
