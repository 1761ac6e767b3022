import {
  defineDialect,
  eitherOr,
  has,
  isForced,
  isSampled,
  nothingBack,
  reasoningWanted,
  sampling,
  textBack,
  thinkingType,
  words,
} from '../dialect/index.ts'

const source = 'API documentation, thinking models'
const forcedTool = { when: isForced, rule: 'a forced tool_choice is refused while thinking' } as const
const fixedSampling = { when: isSampled, rule: 'temperature, top_p and penalties of Kimi are fixed', drop: sampling } as const

/** Names of Kimi at Moonshot, whose coding endpoint calls Kimi K3.1 Pro `k3.1-pro`. */
const models = ['*kimi*', 'k*']
const switched = ['*kimi-k2.5*', '*kimi-k2.6*', '*kimi-k2-5*', '*kimi-k2-6*', '*kimi-latest*']
/** All newer models think. */
const withoutThinking = ['moonshot-v1*', ...['', '-0711*', '-0905*', '-instruct*', '-preview*', '-turbo*'].map((end) => `*kimi-k2${end}`)]

const back = {
  ...textBack,
  ...reasoningWanted,
  carrier: 'reasoning_content',
  blankWhenMissing: true,
  because: 'Kimi wants reasoning_content on messages with tool calls, as it was written',
  source:
    'API documentation, thinking models; reported: a missing one is refused, and an empty one for some models (charmbracelet/crush#2696)',
} as const

export const moonshot = defineDialect({
  provider: 'moonshot',
  source: 'https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model',
  evidence: 'API documentation, thinking models',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: true },
  request: { maxTokens: 'max_completion_tokens', answers: true },
  thinking: [
    {
      models,
      since: 3,
      thinks: 'always',
      shows: 'full',
      effort: { path: 'reasoning_effort', words: { ...words('low', 'high', 'max'), medium: 'high', xhigh: 'max' } },
      source: 'API documentation: K3 always thinks, refuses none, and counts medium as high',
    },
    { models: switched, thinks: 'by-default', shows: 'full', toggle: thinkingType, source },
    { models: ['*kimi-k2-thinking*', '*kimi-thinking*'], thinks: 'always', shows: 'full', takes: ['thinking.type'], source },
    { models, since: 2.7, thinks: 'always', shows: 'full', takes: ['thinking.type'], source },
    { models: withoutThinking, thinks: 'never', source: 'API documentation: these models do not think' },
    { shows: 'full', toggle: thinkingType, source: 'API documentation: models since K2.5 think' },
  ],
  replay: [
    { models: withoutThinking, ...nothingBack, because: 'models that do not think have none', source: 'API documentation' },
    { models: ['*kimi-k2.6*', '*kimi-k2-6*'], ...back, keep: { 'thinking.type': 'enabled', 'thinking.keep': 'all' } },
    back,
  ],
  conflicts: [
    { models: ['*kimi-for-coding*'], ...fixedSampling },
    { models, since: 2.5, ...fixedSampling },
    eitherOr('reasoning_effort', 'thinking.type', 'thinking and reasoning_effort exclude each other'),
    {
      except: ['*kimi-k2.6*', '*kimi-k2-6*', '*kimi-k2.7*', '*kimi-k2-7*', '*kimi-k3*', '*kimi-k4*', 'k3*'],
      when: has('thinking.keep'),
      rule: 'thinking.keep is refused by all models but K2.6, K2.7 and K3',
      drop: ['thinking.keep'],
    },
    { models: switched, forced: 'switched', ...forcedTool, set: [['thinking.type', 'disabled']], effective: { enabled: false } },
    { models: ['*kimi-k2-thinking*', '*kimi-thinking*'], forced: 'always', ...forcedTool },
    { models, since: 2.7, forced: 'always', ...forcedTool },
  ],
})
