import {
  outcomeOf,
  type Lease,
  type AttemptOutcome,
  type OutcomeContext,
  type Plan,
  type RetryDecision,
  type Router,
  type RouteRequest,
} from '@reason/routing'
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
import { isUnusable } from '../errors/upstream-failures.ts'
import type { AnswerFailure } from '../errors/failure.ts'
import type { AnswerListener, UpstreamCall, Send } from '../upstreams/upstream.ts'
import { affinityOf } from './affinity.ts'
import { longestRefusal } from './resend-after-refusal.ts'
import { address } from './address.ts'
import { answeredBy } from './upstream-headers.ts'
import { createHeld, type ByteBuffer } from './byte-buffer.ts'
import { createOpening, type FirstEventProbe } from './first-event-probe.ts'
import { errorOfRefusal } from '../errors/routing-refusal.ts'
import { isOfSeals } from './seal-refusal.ts'
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
      const credential = { ownCredential: ownsKey || backend.ownKey }
      /** Passes the head of a successful answer on. Set until the answer begins. */
      let head: (() => void) | undefined
      let begun = false
      /** The exchange was given up for another upstream. */
      let past = false
      /** The probe of the first event. Until it ends, the client has received nothing of the answer. */
      let opening: FirstEventProbe | undefined
      /** Body of a refusal that may be caused by the seals alone. */
      let refusal: ByteBuffer | undefined
      const asked = sendTo(
        destination!,
        written,
        headers,
        generation.requests,
        (more) => (notes = [...notes, ...more]),
      )({
        onHead: guarded((status, responseHeaders) => {
          const pass = (): void => listener.onHead(status, responseHeaders)
          const outcome = outcomeOf(status, responseHeaders, credential)
          if (outcome.kind === 'success') {
            lease.began()
            head = pass
            opening = createOpening(destination!, responseHeaders, options.mostHeld)
          } else {
            past = failed(outcome)
            if (past) asked.abort()
            else if (outcome.kind === 'client-error' && mayLeaveSeals) {
              head = pass
              refusal = createHeld(longestRefusal)
            } else pass()
          }
        }),
        onData: guarded((bytes, more) => {
          if (past) return
          if (refusal !== undefined) return void (refusal.push(bytes) || begin(more))
          if (opening === undefined) listener.onData(bytes, more)
          else if (!opening.push(bytes) && !isNone(opening)) begin(more)
        }),
        onEnd: guarded(() => {
          if (past) return
          opening?.end()
          if (opening !== undefined && isNone(opening)) return
          if (refusal !== undefined && !over && isOfSeals(refusal.all())) {
            past = true
            return beyondSeals()
          }
          begin(false)
          return listener.onEnd()
        }),
        onFailure: guarded((failure) => {
          if (past) return
          past = failure.kind !== undefined && failed({ kind: failure.kind, begun })
          if (past) return
          // Sends the held bytes before the failure.
          begin(false)
          listener.onFailure(failure)
        }),
      })
      exchange = asked

      function begin(more: boolean): void {
        const bytes = (opening ?? refusal)?.release() ?? []
        opening = refusal = undefined
        begun = true
        head?.()
        head = undefined
        for (const [index, piece] of bytes.entries()) listener.onData(piece, more || index < bytes.length - 1)
      }

      /** @returns Whether the response is no answer and another upstream is tried. */
      function isNone(beginning: FirstEventProbe): boolean {
        const error = beginning.error()
        if (error === undefined) return false
        past = failed(outcomeOfError(error, credential))
        if (past) asked.abort(error)
        return past
      }

      /** Catches errors of a handler. Its caller is the network, so an uncaught error would end the process. */
      function guarded<A extends unknown[], R>(handle: (...args: A) => R): (...args: A) => R | void {
        return (...args) => {
          try {
            return handle(...args)
          } catch (error) {
            past = true
            asked.abort()
            options.onFault(error)
            if (!over) listener.onFailure(internalError)
          }
        }
      }

      /** @returns Whether the request is sent again. */
      function failed(outcome: AttemptOutcome): boolean {
        lease.end(outcome)
        if (over) return false
        // If no other upstream can take the request, the client gets this failure.
        const decision = router.retry({ ...wanted, canTake, tried, outcome, elapsedMs: performance.now() - startedAt })
        if (decision.retry) again(decision)
        else generation.requests.goesTo(backend)
        return decision.retry
      }
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

const outcomeOfError = (failure: AnswerFailure, credential: OutcomeContext = {}): AttemptOutcome =>
  isUnusable(failure) ? { kind: 'invalid' } : outcomeOf(failure.status, {}, credential)

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
