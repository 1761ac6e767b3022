import type { ServerResponse } from 'node:http'

/** A failure as OpenAI's clients understand it. */
export interface ApiError {
  status: number
  message: string
  type: string
  code: string | number | null
  param?: string | null
  /** What else the upstream said about it (`n_ctx`, `metadata`). */
  more?: Readonly<Record<string, unknown>>
}

export const errorBody = ({ message, type, code, param = null, more }: ApiError): string =>
  JSON.stringify({ error: { ...more, message, type, param, code } })

export function sendError(response: ServerResponse, error: ApiError, headers: Readonly<Record<string, string | string[]>> = {}): void {
  sendJson(response, error.status, errorBody(error), headers)
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Readonly<Record<string, string | string[]>> = {},
): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

export const badRequest = (message: string, param: string | null = null, code: string | null = null): ApiError => ({
  status: 400,
  message,
  type: 'invalid_request_error',
  code,
  param,
})
