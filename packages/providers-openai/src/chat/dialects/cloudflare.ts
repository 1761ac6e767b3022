import { defineDialect, openHost, templateSwitches, templateThinking, threeEfforts } from '../dialect/index.ts'

export const cloudflare = defineDialect({
  provider: 'cloudflare',
  source: 'https://developers.cloudflare.com/workers-ai/configuration/open-ai-compatibility/',
  evidence: 'schemas of the models: reasoning_content',
  ...openHost,
  thinking: [
    { models: ['*deepseek-r1*', '*qwq*'], thinks: 'always', shows: 'full', source: 'schemas of the models: no setting' },
    { models: ['*kimi*'], shows: 'full', toggle: templateThinking, effort: threeEfforts, source: 'schemas of the models' },
    ...templateSwitches('schemas of the models', { effort: threeEfforts }),
  ],
})
