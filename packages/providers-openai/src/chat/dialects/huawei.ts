import { defineDialect, openHost, thinkingType } from '../dialect/index.ts'

const row = { shows: 'full', source: 'API documentation, "Deep thinking"' } as const

export const huawei = defineDialect({
  provider: 'huawei',
  source: 'https://support.huaweicloud.com/intl/en-us/model-call-maas/model-call-005.html',
  evidence: 'API documentation, "Deep thinking": reasoning_content',
  ...openHost,
  thinking: [
    { ...row, models: ['*glm*'], since: 5.3, thinks: 'always' },
    { ...row, models: ['*deepseek-v3.1*', '*deepseek-v3.2*'], thinks: 'if-asked', toggle: thinkingType },
    { ...row, models: ['*deepseek-r1*'], thinks: 'always' },
    { ...row, toggle: thinkingType },
  ],
})
