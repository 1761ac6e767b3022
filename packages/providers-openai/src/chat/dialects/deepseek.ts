import { defineDialect, isForced, nothingBack, textBack, thinkingType, words } from '../dialect/index.ts'
import { deepseek as facts } from '../../shared/deepseek.ts'

const thinking = {
  shows: 'full',
  toggle: thinkingType,
  effort: { path: 'reasoning_effort', words: { ...words(...facts.efforts), ...facts.as } },
  source: 'API documentation, "Thinking Mode": minimal counts as low, medium and xhigh as high',
} as const

export const deepseek = defineDialect({
  provider: 'deepseek',
  source: 'https://api-docs.deepseek.com/guides/thinking_mode',
  evidence: 'API documentation, "Thinking Mode"',
  response: { field: 'reasoning_content', details: false, outputExcludesReasoning: false, native: true },
  request: { oldNameOnly: true, answers: true, toolName: 64, noSchema: true },
  thinking: [
    { models: facts.notByDefault, ...thinking, thinks: 'if-asked' },
    { models: ['deepseek-r1*'], thinks: 'always', shows: 'full', source: 'API documentation: no setting' },
    { ...thinking, thinks: 'by-default' },
  ],
  replay: [
    {
      models: ['*deepseek-r1*'],
      ...nothingBack,
      strict: true,
      because: 'DeepSeek R1 refuses reasoning_content',
      source: 'API documentation, deepseek-reasoner until V3.1',
    },
    {
      ...textBack,
      carrier: 'reasoning_content',
      whenMissing: 'empty',
      emptyWithToolsOnly: true,
      because: 'with tools, DeepSeek V3.2 and V4 want reasoning_content on every message of the assistant',
      source: 'API documentation, "Thinking Mode"',
    },
  ],
  conflicts: [
    {
      forced: 'switched',
      when: isForced,
      rule: facts.forcedTool,
      set: [['thinking.type', 'disabled']],
      drop: ['reasoning_effort'],
      effective: { enabled: false },
    },
  ],
})
