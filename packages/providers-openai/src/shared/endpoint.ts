import type { WireEndpoint } from '@reason/core/wire'

/** Paths and headers of OpenAI's APIs, and of every server that implements them. */
const openai = {
  base: '/v1',
  passes: ['openai-organization', 'openai-project', 'openai-beta'],
  models: { path: '/models' },
  embeddings: '/embeddings',
} as const

export const chatEndpoint: WireEndpoint = { ...openai, path: () => '/chat/completions', choices: true }
export const responsesEndpoint: WireEndpoint = { ...openai, path: () => '/responses' }
