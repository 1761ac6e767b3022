import type { WireEndpoint } from '@reason/core/wire'

/** Endpoint of a region's runtime. The list of models is at another host. */
export const endpoint: WireEndpoint = {
  base: '',
  path: (model, stream) => `/model/${model}/${stream ? 'converse-stream' : 'converse'}`,
  framing: 'aws-eventstream',
}
