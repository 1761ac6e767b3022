import type { ApiError } from '../errors/api-error.ts'
import type { ClientApi } from '../client-apis/client-api.ts'
import { responseOf, takesMessages, type Target } from './target.ts'

type Headers = Readonly<Record<string, string | string[]>>

/** Where an answer would have been: with the status of the error, or as the event that ends a generation. */
export function sendError(target: Target, api: Pick<ClientApi, 'errorBody'>, error: ApiError, headers: Headers = {}): void {
  if (takesMessages(target)) {
    target.send(errorEvent(error))
    return target.end()
  }
  sendJson(target, error.status, api.errorBody(error), { ...headers, ...error.headers })
}

export function sendJson(target: Target, status: number, body: string, headers: Headers = {}): void {
  const response = responseOf(target)
  response.writeHead(status, { ...headers, 'content-type': 'application/json; charset=utf-8', 'content-length': Buffer.byteLength(body) })
  response.end(body)
}

/** In the words of our own events. */
export const errorEvent = ({ status, message, type, code, param = null, more }: ApiError): string =>
  JSON.stringify({ type: 'error', error: { ...more, message, type, code, param, status } })
