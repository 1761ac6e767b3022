import { createAdmission, type AcquireOptions, type Refused, type Schedule } from './admission.ts'
import { createCatalogue } from './catalogue.ts'
import { parseRouting, type RoutingOptions } from './config.ts'
import type { Lease } from './lease.ts'
import { planAt, type Plan, type RouteRequest } from './plan.ts'
import type { HealthProbe } from './probe-schedule.ts'
import { createRetryBudget, decideRetry, type RetryDecision, type RetryRequest } from './retry.ts'
import { stateOf, type UpstreamState } from './state.ts'
import { createUpstream, forget, obstacleAt, reconfigure, type RoutedUpstream } from './upstream.ts'

export interface RouterContext {
  /** Milliseconds, never going back. Default `performance.now()`. */
  now?: () => number
  /** 0 to below 1. Default `Math.random`. */
  random?: () => number
  /** Timers for waiting requests. Default: a timer that does not keep the process alive. */
  schedule?: Schedule
}

export interface Router {
  /** Plans a request: the upstreams to ask, their order, and the reasons. It changes no state, so that it can also explain decisions. */
  route(request: RouteRequest): Plan
  /**
   * Waits for permission to send a request to the first candidate of a plan that can take it. Every lease has to be
   * ended. Never rejects.
   */
  acquire(plan: Plan, options?: AcquireOptions): Lease | Refused | Promise<Lease | Refused>
  /** Decides whether a failed request is sent again. End its lease before. */
  retry(request: RetryRequest): RetryDecision
  /** Probes that are due. Each is returned once; report its result with `probed`. */
  dueProbes(): HealthProbe[]
  /** Milliseconds until the next probe is due, 0 or more. Infinity if no upstream is probed. */
  nextProbeInMs(): number
  /** @param answered - Whether the upstream answered in time, without an error. The id of a removed upstream is ignored. */
  probed(upstream: string, answered: boolean): void
  /**
   * Replaces the configuration. Running requests continue; a removed upstream takes no new requests, and requests that
   * wait for it alone are refused.
   * @throws {ReasonError} `REASON_INVALID_OPTIONS`. The configuration is then unchanged.
   */
  update(options: RoutingOptions): void
  /** Resets the health of an upstream, because its address or key changed. A removed id is ignored. */
  forget(upstream: string): void
  /** States in the order of the configuration, followed by upstreams that are being drained. */
  state(): UpstreamState[]
}

/**
 * Creates a router, which decides where requests go and sends nothing itself.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`
 */
export function createRouter(options: RoutingOptions, context: RouterContext = {}): Router {
  const { now = () => performance.now(), random = Math.random, schedule = afterAWhile } = context
  const clock = { now, random }
  let config = parseRouting(options)
  let upstreams = new Map(config.upstreams.map((one) => [one.id, createUpstream(one, clock)]))
  let budget = createRetryBudget(config.retries)
  const draining = new Set<RoutedUpstream>()
  const catalogue = createCatalogue(() => [...upstreams.values()])
  const admission = createAdmission({
    find: (id) => upstreams.get(id),
    now,
    schedule,
    whenBusy: () => config.whenBusy,
    onSent: () => budget.earn(),
    onIdle: (upstream) => draining.delete(upstream),
  })

  return {
    route: (request) => plan(request, 0),
    acquire: (wanted, acquireOptions = {}) => admission.acquire(wanted, acquireOptions),
    retry: (request) =>
      decideRetry(request, {
        config: config.retries,
        budget,
        random,
        planAfter: (delayMs) => plan(request, delayMs),
        untilAnyAside: () => untilAnyAside(request),
      }),
    dueProbes,
    nextProbeInMs() {
      const due = Array.from(upstreams.values(), ({ probes }) => probes?.dueAt ?? Number.POSITIVE_INFINITY)
      return Math.max(0, Math.min(...due) - now())
    },
    probed(id, answered) {
      const upstream = upstreams.get(id)
      if (upstream?.probes === undefined) return
      upstream.probes.done(now())
      upstream.health.probed(answered, now())
      admission.settle(upstream)
    },
    update,
    forget(id) {
      const upstream = upstreams.get(id)
      if (upstream === undefined) return
      forget(upstream, clock)
      admission.settle(upstream)
    },
    state: () => [...upstreams.values(), ...draining].map((upstream) => stateOf(upstream, now())),
  }

  function plan(request: RouteRequest, delayMs: number): Plan {
    const time = now()
    return planAt(catalogue.offersOf(request.model ?? ''), request, {
      now: time,
      at: time + delayMs,
      attempts: config.retries.attempts,
      random,
    })
  }

  function untilAnyAside({ model = '', canTake }: RouteRequest): number {
    const time = now()
    const waits = catalogue
      .offersOf(model)
      .filter(({ refused, upstream }) => !refused && obstacleAt(upstream, time) === 'aside')
      .filter(({ upstream, model: own }) => canTake?.(upstream.config.id, own.name) !== false)
      .map(({ upstream }) => upstream.health.asideUntil - time)
    return Math.min(...waits)
  }

  function dueProbes(): HealthProbe[] {
    const time = now()
    const due: HealthProbe[] = []
    for (const {
      config: { id, probe },
      probes,
    } of upstreams.values()) {
      if (probe === undefined || probes === undefined || time < probes.dueAt) continue
      probes.start(time)
      due.push({ upstream: id, method: 'GET', path: probe.path, timeoutMs: probe.timeoutMs })
    }
    return due
  }

  function update(next: RoutingOptions): void {
    const parsed = parseRouting(next)
    const before = upstreams
    // An upstream that returns while its last requests still run keeps its state, as they count against its limit.
    const known = new Map([...draining].map((upstream) => [upstream.config.id, upstream]))
    for (const [id, upstream] of before) known.set(id, upstream)
    upstreams = new Map(
      parsed.upstreams.map((one) => {
        const upstream = known.get(one.id) ?? createUpstream(one, clock)
        if (known.delete(one.id)) reconfigure(upstream, one, clock)
        draining.delete(upstream)
        return [one.id, upstream]
      }),
    )
    for (const upstream of known.values()) {
      upstream.draining = true
      if (upstream.inFlight > 0) draining.add(upstream)
    }
    if (JSON.stringify(config.retries) !== JSON.stringify(parsed.retries)) budget = createRetryBudget(parsed.retries)
    config = parsed
    catalogue.forget()
    for (const upstream of [...known.values(), ...upstreams.values()]) admission.settle(upstream)
  }
}

function afterAWhile(run: () => void, delayMs: number): () => void {
  const timer = setTimeout(run, delayMs)
  // `unref` is absent in browsers, where timers keep nothing alive.
  ;(timer as { unref?: () => void }).unref?.()
  return () => clearTimeout(timer)
}
