import type { WireEndpoint } from '@reason/core/wire'

export const endpoint: WireEndpoint = {
  base: '',
  path: () => '/api/chat',
  framing: 'ndjson',
  models: { path: '/api/tags', list: 'models', id: 'model' },
}
