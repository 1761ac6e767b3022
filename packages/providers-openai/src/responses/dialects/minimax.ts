import { commonEfforts, defineResponsesDialect, fullyShown, ownTextBack } from '../dialect/index.ts'

export const minimax = defineResponsesDialect({
  provider: 'minimax',
  source: 'https://platform.minimax.io/docs/api-reference/text-openai-api',
  native: false,
  request: [{ rule: { ...ownTextBack.rule, sealed: 'always' }, plainTools: true }],
  thinking: [
    { models: ['*minimax*'], since: 3.1, efforts: [...commonEfforts, 'xhigh', 'max'], byDefault: 'max', shows: 'full' },
    fullyShown,
  ],
})
