import { defineDialect, hostReplay, openHost, templateEnableThinking, threeEfforts } from '../dialect/index.ts'

const row = { shows: 'full', source: 'documentation, "Reasoning"' } as const

export const wandb = defineDialect({
  provider: 'wandb',
  source: 'https://docs.wandb.ai/inference/response-settings/reasoning',
  evidence: 'documentation, "Reasoning": reasoning',
  ...openHost,
  response: { ...openHost.response, field: 'reasoning', native: true },
  thinking: [
    { ...row, models: ['*gpt-oss*'], thinks: 'always', effort: threeEfforts },
    { ...row, models: ['*kimi*', '*minimax*', '*thinking*'], thinks: 'always' },
    { ...row, models: ['*deepseek*'], thinks: 'if-asked', toggle: templateEnableThinking },
    { ...row, toggle: templateEnableThinking },
  ],
  replay: hostReplay('reasoning'),
})
