import {
  createPipeline,
  noParts,
  type Frame,
  type Part,
  type Pipeline,
  type StreamContext,
  type TextAdapter,
  type WireFormat,
} from '@reason/core'
import { inputError } from '../cli-error.ts'
import type { BodyDecoder } from '../framing/body-decoder.ts'
import { createTextDecoder } from '../text-decoder.ts'
import type { LeftMarkup } from './left-markup.ts'

/** Bytes of the input to parts, ending with `end`. No clock: how fast the input comes does not change what comes of it. */
export interface Machine {
  /** Where nobody said how the answer is split: the markup that was left in it, if there was some. */
  readonly left?: LeftMarkup | undefined
  push(bytes: Uint8Array): readonly Part[]
  end(): readonly Part[]
}

/** How a text is split, and what looks for the markup that stays in it where nobody said how. */
export interface Splitting {
  adapter: TextAdapter
  context?: StreamContext
  left?: LeftMarkup
}

/** For the text of a model as it is. */
export function createTextMachine({ adapter, context, left }: Splitting): Machine {
  const decoder = createTextDecoder()
  const splitter = adapter.createSplitter(context)
  return {
    ...(left !== undefined && { left }),
    push: (bytes) => seen(split(decoder.push(bytes)), left),
    end: () => [...seen([...split(decoder.end()), ...splitter.end()], left), { type: 'end' }],
  }

  function split(text: string): readonly Part[] {
    return text === '' ? noParts : splitter.push(text)
  }
}

export interface WireMachineOptions {
  wire: WireFormat
  decoder: BodyDecoder
  /** The body is one document, and no stream. */
  whole: boolean
  /** What the input is called in messages. */
  name: string
  /** How the answer text is split. Asked once, with the model that the body names. */
  splitFor: (model: string | undefined) => Splitting
  source?: { provider?: string; model?: string }
}

/** For a recorded response: bytes ▶ frames ▶ wire reader ▶ splitter on the answer text. */
export function createWireMachine({ wire, decoder, whole, name, splitFor, source }: WireMachineOptions): Machine {
  const reader = wire.createReader(source)
  let pipeline: Pipeline | undefined
  let left: LeftMarkup | undefined
  let read = false

  return {
    get left() {
      return left
    },
    push: (bytes) => decoder.push(bytes).flatMap(readFrame),
    end: () => [...decoder.end().flatMap(readFrame), ...(read && whole ? [] : through(reader.end()))],
  }

  function readFrame(frame: Frame): readonly Part[] {
    read = true
    return through(whole ? wire.readResponse(parseBody(frame.data), source) : reader.pushFrame(frame))
  }

  /** The first part names the model, so the choice waits for it. */
  function through(parts: readonly Part[]): readonly Part[] {
    return parts.flatMap((part) => {
      if (pipeline === undefined) {
        const { left: watch, ...split } = splitFor(part.type === 'start' ? part.model : undefined)
        pipeline = createPipeline(split.adapter.id === 'plain' ? {} : { split })
        left = watch
      }
      const out = seen(pipeline.push(part), left)
      // Servers split, too: an answer in which no format shows is nothing odd, unless somebody said how it is split.
      return left === undefined ? out : out.filter((one) => one.type !== 'warning' || one.code !== 'fallback')
    })
  }

  function parseBody(body: string): unknown {
    try {
      return JSON.parse(body)
    } catch (cause) {
      throw inputError(
        `${name} is not one JSON document: ${(cause as Error).message}. If it is a stream, say so with --framing sse or jsonl.`,
        { cause },
      )
    }
  }
}

function seen(parts: readonly Part[], left: LeftMarkup | undefined): readonly Part[] {
  if (left !== undefined) for (const part of parts) left.see(part)
  return parts
}
