import type { RequestFacts } from './request-facts.ts'

/** What servers of open models have in common, which fill a chat template. */
export const engineRequest: RequestFacts = { openSampling: true, oneInstruction: true, nullsBlank: true }

/** What hosts of open models have in common. */
export const hostRequest: RequestFacts = { openSampling: true, oneInstruction: true }

/** Settings of the samplers of open models. */
export const samplerFields: readonly string[] = ['min_p', 'repeat_penalty', 'repetition_penalty', 'top_k']

/** Settings of servers of open models. */
export const engineFields: readonly string[] = [
  ...samplerFields,
  'cache_prompt',
  'grammar',
  'guided_choice',
  'guided_json',
  'guided_regex',
  'keep_alive',
  'mirostat',
  'options',
]
