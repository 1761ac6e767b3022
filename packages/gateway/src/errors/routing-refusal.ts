import type { RoutingRefusal } from '@reason/routing'
import type { ApiError } from './api-error.ts'

const types = { 404: 'invalid_request_error', 429: 'rate_limit_error', 499: 'server_error', 503: 'server_error' } as const

/** The client's error for a request that the router refuses. */
export const errorOfRefusal = ({ code, status, message, retryAfterSeconds }: RoutingRefusal): ApiError => ({
  status,
  type: types[status],
  // OpenAI's own code for this error.
  code: code === 'model-unknown' ? 'model_not_found' : code.replaceAll('-', '_'),
  message,
  ...(retryAfterSeconds !== undefined && { headers: { 'retry-after': String(retryAfterSeconds) } }),
})
