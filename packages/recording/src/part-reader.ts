import { createPipeline, noParts, ReasonError } from '@reason/core'
import type { Part, Pipeline, StreamContext, TextAdapter, WireFormat } from '@reason/core'
import type { Frame } from '@reason/core/wire'
import type { BodyDecoder } from './body-decoder.ts'
import { createTextDecoder } from './text-decoder.ts'

/** Reads the bytes of an input as parts, ending with `end`. It has no clock: the speed of the input changes nothing. */
export interface PartReader {
  push(bytes: Uint8Array): readonly Part[]
  end(): readonly Part[]
}

/** A way to split a text. */
export interface Splitting {
  adapter: TextAdapter
  context?: StreamContext
}

/** Creates a reader for the plain text of a model. */
export function createTextReader({ adapter, context }: Splitting): PartReader {
  const decoder = createTextDecoder()
  const splitter = adapter.createSplitter(context)
  const split = (text: string): readonly Part[] => (text === '' ? noParts : splitter.push(text))
  return {
    push: (bytes) => split(decoder.push(bytes)),
    end: () => [...split(decoder.end()), ...splitter.end(), { type: 'end' }],
  }
}

/** Maximum number of choices of a response. Each has a splitter, whose memory is thousands of times that of its event. */
const mostChoices = 1000

export interface WireReaderOptions {
  wire: WireFormat
  decoder: BodyDecoder
  /** True if the body is one document instead of a stream. */
  whole: boolean
  /** Name of the input, for messages. */
  name: string
  /** Chooses how to split the answer text. Called once, with the model that the body names. */
  splitFor: (model: string | undefined) => Splitting
  source?: { provider?: string; model?: string }
  /** Added to the message about a whole body that is not JSON. */
  hint?: string
}

/**
 * Creates a reader for a recorded response: bytes ▶ frames ▶ wire reader ▶ splitter on the answer text.
 *
 * @returns A reader that throws a `ReasonError` with the code `REASON_INVALID_INPUT` if a whole body is not JSON, or if a response has more than 1,000 choices.
 */
export function createWireReader({ wire, decoder, whole, name, splitFor, source, hint = '' }: WireReaderOptions): PartReader {
  const reader = wire.createReader(source)
  let pipeline: Pipeline | undefined
  let read = false
  const choices = new Set<number>()

  return {
    push: (bytes) => decoder.push(bytes).flatMap(readFrame),
    end: () => [...decoder.end().flatMap(readFrame), ...(read && whole ? [] : through(reader.end()))],
  }

  function readFrame(frame: Frame): readonly Part[] {
    read = true
    return through(whole ? wire.readResponse(parseBody(frame.data), source) : reader.pushFrame(frame))
  }

  /** The first part names the model, so the choice of the adapter waits for it. */
  function through(parts: readonly Part[]): readonly Part[] {
    return parts.flatMap((part) => {
      if (part.type !== 'end' && part.choice !== undefined && choices.add(part.choice).size > mostChoices)
        throw new ReasonError('REASON_INVALID_INPUT', `${name} has more than ${mostChoices} choices.`)
      if (pipeline === undefined) {
        const split = splitFor(part.type === 'start' ? part.model : undefined)
        pipeline = createPipeline(split.adapter.id === 'plain' ? {} : { split })
      }
      return pipeline.push(part)
    })
  }

  function parseBody(body: string): unknown {
    try {
      return JSON.parse(body)
    } catch (cause) {
      throw new ReasonError('REASON_INVALID_INPUT', `${name} is not one JSON document: ${(cause as Error).message}.${hint}`, { cause })
    }
  }
}
