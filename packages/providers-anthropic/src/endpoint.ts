import type { WireEndpoint } from '@reason/core/wire'

/** Paths and headers of Anthropic's API, and of every server that implements it. */
export const endpoint: WireEndpoint = {
  base: '/v1',
  path: () => '/messages',
  keyHeader: 'x-api-key',
  headers: { 'anthropic-version': '2023-06-01' },
  passes: ['anthropic-version', 'anthropic-beta'],
  models: { path: '/models?limit=1000' },
}
