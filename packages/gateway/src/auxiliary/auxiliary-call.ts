import type { ClientApi } from '../client-apis/client-api.ts'
import { permitFor } from '../client-apis/permit.ts'
import { isApiError, type ApiError } from '../errors/api-error.ts'
import { orFault } from '../errors/fault.ts'
import type { Exchange, Runtime } from '../exchange.ts'
import type { Head } from '../head.ts'
import { sendError, sendJson } from '../relay/delivery/error-delivery.ts'
import type { ResponseSink } from '../relay/sink.ts'

/** An endpoint other than those that generate answers. */
export interface AuxiliaryCall {
  method: 'GET' | 'POST'
  /** Path. A trailing `/*` matches any name. */
  path: string
  /** The API whose error format its clients expect. */
  shapeOf(head: Head): ClientApi
  /** @param left - Aborted when the client disconnects, or loses its access. */
  ask(exchange: AuxiliaryExchange, left: AbortSignal, runtime: Runtime): Promise<AuxiliaryReply | ApiError>
}

/** A request to such an endpoint. */
export interface AuxiliaryExchange extends Pick<Exchange, 'id' | 'head' | 'headLines' | 'body' | 'log'> {
  /** Decoded name that matched `*` in the path. Empty if the path has none. */
  name: string
  sink: ResponseSink
}

/** A reply with status 200. */
export interface AuxiliaryReply<Text = string | Buffer<ArrayBuffer>> {
  headers: Record<string, string | string[]>
  text: Text
}

/** Answers a request to an auxiliary endpoint. */
export async function handleAuxiliary(call: AuxiliaryCall, exchange: AuxiliaryExchange, current: Runtime): Promise<void> {
  const { head, sink, log } = exchange
  // A copy of the current state, because the configuration may be replaced during the upstream request.
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
