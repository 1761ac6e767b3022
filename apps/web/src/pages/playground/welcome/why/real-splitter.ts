import { createRegistry, type Part } from '@reason/core'
import { thinkTags } from '@reason/think-tags'
import type { NaiveSplit } from './naive-splitter.ts'
import { recordedModel } from './recording.ts'

export interface RealSplitter {
  push(chunk: string): NaiveSplit[]
  end(): NaiveSplit[]
}

/** Splits with the packages of the gateway, which know the model. */
export function createRealSplitter(): RealSplitter {
  const { adapter, context } = createRegistry().use(thinkTags()).resolve({ model: recordedModel })
  const splitter = adapter.createSplitter(context)
  return { push: (chunk) => splitsIn(splitter.push(chunk)), end: () => splitsIn(splitter.end('complete')) }
}

const splitsIn = (parts: readonly Part[]): NaiveSplit[] =>
  parts.flatMap((part) => (part.type === 'delta' && part.channel !== 'commentary' ? [{ channel: part.channel, text: part.text }] : []))
