import type { WireEndpoint } from '@reason/core/wire'

/** Anthropic's address, and that of whoever speaks its API. */
export const endpoint: WireEndpoint = {
  base: '/v1',
  path: () => '/messages',
  keyHeader: 'x-api-key',
  headers: { 'anthropic-version': '2023-06-01' },
  passes: ['anthropic-version', 'anthropic-beta'],
  models: { path: '/models?limit=1000' },
}
