import type { UpstreamCandidate } from './candidate.ts'
import { createLease } from './create-lease.ts'
import type { Lease } from './lease.ts'
import { describeObstacle, type Plan } from './plan.ts'
import { refuse, seconds, type RoutingRefusal } from './refusal.ts'
import { isFull, obstacleAt, waitOf, type RoutedUpstream, type Waiter } from './upstream.ts'

/** Calls a function later. @returns A function that cancels the call. */
export type Schedule = (run: () => void, delayMs: number) => () => void

/** The used subset of an `AbortSignal`. */
export interface AbortSignalLike {
  readonly aborted: boolean
  addEventListener(type: 'abort', listener: () => void, options: { once: boolean }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

export interface AcquireOptions {
  /** Key of a client or a team. Keys take turns in a queue. Absent: all requests without a key share one. */
  key?: string
  /** Aborts when the client disconnects, which ends the wait. */
  signal?: AbortSignalLike
  /** Maximum wait in milliseconds. Default: the longest `queueTimeoutMs` of the upstreams in question. 0: no wait. */
  maxWaitMs?: number
  /**
   * Whether the request takes a slot, and waits for one. `false` is for auxiliary calls, whose outcome still counts for
   * the upstream's health. Default true.
   */
  slot?: boolean
}

export type Refused = { granted: false; refusal: RoutingRefusal }

export interface RoutingAdmission {
  acquire(plan: Plan, options: AcquireOptions): Lease | Refused | Promise<Lease | Refused>
  /** Serves the queue of an upstream after a change of its state. */
  settle(upstream: RoutedUpstream): void
}

interface AdmissionTools {
  find(id: string): RoutedUpstream | undefined
  now: () => number
  schedule: Schedule
  whenBusy: () => 'next' | 'wait'
  /** Called when a request is sent. */
  onSent(): void
  /** Called when the last request of an upstream has ended. */
  onIdle(upstream: RoutedUpstream): void
}

/** Manages the slots of upstreams, and the requests that wait for them. */
export function createAdmission({ find, now, schedule, whenBusy, onSent, onIdle }: AdmissionTools): RoutingAdmission {
  return { acquire, settle }

  function acquire(plan: Plan, options: AcquireOptions): Lease | Refused | Promise<Lease | Refused> {
    const time = now()
    return look(plan, options, time, time)
  }

  /** @param since - Time at which the request began to wait. */
  function look(plan: Plan, options: AcquireOptions, time: number, since: number): Lease | Refused | Promise<Lease | Refused> {
    if (plan.refusal !== undefined) return { granted: false, refusal: plan.refusal }
    if (options.signal?.aborted === true) return { granted: false, refusal: cancelled }
    const { slot = true } = options
    const waitable = new Map<RoutedUpstream, UpstreamCandidate>()
    const turnedAway: RoutedUpstream[] = []
    const obstacles: string[] = []
    let onlyAside = true
    let wait = Number.POSITIVE_INFINITY
    let last: UpstreamCandidate | undefined

    for (const candidate of plan.candidates) {
      if (candidate.verdict === 'refused') break
      // A request that can wait in a queue does so before it moves to an upstream that cannot read its seals, or that costs more.
      if (last !== undefined && waitable.size > 0 && isBorder(last, candidate)) break
      last = candidate
      const upstream = find(candidate.upstream)
      if (upstream === undefined) continue
      const obstacle = obstacleAt(upstream, time)
      if (obstacle !== undefined) {
        onlyAside &&= obstacle === 'aside'
        obstacles.push(`${candidate.upstream} ${describeObstacle(upstream, obstacle, time)}`)
        wait = Math.min(wait, waitOf(upstream, obstacle, time))
      } else if (!slot || (!isFull(upstream) && upstream.queue.size === 0)) return grant(upstream, candidate, time, time - since, slot)
      else if (upstream.queue.size < upstream.config.limits.queue) waitable.set(upstream, candidate)
      else turnedAway.push(upstream)
    }
    if (waitable.size > 0 && options.maxWaitMs !== 0) return enqueue(plan, waitable, options, since)
    for (const upstream of [...turnedAway, ...waitable.keys()]) upstream.counts.turnedAway += 1
    const busy = turnedAway[0] ?? waitable.keys().next().value
    if (busy !== undefined) return { granted: false, refusal: queueFull(busy) }
    const why = obstacles.join('; ')
    if (why === '') return { granted: false, refusal: refuse('unavailable', 'Every upstream of the plan was removed. Make a new plan.') }
    return { granted: false, refusal: refuse(onlyAside ? 'rate-limited' : 'unavailable', `No upstream is left to try: ${why}.`, wait) }
  }

  function isBorder(one: UpstreamCandidate, next: UpstreamCandidate): boolean {
    return one.seals !== next.seals || (whenBusy() === 'wait' && one.group !== next.group)
  }

  function grant(upstream: RoutedUpstream, candidate: UpstreamCandidate, since: number, waitedMs: number, slot: boolean): Lease {
    onSent()
    return createLease(upstream, candidate, {
      now,
      since,
      waitedMs,
      slot,
      onChange() {
        settle(upstream)
        if (upstream.inFlight === 0) onIdle(upstream)
      },
    })
  }

  function enqueue(
    plan: Plan,
    places: Map<RoutedUpstream, UpstreamCandidate>,
    options: AcquireOptions,
    since: number,
  ): Promise<Lease | Refused> {
    const { key = '', signal, maxWaitMs } = options
    return new Promise((resolve) => {
      const timeoutMs = maxWaitMs ?? Math.max(...Array.from(places.keys(), ({ config }) => config.limits.queueTimeoutMs))
      const names = Array.from(places.keys(), ({ config }) => config.id).join(', ')
      const waiter: Waiter = { key, places, since, settle: finish, moveOn }
      const cancelTimer = schedule(
        () => giveUp(refuse('queue-timeout', tooLong(names, timeoutMs), 1000), true),
        Math.max(0, timeoutMs - (now() - since)),
      )
      const onAbort = (): void => giveUp(cancelled, false)
      signal?.addEventListener('abort', onAbort, { once: true })
      for (const upstream of places.keys()) upstream.queue.push(waiter)
      // The timer of the queue may be late, so that a slot is free although requests wait.
      for (const upstream of places.keys()) settle(upstream)

      function giveUp(refusal: RoutingRefusal, counts: boolean): void {
        if (counts) for (const upstream of places.keys()) upstream.counts.turnedAway += 1
        leave(waiter)
        finish(refusal)
      }

      function moveOn(refusal: RoutingRefusal): void {
        stopWaiting()
        const next = look(plan, options, now(), since)
        const isNowhere = !(next instanceof Promise) && !next.granted && next.refusal.code === 'unavailable'
        resolve(isNowhere ? { granted: false, refusal } : next)
      }

      function finish(result: Lease | RoutingRefusal): void {
        stopWaiting()
        resolve('granted' in result ? result : { granted: false, refusal: result })
      }

      function stopWaiting(): void {
        cancelTimer()
        signal?.removeEventListener('abort', onAbort)
      }
    })
  }

  function leave(waiter: Waiter): void {
    for (const upstream of waiter.places.keys()) {
      upstream.queue.remove(waiter)
      wakeLater(upstream)
    }
  }

  function settle(upstream: RoutedUpstream): void {
    if (upstream.queue.size === 0) return
    const time = now()
    let obstacle = obstacleAt(upstream, time)
    while (obstacle === undefined && !isFull(upstream)) {
      const waiter = upstream.queue.shift()
      if (waiter === undefined) break
      leave(waiter)
      waiter.settle(grant(upstream, waiter.places.get(upstream)!, time, time - waiter.since, true))
      obstacle = obstacleAt(upstream, time)
    }
    // An upstream that is rate limited recovers by itself, and a trial soon decides. Otherwise waiting requests move on, or are refused.
    if (obstacle === 'open' || obstacle === 'draining') {
      for (const waiter of upstream.queue.drain()) {
        waiter.places.delete(upstream)
        const message = `${upstream.config.id} ${describeObstacle(upstream, obstacle, time)}, and no other upstream has room in its queue.`
        if (waiter.places.size === 0) waiter.moveOn(refuse('unavailable', message, waitOf(upstream, obstacle, time)))
      }
    }
    wakeLater(upstream)
  }

  /** Sets a timer for the queue. At a rate-limited upstream no request ends, and a trial may take too long, so that no event would wake the queue. */
  function wakeLater(upstream: RoutedUpstream): void {
    upstream.cancelWake?.()
    upstream.cancelWake = undefined
    if (upstream.queue.size === 0) return
    const wait = Math.max(upstream.health.asideUntil, upstream.health.circuit.trialUntil) - now()
    if (wait <= 0) return
    upstream.cancelWake = schedule(() => {
      upstream.cancelWake = undefined
      settle(upstream)
    }, Math.ceil(wait))
  }
}

const cancelled = refuse('cancelled', 'The client disconnected.')

const tooLong = (names: string, ms: number): string =>
  `No slot became free within ${seconds(ms)} (waited for: ${names}). Try again, or allow more requests at once.`

/** Creates the refusal for a full queue. The delay estimates the time to answer the queued requests, from recent durations. */
function queueFull({ config: { id, limits }, inFlight, queue, durationMs }: RoutedUpstream): RoutingRefusal {
  const perSlot = (durationMs.value ?? 1000) / Math.max(1, limits.concurrency)
  const message = `${id} is busy: it answers ${inFlight} of at most ${limits.concurrency} requests at a time, and ${queue.size} of at most ${limits.queue} wait.`
  return refuse('queue-full', message, Math.min(60_000, perSlot * (queue.size + 1)))
}
