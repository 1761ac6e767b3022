import {
  defineDialect,
  eitherOr,
  has,
  isForced,
  isSampled,
  kimisWithFixedSampling,
  kimisWithoutThinking,
  nothingBack,
  reasoningEffort,
  sampling,
  textBack,
  thinkingType,
} from '../dialect/index.ts'

const forcedTool = { when: isForced, rule: 'a forced tool_choice is refused while thinking' } as const

export const moonshot = defineDialect({
  provider: 'moonshot',
  source: 'https://platform.moonshot.ai/docs/guide/use-kimi-k2-thinking-model',
  evidence: 'API documentation, thinking models',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: true },
  request: { maxTokens: 'max_completion_tokens', answers: true },
  fields: { own: [], lacks: [], writesEmpty: [] },
  thinking: [
    {
      models: ['*kimi-k2.5*', '*kimi-k2.6*', '*kimi-k2-5*', '*kimi-k2-6*', '*kimi-latest*'],
      thinks: 'by-default',
      shows: 'full',
      toggle: thinkingType,
      source: 'API documentation, thinking models',
    },
    {
      models: ['*kimi-k3*'],
      thinks: 'always',
      shows: 'full',
      effort: reasoningEffort('low', 'high', 'max'),
      source: 'API documentation: K3 always thinks, and refuses none',
    },
    {
      models: ['*kimi-k2-thinking*', '*kimi-k2.7*', '*kimi-k2-7*', '*kimi-thinking*'],
      thinks: 'always',
      shows: 'full',
      takes: ['thinking.type'],
      source: 'API documentation, thinking models',
    },
    { models: kimisWithoutThinking, thinks: 'never', source: 'API documentation: these models do not think' },
    { shows: 'full', toggle: thinkingType, source: 'API documentation: models since K2.5 think' },
  ],
  replay: [
    { models: kimisWithoutThinking, ...nothingBack, because: 'models that do not think have none', source: 'API documentation' },
    {
      ...textBack,
      carrier: 'reasoning_content',
      whenMissing: 'empty',
      emptyWithToolsOnly: true,
      blankWhenMissing: true,
      because: 'Kimi wants reasoning_content on messages with tool calls, as it was written',
      source:
        'API documentation, thinking models; reported: a missing one is refused, and an empty one for some models (charmbracelet/crush#2696)',
    },
  ],
  conflicts: [
    { models: kimisWithFixedSampling, when: isSampled, rule: 'temperature, top_p and penalties of Kimi are fixed', drop: sampling },
    eitherOr('reasoning_effort', 'thinking.type', 'thinking and reasoning_effort exclude each other'),
    {
      except: ['*kimi-k2.6*', '*kimi-k2-6*', '*kimi-k2.7*', '*kimi-k2-7*', '*kimi-k3*'],
      when: has('thinking.keep'),
      rule: 'thinking.keep is refused by all models but K2.6, K2.7 and K3',
      drop: ['thinking.keep'],
    },
    {
      models: ['*kimi-k2.5*', '*kimi-k2.6*', '*kimi-k2-5*', '*kimi-k2-6*', '*kimi-latest*'],
      forced: 'switched',
      ...forcedTool,
      set: [['thinking.type', 'disabled']],
      effective: { enabled: false },
    },
    { models: ['*kimi-k2-thinking*', '*kimi-k2.7*', '*kimi-k2-7*', '*kimi-k3*', '*kimi-thinking*'], forced: 'always', ...forcedTool },
  ],
})
