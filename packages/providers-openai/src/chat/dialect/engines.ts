import type { ByModel } from '../../shared/by-model.ts'
import { reasoningWantedBack } from '../models/reasoning-wanted-back.ts'
import type { ChatDialect } from './dialect.ts'
import { textBack } from './replay.ts'
import type { Carrier, ReplayRow } from './replay-row.ts'
import type { DialectRequestFacts } from './request-facts.ts'

/** Facts shared by servers of open models that fill a chat template. */
export const engineRequest: DialectRequestFacts = { openSampling: true, oneInstruction: true, nullsBlank: true }

/** Facts shared by hosts of open models. */
export const hostRequest: DialectRequestFacts = { openSampling: true, oneInstruction: true }

export function hostReplay(carrier: Carrier): ByModel<ReplayRow> {
  const back = { ...textBack, carrier }
  return [...reasoningWantedBack(back), { ...back, because: 'optional; helps tool loops', source: 'as the servers of open models' }]
}

/** Hosts of open models that split thoughts, in the form of their servers. */
export const openHost = {
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: false },
  request: hostRequest,
  replay: hostReplay('reasoning_content'),
} as const satisfies Partial<ChatDialect>

/** Settings of the samplers of open models. */
export const samplerFields: readonly string[] = ['min_p', 'repeat_penalty', 'repetition_penalty', 'top_k']

/** Settings of servers of open models. */
export const engineFields: readonly string[] = [
  ...samplerFields,
  ...'cache_prompt grammar guided_choice guided_json guided_regex keep_alive mirostat options'.split(' '),
]
