import type { KeyRecord } from '@reason/keys'
import type { PolicyConfig } from '@reason/policy'
import { internalError, isApiError, shuttingDown, type ApiError } from './errors/api-error.ts'
import type { ClientApi } from './client-apis/client-api.ts'
import { parseRequest, type ClientRequest } from './client-apis/client-request.ts'
import type { Generation } from './generation/generation.ts'
import type { Asking } from './dispatch/request/directive.ts'
import { changedBody } from './dispatch/request/pending-body.ts'
import { outcomeOf, type RelayOutcome } from './generation/relay-outcome.ts'
import { relay } from './relay/relay.ts'
import { createRequests } from './dispatch/request/requests.ts'
import { sendError } from './relay/delivery/error-delivery.ts'
import { mayBeStreamed, streamedInside } from './dispatch/request/internal-streaming.ts'
import { withStyle } from './client-apis/reasoning-style.ts'
import type { Sink } from './relay/sink.ts'
import { dispatchToSingle } from './dispatch/single-upstream.ts'
import { dispatchAmongSeveral, type Dispatch } from './dispatch/failover.ts'
import { gone } from './upstreams/reply.ts'
import { faultOf } from './errors/fault.ts'
import { requestRefusal, type ClientAccess } from './client-apis/client-access.ts'
import type { Routing } from './dispatch/routing.ts'
import type { OpenAnswers } from './relay/open-answers.ts'
import type { Governance } from './rules/governance.ts'
import type { Backend } from './generation/backend.ts'
import type { GatewayConfig } from './settings/settings.ts'
import type { Head, HeadLines } from './head.ts'
import type { Log } from './log.ts'

/**
 * Authenticates a client by its headers, and counts its request against the key's limit.
 *
 * @returns The refusal, or undefined.
 */
export function refusalByHeaders(
  { access, governance }: Pick<Runtime, 'access' | 'governance'>,
  head: Head,
): ApiError | undefined | Promise<ApiError | undefined> {
  const client = access.identify(head)
  // If keys are optional, an invalid key is refused later, after errors of the body.
  if (isApiError(client)) return access.required ? client : undefined
  return governance.limited(client.key)
}

/** A request for an answer, over HTTP or a WebSocket. */
export interface Exchange {
  id: string
  api: ClientApi
  head: Head
  headLines: HeadLines
  /** The body as it was sent, decompressed. */
  body: Buffer
  /** All answers on this connection are streams. */
  isStream?: true
  sink: Sink
  log: Log
}

/** State for answering requests. Values that change with the configuration are read for each request. */
export interface Runtime {
  readonly config: Pick<
    GatewayConfig,
    | 'style'
    | 'answerLimit'
    | 'commentary'
    | 'decideAfter'
    | 'trim'
    | 'keepAlive'
    | 'fastPath'
    | 'visibility'
    | 'delivery'
    | 'requireTraces'
    | 'budgets'
    | 'routing'
    | 'upstreams'
  >
  readonly policy: PolicyConfig
  /** Upstreams that requests may go to, by name. */
  readonly backends: ReadonlyMap<string, Backend>
  /** The only upstream, if routing is off. */
  readonly first: Backend
  /** Chooses between upstreams. Undefined: the only upstream takes all requests. */
  readonly routing: Pick<Routing, 'route' | 'acquire' | 'retry'> | undefined
  readonly governance: Governance
  readonly access: ClientAccess
  readonly answers: OpenAnswers
  /** Begins work with the current configuration. @returns Call it once when the work is over. */
  hold(): () => void
}

/**
 *   read ─▶ may it begin? ─▶ where does it go? ─▶ write for the upstream ─▶ relay
 *     └────────────┴───────────────────┴────────────────────┴─▶ refused
 */
export async function handle(exchange: Exchange, runtime: Runtime): Promise<void> {
  const { config, policy, first, routing, governance, access, answers: open } = runtime
  const { id, api, head, headLines, sink, log } = exchange
  const startedAt = performance.now()
  const timer = governance.requestStarted(api.path, head)
  const onFault = (error: unknown): void => log.error({ err: faultOf(error) }, 'gateway failed')
  /** Known once the request is that far, for the log line of a refusal. */
  let key: KeyRecord | undefined
  let read: ClientRequest | undefined
  /** Stops the current work on the request. */
  let stop: ((why: ApiError) => void) | undefined
  /** The error if the request must stop. */
  let stopped: ApiError | undefined
  let unfollow: (() => void) | undefined
  const ready = await orFault(prepare, log)
  if (isApiError(ready)) return ready === gone ? finished('aborted') : turnDown(ready)
  const { request, generation, dispatch, bytes } = ready
  // Since admission, the client may have disconnected, its key may have been revoked, or a shutdown may have begun.
  const why = sink.isGone() ? gone : whyStopped()
  if (why !== undefined) {
    const outcome: RelayOutcome = why === gone ? { ...untold, aborted: true } : { ...untold, ...outcomeOf(why) }
    dispatch.over(outcome)
    generation.over(outcome)
    return why === gone ? finished('aborted') : turnDown(why)
  }
  if (dispatch.notes().length > 0) log.debug({ model: request.model, notes: dispatch.notes() }, 'request translated')
  // Unset if the relay ends at once.
  let remove: (() => void) | undefined
  let over = false
  const one = relay({
    sink,
    request,
    destination: dispatch.destination,
    settings: config,
    stopsAtTurnEnd: policy.llm.harmony.channels_parser.stop_at_turn_end,
    generation,
    requestBytes: bytes + (request.media?.bytes ?? 0),
    timer,
    headers: () => ({ ...dispatch.headers(), ...(dispatch.notes().length > 0 && { 'x-reason-notes': String(dispatch.notes().length) }) }),
    requests: createRequests(dispatch.send, dispatch.destination, head, generation.requests),
    onFault,
    onOver(outcome) {
      over = true
      unfollow?.()
      remove?.()
      dispatch.over(outcome)
      sink.written(open.isDraining())
      const line = {
        model: request.model,
        stream: request.stream,
        ...(key !== undefined && { key: key.id }),
        ...outcome,
        ...(routing !== undefined && { upstream: dispatch.headers()['x-reason-upstream'] }),
        ...(dispatch.notes().length > 0 && { notes: dispatch.notes().length }),
        ms: Math.round(performance.now() - startedAt),
      }
      if (outcome.status >= 500) log.warn(line, 'answer failed')
      else log.info(line, 'answered')
    },
  })
  stop = (reason) => one.stop(reason)
  if (!over) remove = open.add(one)

  /** @returns The prepared request, or the error. */
  async function prepare(): Promise<Ready | ApiError> {
    const client = access.identify(head)
    if (isApiError(client)) return client
    key = client.key
    unfollow = access.follow(client, (reason) => {
      stopped = reason
      stop?.(reason)
    })
    const bytes = exchange.body
    const said = await parseRequest(api, bytes, exchange.isStream)
    if (isApiError(said)) return said
    const parsed = withStyle(said, headLines, config.style)
    if (isApiError(parsed)) return parsed
    read = parsed
    const forbidden = requestRefusal(key, parsed)
    if (forbidden !== undefined) return forbidden
    const generation = await governance.admit(parsed, {
      id,
      headers: headLines,
      key,
      log,
      bodyBytes: bytes.length,
      startedAt,
      telemetry: timer.telemetry,
    })
    if (isApiError(generation)) return generation
    const { sealing, wrapUps } = generation
    const request: ClientRequest = {
      ...parsed,
      sealing,
      ...(wrapUps.length > 0 && { wrapUps }),
      ...(key?.askEffort !== undefined && { askEffort: key.askEffort }),
    }
    const dispatch = await orFault(() => dispatchFor({ request, bytes }, generation), log)
    if (!isApiError(dispatch)) return { request, generation, dispatch, bytes: bytes.length }
    const refusal = (dispatch.code === 'cancelled' && whyStopped()) || dispatch
    generation.over({ ...untold, status: refusal.status, aborted: sink.isGone() })
    return sink.isGone() ? gone : refusal
  }

  async function dispatchFor(asking: Asking, generation: Generation): Promise<Dispatch | ApiError> {
    const apart = generation.answer.secret() === 'nothing' ? asking : withReasoningApart(asking)
    const isCollected = generation.overrun.mayStop && !apart.request.stream && mayBeStreamed(apart.request)
    const governed = isCollected ? streamedInside(apart) : apart
    if (routing === undefined) return dispatchToSingle({ first, asking: governed, policy, generation, headers: head })
    /** Ends the registration of a request that waits in the queue. */
    let waited: (() => void) | undefined
    try {
      return await dispatchAmongSeveral({
        router: routing,
        backends: () => (runtime.routing === undefined ? undefined : runtime.backends),
        hold: () => runtime.hold(),
        first,
        asking: governed,
        policy,
        generation,
        headers: head,
        sink,
        waits(leave) {
          stop = leave
          waited = open.wait(leave)
        },
        mostHeld: config.answerLimit,
        key: key?.id,
        startedAt,
        onFault,
      })
    } finally {
      // By then, the client has its error, or the answer is registered as open.
      if (waited !== undefined) setImmediate(waited)
    }
  }

  function turnDown(error: ApiError): void {
    sendError(sink, api, error)
    finished(error.status)
    const line = {
      ...(read !== undefined && { model: read.model, stream: read.stream }),
      ...(key !== undefined && { key: key.id }),
      status: error.status,
      ...(typeof error.code === 'string' && { code: error.code }),
      ms: Math.round(performance.now() - startedAt),
    }
    if (error.status >= 500 && error !== shuttingDown) log.warn(line, 'refused')
    else log.info(line, 'refused')
  }

  function finished(status: number | 'aborted'): void {
    unfollow?.()
    timer.finished(status)
  }

  function whyStopped(): ApiError | undefined {
    return stopped ?? (open.isDraining() ? shuttingDown : undefined)
  }
}

/** A request that is ready to be sent. */
interface Ready {
  request: ClientRequest
  generation: Generation
  dispatch: Dispatch
  /** Length of the body in bytes. */
  bytes: number
}

/** Requests separate reasoning, for a client that may not see it. */
function withReasoningApart(asking: Asking): Asking {
  const { request, bytes } = asking
  const json = request.api.withReasoningApart?.(request.json) ?? request.json
  return json === request.json ? asking : { request: { ...request, json }, bytes: changedBody(json, request, bytes) }
}

/** Outcome of a request that was not relayed. */
const untold: RelayOutcome = { status: 200, aborted: false, adapter: undefined, warnings: [] }

/** Converts an exception to an internal error, for code that runs before the relay. */
export async function orFault<T>(work: () => T | Promise<T>, log: Log): Promise<T | ApiError> {
  try {
    return await work()
  } catch (error) {
    log.error({ err: faultOf(error) }, 'gateway failed')
    return internalError
  }
}
