import {
  createPipeline,
  type Part,
  type Pipeline,
  type SplitStageOptions,
  type StreamContext,
  type TextAdapter,
  type WireFormat,
} from '@reason/core'
import { createFrameDecoder, type Frame, type Framing } from '@reason/core/framing'
import { inputError } from '../cli-error.ts'

/** Text of the input to parts, ending with `end`. No clock: how fast the input comes does not change what comes of it. */
export interface Machine {
  push(text: string): readonly Part[]
  end(): readonly Part[]
}

/** For the text of a model as it is. */
export function createTextMachine(adapter: TextAdapter, context?: StreamContext): Machine {
  const splitter = adapter.createSplitter(context)
  return { push: (text) => splitter.push(text), end: () => [...splitter.end(), { type: 'end' }] }
}

export interface WireMachineOptions {
  wire: WireFormat
  framing: Framing
  /** What the input is called in messages. */
  name: string
  /** How the answer text is split; undefined: it is not. Asked once, with the model that the body names. */
  splitFor: (model: string | undefined) => SplitStageOptions | undefined
  source?: { provider?: string; model?: string }
}

/** For a recorded response: frames ▶ wire reader ▶ splitter on the answer text. */
export function createWireMachine({ wire, framing, name, splitFor, source }: WireMachineOptions): Machine {
  const decoder = createFrameDecoder(framing)
  const reader = wire.createReader(source)
  let pipeline: Pipeline | undefined
  let read = false

  return {
    push: (text) => decoder.push(text).flatMap(readFrame),
    end: () => [...decoder.end().flatMap(readFrame), ...(read && framing === 'json' ? [] : through(reader.end()))],
  }

  function readFrame(frame: Frame): readonly Part[] {
    read = true
    return through(framing === 'json' ? wire.readResponse(parseBody(frame.data), source) : reader.pushFrame(frame))
  }

  /** The first part names the model, so the choice waits for it. */
  function through(parts: readonly Part[]): readonly Part[] {
    return parts.flatMap((part) => {
      if (pipeline === undefined) {
        const split = splitFor(part.type === 'start' ? part.model : undefined)
        pipeline = createPipeline(split === undefined ? {} : { split })
      }
      return pipeline.push(part)
    })
  }

  function parseBody(body: string): unknown {
    try {
      return JSON.parse(body)
    } catch (cause) {
      throw inputError(
        `${name} is not one JSON document: ${(cause as Error).message}. If it is a stream, say so with --framing sse or jsonl.`,
        {
          cause,
        },
      )
    }
  }
}
