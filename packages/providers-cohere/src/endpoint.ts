import type { WireEndpoint } from '@reason/core/wire'

/** Endpoint of the second API version. The list of models is in the first one. */
export const endpoint: WireEndpoint = { base: '/v2', path: () => '/chat' }
