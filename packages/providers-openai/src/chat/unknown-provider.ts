import { efforts } from '@reason/core/conversation'
import type { ByModel } from '../shared/by-model.ts'
import type { ResponseFacts } from './dialect/dialect.ts'
import { alwaysToMax, threeEfforts, words } from './dialect/thinking.ts'
import { reasoningWantedBack } from './models/reasoning-wanted-back.ts'
import { knobPaths } from './request/knobs/knob-fields.ts'
import type { KnobRow } from './dialect/knob-row.ts'
import type { ReplayRow } from './dialect/replay-row.ts'
import type { DialectRequestFacts } from './dialect/request-facts.ts'

/** Facts for a provider without a dialect, and for unknown parts of dialects. */
export const unknownResponse: ResponseFacts = {
  field: 'reasoning_content',
  details: false,
  outputExcludesReasoning: false,
  native: false,
}

/** Facts for an unknown provider. No setting of the conversation is withheld from it. */
export const unknownRequest: DialectRequestFacts = { developer: true, openSampling: true, customTools: true, user: 'user' }

/** Facts for a provider without a name, which is mostly a self-hosted server such as vLLM or llama.cpp. */
export const unnamedRequest: DialectRequestFacts = { ...unknownRequest, oneInstruction: true, nullsBlank: true }

/** An unknown provider gets OpenAI's own field. */
export const unknownThinking: KnobRow = {
  effort: { path: 'reasoning_effort', words: words(...efforts) },
  takes: knobPaths,
  source: 'nothing is known',
}

/** Models that take the same efforts wherever they run. */
export const unknownModels: ByModel<KnobRow> = [
  { models: ['*gpt-oss*'], thinks: 'always', effort: threeEfforts, takes: knobPaths, source: 'its own format has three efforts' },
  { models: ['*glm*'], since: 5.3, ...alwaysToMax, takes: knobPaths, source: 'as at Z.ai' },
  { models: ['*kimi*'], since: 3, ...alwaysToMax, takes: knobPaths, source: 'as at Moonshot' },
  { notKnown: 'any other model: reasoning_effort is sent' },
]

const ownBack: ReplayRow = {
  text: 'always',
  ownTextOnly: true,
  sealed: 'always',
  carrier: 'reasoning_content',
  reads: ['reasoning', 'reasoning_text', 'details', 'parts'],
  because: 'nothing is known of this provider: it gets back what it said itself',
  source: 'nothing is known',
}

export const unknownReplay: ByModel<ReplayRow> = [...reasoningWantedBack(ownBack), ownBack]
