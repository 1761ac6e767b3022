import type { ServerResponse } from 'node:http'
import type { ApiError } from '../clients/api-error.ts'
import type { ClientApi } from '../clients/client-api.ts'

type Headers = Readonly<Record<string, string | string[]>>

export function sendError(response: ServerResponse, api: Pick<ClientApi, 'errorBody'>, error: ApiError, headers: Headers = {}): void {
  sendJson(response, error.status, api.errorBody(error), { ...headers, ...error.headers })
}

export function sendJson(response: ServerResponse, status: number, body: string, headers: Headers = {}): void {
  response.writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}
