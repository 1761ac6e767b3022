import type { WireEndpoint } from '@reason/core/wire'

/** OpenAI's address, and that of whoever speaks its APIs. */
const openai = {
  base: '/v1',
  passes: ['openai-organization', 'openai-project', 'openai-beta'],
  models: { path: '/models' },
  embeddings: '/embeddings',
} as const

export const chatEndpoint: WireEndpoint = { ...openai, path: () => '/chat/completions', choices: true }
export const responsesEndpoint: WireEndpoint = { ...openai, path: () => '/responses' }
