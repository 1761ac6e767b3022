import type { ByModel } from '../../shared/by-model.ts'
import { eitherOr, isForced, odd, type Conflict } from './conflict.ts'
import type { ReplayRow } from './replay-row.ts'
import { words } from './thinking.ts'
import { getPath } from '@reason/wire-kit'

/** OpenRouter's object `reasoning`, which other routers have as well. */
export const reasoningObject = {
  shows: 'full',
  effort: { path: 'reasoning.effort', words: words('none', 'minimal', 'low', 'medium', 'high', 'xhigh') },
  toggle: { path: 'reasoning.enabled', on: true, off: false },
  budget: { path: 'reasoning.max_tokens', min: 1 },
  hide: { path: 'reasoning.exclude', value: true },
  show: { path: 'reasoning.exclude', value: false },
  oneOf: true,
} as const

/** Anthropic requires at least 1024 tokens. */
export const claudeReasoningObject = {
  ...reasoningObject,
  models: ['*claude*'],
  thinks: 'if-asked',
  budget: { path: 'reasoning.max_tokens', min: 1024 },
} as const

/** Replay rule for `reasoning_details` of most models. */
export const detailsBack = {
  text: 'always',
  sealed: 'always',
  carrier: 'details',
  because: 'reasoning_details go back untouched and in order',
} as const

export const claudeDetailsBack = {
  text: 'never',
  sealed: 'always',
  carrier: 'details',
  models: ['*claude*'],
  because: 'Anthropic takes thinking with its own signature only',
} as const

const gemini = {
  ...detailsBack,
  ownTextOnly: true,
  boundTo: ['provider', 'model', 'upstream'],
  because: 'Gemini wants its thought signatures back, untouched, from the cloud that made them',
} as const

const encrypted = { ...gemini, because: 'encrypted reasoning is of the model and the cloud that made it' } as const

/** Replay rules of a router that forwards to one of several clouds. */
export const routerReplay = (source: string): ByModel<ReplayRow> => [
  { ...claudeDetailsBack, source },
  { ...gemini, models: ['*gemini*'], since: 3, sentinel: true, source },
  { ...gemini, models: ['*gemini*'], source },
  // gpt-oss is open: its reasoning is plain text, wherever it runs.
  { ...detailsBack, models: ['*gpt-oss*'], source },
  { ...encrypted, models: ['openai/*', '*gpt-5*', 'o1*', 'o3*', 'o4*', '*grok*'], source },
  { ...detailsBack, source },
]

export const claudeTemperature: Conflict = {
  models: ['*claude*'],
  when: (at) => at.asked && odd(at.body, 'temperature', 1),
  rule: 'Claude takes no temperature but 1 while thinking',
  drop: ['temperature'],
}

/** Conflicts inside the object, and settings that Claude refuses behind it. */
export const reasoningObjectConflicts: readonly Conflict[] = [
  eitherOr('reasoning.effort', 'reasoning.max_tokens', 'reasoning takes an effort or max_tokens, not both'),
  claudeTemperature,
  {
    models: ['*claude*'],
    when: ({ body }) => {
      const budget = getPath(body, 'reasoning.max_tokens')
      const most = body.max_tokens ?? body.max_completion_tokens
      return typeof budget === 'number' && typeof most === 'number' && budget >= most
    },
    rule: 'the budget of thinking, 1024 tokens at least, has to be less than the tokens of the whole output',
    refuse: true,
  },
  {
    models: ['*claude*'],
    when: (at) => isForced(at) && at.asked,
    rule: 'a forced tool_choice turns the thinking of Claude off, without a word',
  },
]
