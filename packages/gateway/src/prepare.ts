import { requestRefusal } from './client-apis/client-access.ts'
import { parseRequest, type ClientRequest } from './client-apis/client-request.ts'
import { withStyle } from './client-apis/reasoning-style.ts'
import type { Dispatch } from './dispatch/dispatch.ts'
import { dispatchAmongSeveral } from './dispatch/failover.ts'
import { mayBeStreamed, streamedInside } from './dispatch/request/internal-streaming.ts'
import { changedBody } from './dispatch/request/pending-body.ts'
import { dispatchToSingle } from './dispatch/single-upstream.ts'
import { isApiError, type ApiError } from './errors/api-error.ts'
import { logFault, orFault } from './errors/fault.ts'
import { nextTurn } from './event-loop/slices.ts'
import type { Exchange, Runtime } from './exchange.ts'
import type { Generation } from './generation/generation.ts'
import { notRelayed } from './generation/relay-outcome.ts'
import type { OpenRequest } from './open-request.ts'
import { gone } from './upstreams/reply.ts'
import type { RequestContent } from './generation/destination.ts'

/** A request that is ready to be sent. */
export interface PreparedRequest {
  request: ClientRequest
  generation: Generation
  dispatch: Dispatch
  /** Length of the body in bytes. */
  bytes: number
}

/** Reads and admits a request, and prepares it for an upstream. @returns The prepared request, or the error. */
export async function prepare(exchange: Exchange, runtime: Runtime, open: OpenRequest): Promise<PreparedRequest | ApiError> {
  const { api, body, head, headLines, id, log, sink } = exchange
  const client = runtime.access.identify(head)
  if (isApiError(client)) return client
  const { key } = client
  open.identified(client)
  const said = await parseRequest(api, body, exchange.isStream)
  if (isApiError(said)) return said
  const parsed = withStyle(said, headLines, runtime.config.style)
  if (isApiError(parsed)) return parsed
  open.read(parsed)
  // All fields of the body are searched.
  if (parsed.isLong === true) await nextTurn()
  const forbidden = requestRefusal(key, parsed)
  if (forbidden !== undefined) return forbidden
  const generation = await runtime.governance.admit(parsed, {
    id,
    headers: headLines,
    key,
    log,
    bodyBytes: body.length,
    startedAt: open.startedAt,
    telemetry: open.timer.telemetry,
  })
  if (isApiError(generation)) return generation
  const { sealing, wrapUps } = generation
  const request: ClientRequest = {
    ...parsed,
    sealing,
    ...(wrapUps.length > 0 && { wrapUps }),
    ...(key?.askEffort !== undefined && { askEffort: key.askEffort }),
  }
  const dispatch = await orFault(() => dispatchFor({ request, bytes: body }, { exchange, runtime, open, generation, key: key?.id }), log)
  if (!isApiError(dispatch)) return { request, generation, dispatch, bytes: body.length }
  const refusal = (dispatch.code === 'cancelled' && open.whyStopped()) || dispatch
  generation.over({ ...notRelayed, status: refusal.status, aborted: sink.isGone() })
  return sink.isGone() ? gone : refusal
}

/** State that the choice of an upstream needs, beside the request. */
interface DispatchContext {
  exchange: Exchange
  runtime: Runtime
  open: OpenRequest
  generation: Generation
  /** Id of the client's key. */
  key: string | undefined
}

async function dispatchFor(
  content: RequestContent,
  { exchange, runtime, open, generation, key }: DispatchContext,
): Promise<Dispatch | ApiError> {
  const { first, policy, routing, answers } = runtime
  const { head: headers, log, sink } = exchange
  const governed = asGoverned(content, generation)
  if (routing === undefined) return dispatchToSingle({ first, content: governed, policy, generation, headers })
  /** Ends the registration of a request that waits in the queue. */
  let waited: (() => void) | undefined
  try {
    return await dispatchAmongSeveral({
      router: routing,
      backends: () => (runtime.routing === undefined ? undefined : runtime.backends),
      hold: () => runtime.hold(),
      first,
      content: governed,
      policy,
      generation,
      headers,
      sink,
      waits(leave) {
        open.stopsBy(leave)
        waited = answers.wait(leave)
      },
      mostHeld: runtime.config.answerLimit,
      key,
      startedAt: open.startedAt,
      onFault: (error) => logFault(error, log),
    })
  } finally {
    // By then, the client has its error, or the answer is registered as open.
    if (waited !== undefined) setImmediate(waited)
  }
}

/** Writes a request so that its answer can be governed: reasoning apart, if the client may not see it, and streamed, if it may be stopped. */
function asGoverned(content: RequestContent, { answer, overrun }: Generation): RequestContent {
  const apart = answer.secret() === 'nothing' ? content : withReasoningApart(content)
  return overrun.mayStop && !apart.request.stream && mayBeStreamed(apart.request) ? streamedInside(apart) : apart
}

function withReasoningApart(content: RequestContent): RequestContent {
  const { request, bytes } = content
  const json = request.api.withReasoningApart?.(request.json) ?? request.json
  return json === request.json ? content : { request: { ...request, json }, bytes: changedBody(json, request, bytes) }
}
