import type { RequestChanges } from '@reason/budget'
import { stepByStep } from '../event-loop/steps.ts'
import type { AttemptOutcome, Lease, Plan, RetryDecision, RouteRequest } from '@reason/routing'
import { isApiError, type ApiError } from '../errors/api-error.ts'
import { errorOfRefusal } from '../errors/routing-refusal.ts'
import type { Backend } from '../generation/backend.ts'
import type { Destination } from '../generation/destination.ts'
import type { RequestWriter, UpstreamRequest } from '../generation/upstream-requests.ts'
import { address } from './address.ts'
import { affinityOf } from './affinity.ts'
import type { DispatchOptions } from './dispatch.ts'
import { writeInTurns, type SendableFields } from './request/pending-body.ts'
import { mayBeSealed, sealsOf } from './seal-issuers.ts'

/** A request that may be sent now. */
export interface LeasedRequest {
  lease: Lease
  backend: Backend
  written: SendableFields
}

/** Chooses upstreams for one request, one after another, and writes it for them. */
export interface UpstreamChoice {
  /** The destination for which the request was written last. It is the same object for the whole request. */
  destination(): Destination
  notes(): readonly string[]
  addNotes(more: readonly string[]): void
  /** The upstreams that may take the request first. */
  firstPlan(): Plan
  /** Waits for an upstream of the plan. @returns Why the request goes to none. */
  take(plan: Plan): Promise<LeasedRequest | ApiError>
  /** Decides whether the request goes to another upstream after a failure. */
  afterFailure(outcome: AttemptOutcome, elapsedMs: number): RetryDecision
  /** Whether the conversation may have seals that an upstream refuses. */
  mayBlameSeals(): boolean
  /** The upstreams that take the request after its seals were refused: others that may have issued them, and then any without seals. */
  planBeyondSeals(refusedBy: string): Plan
}

export async function createUpstreamChoice(options: DispatchOptions, left: AbortSignal): Promise<UpstreamChoice> {
  const { router, policy, generation, headers, sink, key } = options
  let { content } = options
  const { request } = content
  let backends = options.backends()
  const reader = options.first.clientFormats[request.api.id].requests
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
  let destination: Destination | undefined
  let notes: readonly string[] = []

  return {
    destination: () => destination!,
    notes: () => notes,
    addNotes(more) {
      notes = [...notes, ...more]
    },
    firstPlan: () => router.route(wanted),
    take,
    // If no other upstream can take the request, the client gets the failure.
    afterFailure: (outcome, elapsedMs) => router.retry({ ...wanted, canTake, tried, outcome, elapsedMs }),
    mayBlameSeals: () => mayLeaveSeals,
    planBeyondSeals(refusedBy) {
      const others = router.route({ ...wanted, canTake: (id, model) => !tried.includes(id) && canTake(id, model) })
      const next = others.refusal === undefined ? others.candidates[0]?.seals : undefined
      if (next === 'own' || next === 'older') return others
      content = { ...content, request: { ...content.request, leavesSeals: true } }
      wanted = unsealed
      mayLeaveSeals = false
      takers.clear()
      // The same upstream comes first, because it is known to respond.
      const same = router.route({ ...wanted, canTake: (id, model) => id === refusedBy && canTake(id, model) })
      return same.refusal === undefined ? same : router.route({ ...wanted, canTake })
    },
  }

  async function take(plan: Plan): Promise<LeasedRequest | ApiError> {
    const lease = await router.acquire(plan, { signal: left, ...(key !== undefined && { key }) })
    const isPast = renew()
    if (!lease.granted) return isPast && lease.refusal.code === 'unavailable' ? takeAnew() : errorOfRefusal(lease.refusal)
    try {
      const backend = backends?.get(lease.upstream)
      const next = backend && address(content, backend, lease.model, policy)
      const written = next === undefined ? upstreamsChanged : taken(await writtenInTurns(backend!, next), next, lease)
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
  function takeAnew(): Promise<LeasedRequest | ApiError> | ApiError {
    return backends === undefined ? upstreamsChanged : take(router.route(wanted))
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

  function taken(written: UpstreamRequest | ApiError, next: Destination, { upstream, candidate }: Lease): UpstreamRequest | ApiError {
    if (isApiError(written)) return written
    tried.push(upstream)
    takers.set(upstream, true)
    destination = destination === undefined ? next : Object.assign(destination, next)
    notes = candidate.warning === undefined ? written.notes : [...written.notes, candidate.warning.message]
    return written
  }

  async function writtenInTurns(backend: Backend, next: Destination): Promise<UpstreamRequest | ApiError> {
    if (next.request.isLong !== true) return writtenFor(backend, next)
    const writer = writerFor(backend)
    await writer.readAhead(next.request, next.bytes)
    return stepByStep(writer.writeInSteps(next.request, next.bytes, changesFor(backend, next)))
  }

  /** Writes the request for this upstream, which may have another format and model name. */
  function writtenFor(backend: Backend, next: Destination): UpstreamRequest | ApiError {
    return writerFor(backend).write(next.request, next.bytes, changesFor(backend, next))
  }

  function writerFor(backend: Backend): RequestWriter {
    return backend.clientFormats[request.api.id].requests
  }

  function changesFor(backend: Backend, next: Destination): RequestChanges {
    generation.requests.goesTo(backend)
    return generation.requests.changes(() => writerFor(backend).conversation(next.request).knobs)
  }

  /** True if the request can be written for this upstream. */
  function canTake(upstream: string, model: string): boolean {
    const backend = options.backends()?.get(upstream)
    if (backend === undefined) return true
    const known = takers.get(upstream) ?? !isApiError(writtenFor(backend, address(content, backend, model, policy)))
    takers.set(upstream, known)
    return known
  }
}

/** The new configuration has a single upstream, so routing is off. */
const upstreamsChanged: ApiError = {
  status: 503,
  type: 'server_error',
  code: 'unavailable',
  message: 'The upstreams have changed while the request waited. Send it again.',
  headers: { 'retry-after': '1' },
}
