import { commonEfforts, defineResponsesDialect, noLimitSeen, sealedBack } from '../dialect/index.ts'

const efforts = ['minimal', ...commonEfforts, 'xhigh'] as const

export const meta = defineResponsesDialect({
  provider: 'meta',
  source: 'https://dev.meta.ai/docs/reasoning',
  native: true,
  request: [{ rule: sealedBack('Meta takes reasoning back in its encrypted form'), seals: true }],
  thinking: [
    { models: ['*muse-spark-1.1*', '*muse-spark-1.2*', '*muse-spark-*-contributor*'], efforts, shows: 'asked' },
    { efforts: [...efforts, 'max'], shows: 'asked' },
  ],
  limits: noLimitSeen,
})
