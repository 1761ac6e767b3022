import type { WireEndpoint } from '@reason/core/wire'

/** Endpoint of AI Studio. */
const google = {
  base: '/v1beta',
  keyHeader: 'x-goog-api-key',
  models: { path: '/models?pageSize=1000', list: 'models', id: 'name' },
} as const

export const geminiEndpoint: WireEndpoint = {
  ...google,
  // Names may include their folder, as in the model list. Its slash comes encoded.
  path: (model, stream) => `/models/${model.replace(/^models%2F/i, '')}:${stream ? 'streamGenerateContent?alt=sse' : 'generateContent'}`,
  choices: true,
}

export const interactionsEndpoint: WireEndpoint = { ...google, path: () => '/interactions' }
