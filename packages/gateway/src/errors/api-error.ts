/** An error in the fields of OpenAI's API. Each client API writes it in its own shape. */
export interface ApiError {
  status: number
  message: string
  type: string
  code: string | number | null
  param?: string | null
  /** Further fields of the upstream's error (`n_ctx`, `metadata`), or of the gateway's own. */
  more?: Readonly<Record<string, unknown>>
  headers?: Readonly<Record<string, string | string[]>>
}

/** Error for a request that its client has to correct. */
export const badRequest = (message: string, param: string | null = null, code: string | null = null, status = 400): ApiError => ({
  status,
  message,
  type: 'invalid_request_error',
  code,
  param,
})

/** Error for a request that its key may not send. */
export const forbidden = (message: string, param: string | null = null, code = 'not_allowed'): ApiError => ({
  ...badRequest(message, param, code, 403),
  type: 'permission_error',
})

/** Header that stops retries of the official clients. Without it they repeat any 429 and 5xx, and wait as long as `retry-after` requires, even a day. */
export const doNotRetry = { 'x-should-retry': 'false' } as const

/** Error for a feature that the upstream never supports. */
export const notSupported = (message: string): ApiError => ({
  ...badRequest(message, null, 'not_supported', 501),
  headers: doNotRetry,
})

/** Error for a bug of the gateway. The log has the details. */
export const internalError = {
  status: 500,
  type: 'server_error',
  code: 'internal_error',
  message: 'The gateway failed. Its log has the details.',
} as const satisfies ApiError

export const shuttingDown = {
  status: 503,
  type: 'server_error',
  code: 'shutting_down',
  message: 'The gateway is being shut down. Send the request again when it is back.',
} as const satisfies ApiError

/** Error for a request for whose body there is no memory. */
export const noRoom = {
  status: 503,
  type: 'server_error',
  code: 'no_room',
  message: 'The gateway has no memory for another request of this size now. Send the request again in a moment.',
  headers: { 'retry-after': '1' },
} as const satisfies ApiError

/** Converts the error to the form that Fastify expects. */
export const asFault = ({ message, status, code }: ApiError): Error => Object.assign(new Error(message), { statusCode: status, code })

export const isApiError = (value: object): value is ApiError => 'status' in value
