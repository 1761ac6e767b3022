import { efforts } from '@reason/core/conversation'
import type { ByModel } from '../shared/by-model.ts'
import type { ResponseFacts } from './dialect/dialect.ts'
import { words } from './dialect/thinking.ts'
import { reasoningWantedBack } from './models/reasoning-wanted-back.ts'
import { knobPaths } from './request/knob-fields.ts'
import type { KnobRow } from './dialect/knob-row.ts'
import type { ReplayRow } from './dialect/replay-row.ts'
import type { RequestFacts } from './dialect/request-facts.ts'

/** The facts that are used for a provider that no dialect knows, and for parts of dialects that are not known. */
export const unknownResponse: ResponseFacts = {
  field: 'reasoning_content',
  details: false,
  outputExcludesReasoning: false,
  native: false,
}

/** Nothing is taken from such a provider that the conversation asks for. */
export const unknownRequest: RequestFacts = { developer: true, openSampling: true, customTools: true, user: 'user' }

/** A provider without a name is mostly a server that its user runs: vLLM, llama.cpp and their like. */
export const unnamedRequest: RequestFacts = { ...unknownRequest, oneInstruction: true, nullsBlank: true }

/** OpenAI's own word is tried. */
export const unknownThinking: KnobRow = {
  effort: { path: 'reasoning_effort', words: words(...efforts) },
  takes: knobPaths,
  source: 'nothing is known',
}

const ownBack: ReplayRow = {
  text: 'always',
  ownTextOnly: true,
  sealed: 'always',
  carrier: 'reasoning_content',
  reads: ['reasoning', 'reasoning_text', 'details', 'parts'],
  because: 'nothing is known of this provider: it gets back what it said itself',
  source: 'nothing is known',
}

export const unknownReplay: ByModel<ReplayRow> = [{ ...ownBack, ...reasoningWantedBack, source: 'as the makers of these models' }, ownBack]
