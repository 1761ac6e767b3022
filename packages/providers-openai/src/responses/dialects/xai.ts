import { efforts } from '@reason/core/conversation'
import { commonEfforts, defineResponsesDialect, sealedBack } from '../dialect/index.ts'

export const xai = defineResponsesDialect({
  provider: 'xai',
  source: 'https://docs.x.ai/docs/guides/reasoning',
  native: true,
  request: [{ rule: sealedBack('xAI takes reasoning back in its encrypted form'), keeps: true, pairs: true, seals: true }],
  thinking: [
    { models: ['*grok*'], since: 4.6, efforts: [...commonEfforts, 'xhigh'], byDefault: 'high', shows: 'summary' },
    { models: ['grok-4.20-multi-agent*'], efforts: [...commonEfforts, 'xhigh'], shows: 'summary' },
    { models: ['grok-4.3*'], efforts: ['none', ...commonEfforts], byDefault: 'low', shows: 'summary' },
    { models: ['grok-4.5*'], efforts: commonEfforts, byDefault: 'high', shows: 'summary' },
    { models: ['grok-3-mini*'], efforts: ['low', 'high'], as: { medium: 'high' }, shows: 'summary' },
    {
      models: ['grok-4', 'grok-4-0*', 'grok-4*-reasoning*', 'grok-4-fast*', 'grok-4.1-fast*', 'grok-code-*', 'grok-build*'],
      efforts: [],
      shows: 'summary',
    },
    { models: ['*grok*-non-reasoning*'], efforts: [], never: true, shows: 'none' },
    { efforts, shows: 'summary' },
  ],
})
