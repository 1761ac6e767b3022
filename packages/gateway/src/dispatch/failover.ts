import type { AttemptOutcome, Lease, Plan, RetryDecision, Router, RouteRequest } from '@reason/routing'
import type { PolicyConfig } from '@reason/policy'
import { internalError, isApiError, shuttingDown, type ApiError } from '../errors/api-error.ts'
import type { Generation } from '../generation/generation.ts'
import type { Destination } from '../generation/destination.ts'
import type { Asking } from './request/directive.ts'
import type { RelayOutcome as AnswerOutcome } from '../generation/relay-outcome.ts'
import type { Sink } from '../relay/sink.ts'
import { sendTo } from './request/requests.ts'
import { writeInTurns, type SendableFields } from './request/pending-body.ts'
import type { RequestWriter, UpstreamRequest } from '../generation/upstream-requests.ts'
import { bringsKey } from '../upstreams/headers.ts'
import type { Backend } from '../generation/backend.ts'
import type { AnswerListener, UpstreamCall, Send } from '../upstreams/upstream.ts'
import { affinityOf } from './affinity.ts'
import { address } from './address.ts'
import { gateAnswer, outcomeOfError } from './answer-gate.ts'
import { answeredBy } from './upstream-headers.ts'
import { createOpening } from './first-event-probe.ts'
import { errorOfRefusal } from '../errors/routing-refusal.ts'
import { mayBeSealed, sealsOf } from './seal-issuers.ts'
import type { Head } from '../head.ts'

export interface DispatchOptions {
  router: Pick<Router, 'route' | 'acquire' | 'retry'>
  /** The current upstreams. Undefined: routing is off. */
  backends(): ReadonlyMap<string, Backend> | undefined
  /** Keeps the current upstreams open for this request. @returns Call it once when the request is over. */
  hold(): () => void
  /** Any backend. It reads the conversation; backends differ only in how they write it. */
  first: Backend
  asking: Asking
  policy: PolicyConfig
  generation: Generation
  /** Headers of the client. */
  headers: Head
  /** Destination of the answer. */
  sink: Pick<Sink, 'onGone'>
  /** Called before the request may wait in a queue. @param stop - Ends the wait. */
  waits(stop: () => void): void
  /** Bytes of a whole answer that are held at most. A longer answer is forwarded as it arrives. */
  mostHeld: number
  /** The client's key. Waiting requests of different keys take turns. */
  key: string | undefined
  /** Timestamp from `performance.now`. */
  startedAt: number
  onFault(error: unknown): void
}

/** Sends a request to one upstream, and to others until one answers. */
export interface Dispatch {
  /** The current destination. */
  destination: Destination
  send: Send
  /** Notes about settings of the client that were changed or left out. */
  notes(): readonly string[]
  /** The gateway's own headers for the answer. */
  headers(): Readonly<Record<string, string>>
  /** Called when the request is over. Releases its concurrency slot. */
  over(outcome: Pick<AnswerOutcome, 'status' | 'aborted' | 'error'>): void
}

/** A request that may be sent now. */
interface Ready {
  lease: Lease
  backend: Backend
  written: SendableFields
}

/**
 * Waits for an upstream that takes the request. Where there are others meanwhile, it goes to one of them.
 *
 *   route ─▶ acquire ─▶ write ─▶ send ─an answer─▶ begun ─▶ over
 *              ▲                   │ failed before
 *              └────── retry ◀─────┘
 *
 * @returns Why it goes nowhere.
 */
export async function dispatchAmongSeveral(options: DispatchOptions): Promise<Dispatch | ApiError> {
  const { router, policy, generation, headers, sink, startedAt } = options
  let { asking } = options
  const { request } = asking
  let backends = options.backends()
  const reader = options.first.clients[request.api.id].requests
  await reader.readAhead(request)
  const conversation = reader.conversation(request)
  const issuers = sealsOf(conversation, request.model)
  const affinity = generation.conversation ?? (backends && affinityOf(conversation, backends))
  const unsealed: RouteRequest = { model: request.model, ...(affinity !== undefined && { affinity }) }
  let wanted: RouteRequest = issuers.length === 0 ? unsealed : { ...unsealed, sealsOf: issuers }
  let mayLeaveSeals = mayBeSealed(conversation)
  const tried: string[] = []
  /** Upstream id → whether the request can be written in its format. */
  const takers = new Map<string, boolean>()
  /** Whether the client sent no upstream key: a 401 then means that the gateway's own key is bad. */
  const ownsKey = !bringsKey(headers)
  const left = new AbortController()
  let destination: Destination | undefined
  let notes: readonly string[] = []
  sink.onGone(() => left.abort())
  options.waits(() => left.abort())

  const found = await take(router.route(wanted))
  if (isApiError(found)) return found
  let ready: Ready = found

  return {
    destination: destination!,
    send,
    notes: () => notes,
    headers: () => answeredBy(ready.lease, request.model),
    over(outcome) {
      ready.lease.end(outcomeOfAnswer(outcome))
    },
  }

  async function take(plan: Plan): Promise<Ready | ApiError> {
    const lease = await router.acquire(plan, { signal: left.signal, ...(options.key !== undefined && { key: options.key }) })
    const isPast = renew()
    if (!lease.granted) return isPast && lease.refusal.code === 'unavailable' ? takeAnew() : errorOfRefusal(lease.refusal)
    try {
      const backend = backends?.get(lease.upstream)
      const next = backend && address(asking, backend, lease.model, policy)
      if (next !== undefined) await backend!.clients[request.api.id].requests.readAhead(next.request, next.bytes)
      const written = next === undefined ? gone : write(backend!, next, lease)
      if (!isApiError(written)) {
        const sendable = await writeInTurns(written, next!, headers)
        notes = [...notes, ...sendable.notes.slice(written.notes.length)]
        return { lease, backend: backend!, written: sendable }
      }
      lease.release()
      if (backend === undefined) return written
      takers.set(lease.upstream, false)
      const others = router.route({ ...wanted, canTake })
      return others.refusal?.code === 'model-unknown' ? written : await take(others)
    } catch (error) {
      lease.release()
      throw error
    }
  }

  /** Routes again after the awaited upstreams were removed. */
  function takeAnew(): Promise<Ready | ApiError> | ApiError {
    return backends === undefined ? gone : take(router.route(wanted))
  }

  /** @returns Whether the upstreams have changed since the last plan. */
  function renew(): boolean {
    const now = options.backends()
    if (now === backends) return false
    backends = now
    takers.clear()
    sink.onGone(options.hold())
    return true
  }

  function write(backend: Backend, next: Destination, { upstream, candidate }: Lease): UpstreamRequest | ApiError {
    const written = writtenFor(backend, next)
    if (isApiError(written)) return written
    tried.push(upstream)
    takers.set(upstream, true)
    destination = destination === undefined ? next : Object.assign(destination, next)
    notes = candidate.warning === undefined ? written.notes : [...written.notes, candidate.warning.message]
    return written
  }

  /** Writes the request for this upstream, which may have another format and model name. */
  function writtenFor(backend: Backend, { request: own, bytes }: Destination): ReturnType<RequestWriter['write']> {
    generation.requests.goesTo(backend)
    const writer = backend.clients[request.api.id].requests
    return writer.write(
      own,
      bytes,
      generation.requests.changes(() => writer.conversation(own).knobs),
    )
  }

  /** True if the request can be written for this upstream. */
  function canTake(upstream: string, model: string): boolean {
    const backend = options.backends()?.get(upstream)
    if (backend === undefined) return true
    const known = takers.get(upstream) ?? !isApiError(writtenFor(backend, address(asking, backend, model, policy)))
    takers.set(upstream, known)
    return known
  }

  function send(listener: AnswerListener): UpstreamCall {
    let exchange: UpstreamCall | undefined
    let timer: NodeJS.Timeout | undefined
    let over = false
    ask()
    return {
      pause: () => exchange?.pause(),
      resume: () => exchange?.resume(),
      abort(why) {
        over = true
        clearTimeout(timer)
        left.abort()
        exchange?.abort(why)
      },
    }

    function ask(): void {
      const { lease, backend, written } = ready
      const sent = sendTo(destination!, written, headers, generation.requests, (more) => (notes = [...notes, ...more]))
      exchange = gateAnswer(sent, listener, {
        credential: { ownCredential: ownsKey || backend.ownKey },
        mayBlameSeals: mayLeaveSeals,
        openProbe: (responseHeaders) => createOpening(destination!, responseHeaders, options.mostHeld),
        isOver: () => over,
        onSuccess: () => lease.began(),
        onFailed(outcome) {
          lease.end(outcome)
          if (over) return false
          // If no other upstream can take the request, the client gets this failure.
          const decision = router.retry({ ...wanted, canTake, tried, outcome, elapsedMs: performance.now() - startedAt })
          if (decision.retry) again(decision)
          else generation.requests.goesTo(backend)
          return decision.retry
        },
        onSealsRefused: beyondSeals,
        onFault: options.onFault,
      })
    }

    /** Retries after an upstream refused the conversation's seals: at other upstreams that may have issued them, and then without seals. */
    function beyondSeals(): void {
      const others = router.route({ ...wanted, canTake: (id, model) => !tried.includes(id) && canTake(id, model) })
      const next = others.refusal === undefined ? others.candidates[0]?.seals : undefined
      if (next === 'own' || next === 'older') return again({ delayMs: 0, plan: others })
      asking = { ...asking, request: { ...asking.request, leavesSeals: true } }
      wanted = unsealed
      mayLeaveSeals = false
      takers.clear()
      // The same upstream comes first, because it is known to respond.
      const same = router.route({ ...wanted, canTake: (id, model) => id === ready.lease.upstream && canTake(id, model) })
      again({ delayMs: 0, plan: same.refusal === undefined ? same : router.route({ ...wanted, canTake }) })
    }

    function again({ delayMs, plan }: Pick<Extract<RetryDecision, { retry: true }>, 'delayMs' | 'plan'>): void {
      timer = setTimeout(() => {
        take(plan).then(
          (next) => {
            if (isApiError(next)) return void (over || listener.onFailure({ ...next, code: String(next.code) }))
            ready = next
            if (over) next.lease.release()
            else ask()
          },
          (error: unknown) => {
            options.onFault(error)
            if (!over) listener.onFailure(internalError)
          },
        )
      }, delayMs)
    }
  }
}

/** Outcome of an answer for the router, if no upstream failed before it. */
function outcomeOfAnswer({ status, aborted, error }: Pick<AnswerOutcome, 'status' | 'aborted' | 'error'>): AttemptOutcome {
  if (aborted || (error !== undefined && ourFaults.has(error))) return { kind: 'cancelled' }
  return { ...outcomeOfError({ status, code: error ?? null }), begun: true }
}

/** Codes of failures for which the upstream is not responsible. */
const ourFaults: ReadonlySet<string> = new Set([shuttingDown.code, internalError.code, 'key_revoked', 'key_unknown'])

/** The new configuration has a single upstream, so routing is off. */
const gone: ApiError = {
  status: 503,
  type: 'server_error',
  code: 'unavailable',
  message: 'The upstreams have changed while the request waited. Send it again.',
  headers: { 'retry-after': '1' },
}
