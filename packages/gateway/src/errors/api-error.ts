/** A failure, in the words of OpenAI; each API writes it in its own shape. */
export interface ApiError {
  status: number
  message: string
  type: string
  code: string | number | null
  param?: string | null
  /** What else the upstream said about it (`n_ctx`, `metadata`), or we do. */
  more?: Readonly<Record<string, unknown>>
  /** For the head of the answer. */
  headers?: Readonly<Record<string, string | string[]>>
}

export const badRequest = (message: string, param: string | null = null, code: string | null = null): ApiError => ({
  status: 400,
  message,
  type: 'invalid_request_error',
  code,
  param,
})

/** What the official clients obey: without it they repeat any 429 and 5xx, after as long as `retry-after` says, be it a day. */
export const doNotRetry = { 'x-should-retry': 'false' } as const

/** What the upstream has no way to do, now or later. */
export const notSupported = (message: string): ApiError => ({
  status: 501,
  message,
  type: 'invalid_request_error',
  code: 'not_supported',
  headers: doNotRetry,
})

/** A fault of ours. What it is stands in the log. */
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

/** As Fastify takes it. */
export const asFault = ({ message, status, code }: ApiError): Error => Object.assign(new Error(message), { statusCode: status, code })

export const isApiError = (value: object): value is ApiError => 'status' in value
