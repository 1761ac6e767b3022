import type { ApiError } from '../../errors/api-error.ts'
import type { ClientApi } from '../../client-apis/client-api.ts'
import type { AnswerHead, ResponseSink, Sink } from '../sink.ts'

/** Sends an error instead of an answer: as an HTTP status, or as the event that ends a generation. */
export function sendError(sink: Sink, api: Pick<ClientApi, 'errorBody'>, error: ApiError, head: AnswerHead = {}): void {
  if (sink.framing === 'messages') {
    sink.send(errorEvent(error))
    return sink.end()
  }
  sendJson(sink, error.status, api.errorBody(error), { ...head, ...error.headers })
}

export function sendJson(
  sink: Pick<ResponseSink, 'send'>,
  status: number,
  body: string | Buffer<ArrayBuffer>,
  head: AnswerHead = {},
): void {
  sink.send(status, { ...head, 'content-type': 'application/json; charset=utf-8' }, body)
}

export const errorEvent = ({ status, message, type, code, param = null, more }: ApiError): string =>
  JSON.stringify({ type: 'error', error: { ...more, message, type, code, param, status } })
