import { defineDialect, enableThinking, openHost, thinkingType, threeEfforts } from '../dialect/index.ts'

const source = 'API documentation, "Deep thinking"'

export const tencent = defineDialect({
  provider: 'tencent',
  source: 'https://cloud.tencent.com/document/product/1823/131208',
  evidence: 'API documentation, "Deep thinking": reasoning_content',
  ...openHost,
  thinking: [
    { models: ['*hunyuan*'], thinks: 'never', source: 'names of models: T1 and those with "thinking" think' },
    { models: ['*hunyuan-t1*', '*hunyuan*thinking*', '*minimax*'], thinks: 'always', shows: 'full', source },
    { models: ['*hunyuan-a13b*'], thinks: 'by-default', shows: 'full', toggle: enableThinking, source },
    { models: ['hy*'], thinks: 'if-asked', shows: 'full', toggle: thinkingType, effort: threeEfforts, source },
    { shows: 'full', toggle: thinkingType, source },
  ],
})
