import type { ApiError } from '@reason/gateway/errors'

/** Nothing has this id. */
export const noKey = (id = ''): ApiError => ({
  status: 404,
  type: 'invalid_request_error',
  code: 'key_not_found',
  message: `There is no key ${JSON.stringify(id)}. GET /api/keys lists them.`,
})
