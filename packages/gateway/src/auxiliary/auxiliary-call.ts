import type { ClientApi } from '../client-apis/client-api.ts'
import { permitFor } from '../client-apis/permit.ts'
import { isApiError, type ApiError } from '../errors/api-error.ts'
import { orFault, type Exchange, type Runtime } from '../handle.ts'
import type { Head } from '../head.ts'
import { sendError, sendJson } from '../relay/error-delivery.ts'
import type { ResponseSink } from '../relay/sink.ts'

/** A path beside those of answers: no model answers there. */
export interface AuxiliaryCall {
  method: 'GET' | 'POST'
  /** `/*` at its end stands for any name. */
  path: string
  /** How its clients understand failures. */
  shapeOf(head: Head): ClientApi
  /** @param left - Aborts when the client has left, or may not ask any more. */
  ask(exchange: AuxiliaryExchange, left: AbortSignal, runtime: Runtime): Promise<Reply | ApiError>
}

/** A request to such a path. */
export interface AuxiliaryExchange extends Pick<Exchange, 'id' | 'head' | 'headLines' | 'body' | 'log'> {
  /** What stands for `*` in the path, decoded. Empty where nothing does. */
  name: string
  sink: ResponseSink
}

/** What is answered with status 200. */
export interface Reply {
  headers: Record<string, string | string[]>
  text: string
}

/** Answers a request to such a path. */
export async function handleAuxiliary(call: AuxiliaryCall, exchange: AuxiliaryExchange, current: Runtime): Promise<void> {
  const { head, sink, log } = exchange
  // What holds now: the configuration may be replaced while the upstream is asked.
  const runtime = { ...current }
  const timer = runtime.governance.requestStarted(call.path, head)
  const permit = permitFor(runtime.access, head, sink.onGone)
  const answered = await orFault(() => call.ask(exchange, permit.signal, runtime), log)
  permit.end()
  const reply = permit.takenBack() ?? answered
  if (sink.isGone()) return timer.finished('aborted')
  timer.finished(isApiError(reply) ? reply.status : 200)
  if (isApiError(reply)) sendError(sink, call.shapeOf(head), reply)
  else sendJson(sink, 200, reply.text, reply.headers)
}
