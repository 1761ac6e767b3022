import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createRouter, type Lease, type OutcomeKind, type Refused, type Router, type UpstreamOptions } from '../src/index.ts'
import { testClock, type TestClock } from './clock.ts'

const ids = ['a', 'b', 'c'] as const
type Id = (typeof ids)[number]

/** Small enough for everything to be full, open, or away most of the time. */
const upstream = fc.record({
  concurrency: fc.constantFrom(1, 1, 2, 0),
  queue: fc.integer({ min: 0, max: 3 }),
  priority: fc.integer({ min: 0, max: 1 }),
  consecutiveFailures: fc.integer({ min: 0, max: 2 }),
})
const configuration = fc.record({
  upstreams: fc.record({ a: upstream, b: upstream, c: upstream }, { requiredKeys: ['a'] }),
  whenBusy: fc.constantFrom('next' as const, 'wait' as const),
})
type Configuration = typeof configuration extends fc.Arbitrary<infer T> ? T : never

const outcomes: OutcomeKind[] = [
  'success',
  'success',
  'success',
  'reset',
  'server-error',
  'rate-limited',
  'overloaded',
  'client-error',
  'cancelled',
]
const step = fc.oneof(
  {
    weight: 14,
    arbitrary: fc.record({
      do: fc.constant('request' as const),
      model: fc.constantFrom('any', 'any', 'any', 'a', 'b', 'c'),
      key: fc.constantFrom('x', 'y'),
      seals: fc.option(fc.constantFrom(...ids), { nil: undefined, freq: 1 }),
    }),
  },
  {
    weight: 8,
    arbitrary: fc.record({ do: fc.constant('end' as const), which: fc.nat(), kind: fc.constantFrom(...outcomes), ms: fc.nat(3000) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('begin' as const), which: fc.nat() }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('leave' as const), which: fc.nat() }) },
  { weight: 5, arbitrary: fc.record({ do: fc.constant('pass' as const), ms: fc.nat(2500) }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('probe' as const), id: fc.constantFrom(...ids), answered: fc.boolean() }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('update' as const), to: configuration }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const queueTimeoutMs = 4000
const trialMs = 3000

/** Watches a router from outside: what it was asked, what it gave, and nothing of what is inside. */
class Watched {
  readonly clock: TestClock = testClock(7)
  readonly router: Router
  private config: Configuration
  private readonly running: { lease: Lease; began: boolean; updates: number; since: number }[] = []
  private readonly waiting: { number: number; key: string; model: string; since: number; client: AbortController }[] = []
  private readonly sent = new Map<string, number>()
  private requests = 0
  /** Counts of events, because a test that sees none shows nothing. */
  readonly seen = { sent: 0, waited: 0, atSeveral: 0, trials: 0, refused: 0 }
  private updates = 0

  constructor(config: Configuration) {
    this.config = config
    this.router = createRouter(optionsOf(config), this.clock)
  }

  async run(step: Step): Promise<void> {
    if (step.do === 'request') this.request(step.model, step.key, step.seals)
    else if (step.do === 'pass') this.clock.pass(step.ms)
    else if (step.do === 'probe') this.router.probed(step.id, step.answered)
    else if (step.do === 'leave') this.waiting[step.which % Math.max(1, this.waiting.length)]?.client.abort()
    else if (step.do === 'update') this.update(step.to)
    else this.progress(step)
    await settled()
    this.check()
  }

  /** In the end nothing waits, runs, or is set. */
  async finish(): Promise<void> {
    for (let round = 0; this.running.length + this.waiting.length > 0; round += 1) {
      expect(round, 'everything comes to an end').toBeLessThan(200)
      for (const one of this.running.splice(0)) one.lease.end({ kind: 'success' })
      this.clock.pass(queueTimeoutMs / 4)
      await settled()
      this.check()
    }
    for (const { inFlight, queued, health } of this.router.state()) {
      expect({ inFlight, queued }).toEqual({ inFlight: 0, queued: 0 })
      expect(health).not.toBe('draining')
    }
    expect(this.clock.timers()).toBe(0)
  }

  private request(model: string, key: string, seals: Id | undefined): void {
    const plan = this.router.route({ model, ...(seals !== undefined && { sealsOf: [{ provider: seals, wire: 'w' }] }) })
    const client = new AbortController()
    const entry = { number: (this.requests += 1), key, model, since: this.clock.now(), client }
    const result = this.router.acquire(plan, { key, signal: client.signal })
    if (!(result instanceof Promise)) return this.given(result)
    if (this.router.state().reduce((sum, { queued }) => sum + queued, 0) - this.waiting.length > 1) this.seen.atSeveral += 1
    this.waiting.push(entry)
    void result.then((settledTo) => {
      const at = this.waiting.indexOf(entry)
      expect(at, 'a waiting request is answered once').toBeGreaterThanOrEqual(0)
      this.waiting.splice(at, 1)
      if (settledTo.granted && model !== 'any') {
        const overtaken = this.waiting.filter((other) => other.model === model && other.key === key && other.number < entry.number)
        expect(overtaken, 'first come, first served').toEqual([])
      }
      this.given(settledTo)
    })
  }

  private given(result: Lease | Refused): void {
    if (!result.granted) {
      expect([404, 429, 499, 503]).toContain(result.refusal.status)
      this.seen.refused += 1
      return
    }
    const { upstream: id, trial } = result
    const state = this.router.state().find((one) => one.id === id)!
    expect(Object.keys(this.config.upstreams), 'what is removed gets nothing new').toContain(id)
    expect(state.asideForMs, 'what wants to be left alone is').toBeUndefined()
    this.seen.sent += 1
    if (result.waitedMs > 0) this.seen.waited += 1
    if (trial) this.seen.trials += 1
    if (trial) {
      expect(state.circuit).toBe('half-open')
      expect(this.tries(id, 'half-open'), 'one trial at a time').toBe(false)
    } else expect(state.circuit, 'an open circuit lets nothing through but its trial').toBe('closed')
    this.sent.set(id, (this.sent.get(id) ?? 0) + 1)
    this.running.push({ lease: result, began: false, updates: this.updates, since: this.clock.now() })
    const limit = this.config.upstreams[id as Id]!.concurrency
    if (limit > 0) expect(state.inFlight, 'never above the limit').toBeLessThanOrEqual(limit)
  }

  /** A change of the rules may have made an end of a trial: those from before it do not count. */
  private tries(id: string, circuit: string): boolean {
    const isTrial = this.running.some(
      ({ lease, began, updates, since }) =>
        lease.upstream === id && lease.trial && !began && updates === this.updates && this.clock.now() < since + trialMs,
    )
    return circuit === 'half-open' && isTrial
  }

  private progress(step: Extract<Step, { do: 'end' | 'begin' }>): void {
    const at = step.which % Math.max(1, this.running.length)
    const one = this.running[at]
    if (one === undefined) return
    if (step.do === 'begin') {
      one.began = true
      one.lease.began()
      return
    }
    this.running.splice(at, 1)
    const asks = step.kind === 'rate-limited' || step.kind === 'overloaded'
    one.lease.end({ kind: step.kind, ...(asks && { retryAfterMs: step.ms }) })
    one.lease.release()
  }

  private update(to: Configuration): void {
    this.config = to
    this.updates += 1
    this.router.update(optionsOf(to))
    const gone = this.router
      .state()
      .filter(({ id, health }) => health === 'draining' && this.running.every(({ lease }) => lease.upstream !== id))
    expect(gone, 'what is removed and idle is forgotten').toEqual([])
  }

  private check(): void {
    const states = this.router.state()
    expect(new Set(states.map(({ id }) => id)).size, 'each is there once').toBe(states.length)
    for (const id of this.sent.keys()) if (!states.some((one) => one.id === id)) this.sent.delete(id)
    for (const state of states) {
      const { id, inFlight, queued, concurrency, asideForMs, counts, health, circuit } = state
      expect(inFlight, 'no slot is lost').toBe(this.running.filter(({ lease }) => lease.upstream === id).length)
      if (queued > 0) {
        const mustWait = (concurrency > 0 && inFlight >= concurrency) || asideForMs !== undefined || this.tries(id, circuit)
        expect(mustWait, 'no request waits for a free slot').toBe(true)
        expect(health).not.toBe('draining')
      }
      if (health !== 'draining') expect(counts.sent).toBe(this.sent.get(id) ?? 0)
      else if (inFlight === 0) expect.fail('what is drained is forgotten')
    }
    const now = this.clock.now()
    for (const { since } of this.waiting) expect(now - since, 'no request waits too long').toBeLessThan(queueTimeoutMs)
    const places = states.reduce((sum, { queued }) => sum + queued, 0)
    expect(places).toBeGreaterThanOrEqual(this.waiting.length)
    if (this.waiting.length === 0) expect(places, 'no request is left in a queue').toBe(0)
  }
}

it('any order of requests, ends, failures, probes, changes and time keeps the limits and loses nothing', async () => {
  const all = { sent: 0, waited: 0, atSeveral: 0, trials: 0, refused: 0 }
  const kinds = Object.keys(all) as (keyof typeof all)[]
  await fc.assert(
    fc.asyncProperty(configuration, fc.array(step, { minLength: 5, maxLength: 60, size: 'max' }), async (config, steps) => {
      const watched = new Watched(config)
      for (const one of steps) await watched.run(one)
      await watched.finish()
      for (const kind of kinds) all[kind] += watched.seen[kind]
    }),
    // Fewer runs would now and then miss a kind.
    { numRuns: 150 },
  )
  for (const kind of kinds) expect(all[kind], kind).toBeGreaterThan(0)
})

function optionsOf({ upstreams, whenBusy }: Configuration): { upstreams: UpstreamOptions[]; whenBusy: 'next' | 'wait' } {
  const all = Object.entries(upstreams).map(([id, { concurrency, queue, priority, consecutiveFailures }]): UpstreamOptions => ({
    id,
    models: ['any', id],
    issuer: { provider: id },
    priority,
    limits: { concurrency, queue, queueTimeoutMs },
    health: { consecutiveFailures, minRequests: 4, failedProbes: 1, openMs: 500, maxOpenMs: 3000, trialMs },
  }))
  return { upstreams: all, whenBusy }
}

/** Promises that are settled have told so. */
async function settled(): Promise<void> {
  for (let turn = 0; turn < 4; turn += 1) await Promise.resolve()
}
