import { defineDialect, enableThinking, openHost } from '../dialect/index.ts'

const row = { shows: 'full', source: 'API documentation, "Deep thinking"' } as const

export const qianfan = defineDialect({
  provider: 'qianfan',
  source: 'https://cloud.baidu.com/doc/qianfan-docs/s/Wm95lyynv',
  evidence: 'API documentation, "Deep thinking": reasoning_content',
  ...openHost,
  thinking: [
    { ...row, models: ['*ernie-x*', '*thinking*', '*deepseek-r1*', '*qwq*'], thinks: 'always' },
    { ...row, toggle: enableThinking },
  ],
})
