import type { WireEndpoint } from '@reason/core'

export const endpoint: WireEndpoint = {
  base: '',
  path: () => '/api/chat',
  framing: 'ndjson',
  models: { path: '/api/tags', list: 'models', id: 'model' },
}
