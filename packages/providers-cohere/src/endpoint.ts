import type { WireEndpoint } from '@reason/core/wire'

/** Of the second version of its API; its list of models is in the first one. */
export const endpoint: WireEndpoint = { base: '/v2', path: () => '/chat' }
