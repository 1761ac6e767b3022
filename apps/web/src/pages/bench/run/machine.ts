import { createPipeline, type Part, type WireFormat } from '@reason/core'
import { createFrameDecoder, type Framing } from '@reason/core/framing'
import type { ChosenSplit } from './choice.ts'

/** Turns text into parts, for any chunk size. */
export interface BenchMachine {
  push(text: string): readonly Part[]
  end(): readonly Part[]
}

export type MakeMachine = () => BenchMachine

/** Machine for the raw text of a model. */
export const textMachine =
  ({ adapter, context }: ChosenSplit): MakeMachine =>
  () =>
    adapter.createSplitter(context)

/** Machine for the recorded body of a response: decodes frames, then events, then splits the text. */
export const recordingMachine =
  (wire: WireFormat, framing: Framing, { adapter, context }: ChosenSplit): MakeMachine =>
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
