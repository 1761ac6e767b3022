import { commonEfforts, defineResponsesDialect } from '../dialect/index.ts'

export const openrouter = defineResponsesDialect({
  provider: 'openrouter',
  source: 'https://openrouter.ai/docs/use-cases/reasoning-tokens',
  native: true,
  request: [
    {
      rule: {
        text: 'always',
        sealed: 'always',
        ownTextOnly: true,
        boundTo: ['provider', 'model', 'upstream'],
        because: 'OpenRouter hands reasoning back to the model that wrote it',
      },
      forgets: 'OpenRouter keeps no responses',
    },
  ],
  thinking: [{ efforts: ['none', 'minimal', ...commonEfforts, 'xhigh', 'max'], shows: 'asked', budget: true, modes: true }],
})
