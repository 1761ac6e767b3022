import { createPipeline, type Part, type WireFormat } from '@reason/core'
import { createFrameDecoder, type Framing } from '@reason/core/framing'
import type { Chosen } from './choice.ts'

/** Text to parts, however it is cut. */
export interface Machine {
  push(text: string): readonly Part[]
  end(): readonly Part[]
}

export type MakeMachine = () => Machine

/** For the text of a model as it is. */
export const textMachine =
  ({ adapter, context }: Chosen): MakeMachine =>
  () =>
    adapter.createSplitter(context)

/** For the recorded body of an answer: its frames, its events, and then its text. */
export const recordingMachine =
  (wire: WireFormat, framing: Framing, { adapter, context }: Chosen): MakeMachine =>
  () => {
    const decoder = createFrameDecoder(framing)
    const reader = wire.createReader()
    const pipeline = createPipeline(adapter.id === 'plain' ? {} : { split: { adapter, context } })
    const through = (parts: readonly Part[]): readonly Part[] => parts.flatMap((part) => pipeline.push(part))
    const isWhole = framing === 'json'
    const read = ({ data, ...frame }: { data: string }): readonly Part[] =>
      through(isWhole ? wire.readResponse(JSON.parse(data)) : reader.pushFrame({ ...frame, data }))
    return {
      push: (text) => decoder.push(text).flatMap(read),
      end: () => [...decoder.end().flatMap(read), ...(isWhole ? [] : through(reader.end()))],
    }
  }
