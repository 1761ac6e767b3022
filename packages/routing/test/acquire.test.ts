import { describe, expect, it } from 'vitest'
import { createRouter, type Lease, type Refused } from '../src/index.ts'
import { testClock } from './clock.ts'
import { leaseOf, makeRouter } from './make-router.ts'

const one = { upstreams: [{ id: 'a', limits: { concurrency: 1, queue: 2, queueTimeoutMs: 1000 } }] }

describe('slots', () => {
  it('are given first come first served, and back once however often that is said', async () => {
    const { router } = makeRouter(one)
    const plan = router.route({ model: 'm' })
    const first = leaseOf(router.acquire(plan))
    const order: string[] = []
    const second = follow(router.acquire(plan), (lease) => order.push(`second ${lease.upstream}`))
    const third = follow(router.acquire(plan), () => order.push('third'))
    first.end({ kind: 'success' })
    first.end({ kind: 'server-error' })
    first.release()
    const lease = (await second) as Lease
    expect(router.state()[0]).toMatchObject({ inFlight: 1, queued: 1, failuresInARow: 0 })
    lease.release()
    await third
    expect(order).toEqual(['second a', 'third'])
  })

  it('are not taken by what asks for none: it never waits, and reports health all the same', () => {
    const { router } = makeRouter({
      upstreams: [{ id: 'a', limits: { concurrency: 1 }, health: { consecutiveFailures: 1, openMs: 1000 } }],
    })
    const plan = router.route({ model: 'm' })
    const running = leaseOf(router.acquire(plan))
    const beside = leaseOf(router.acquire(plan, { slot: false }))
    expect(router.state()[0]).toMatchObject({ inFlight: 1, queued: 0 })
    beside.end({ kind: 'server-error' })
    expect(router.state()[0]).toMatchObject({ inFlight: 1, health: 'down' })
    expect(router.acquire(plan, { slot: false })).toMatchObject({ granted: false, refusal: { code: 'unavailable' } })
    running.release()
    expect(router.state()[0]).toMatchObject({ inFlight: 0 })
  })

  it('are refused for the reason of the plan, if no upstream serves the model', () => {
    const { router } = makeRouter({ upstreams: [{ id: 'a', models: ['gpt-*'] }] })
    const plan = router.route({ model: 'm' })
    expect(router.acquire(plan)).toEqual({ granted: false, refusal: plan.refusal })
  })

  it('let keys take turns', async () => {
    const { router } = makeRouter({ upstreams: [{ id: 'a', limits: { concurrency: 1 } }] })
    const plan = router.route({ model: 'm' })
    let running = leaseOf(router.acquire(plan))
    const order: string[] = []
    const waiting = ['loud', 'loud', 'loud', 'quiet'].map((key) =>
      follow(router.acquire(plan, { key }), (lease) => {
        order.push(key)
        running = lease
      }),
    )
    for (const _ of waiting) {
      running.release()
      await turn()
    }
    await Promise.all(waiting)
    expect(order).toEqual(['loud', 'quiet', 'loud', 'loud'])
  })

  it('are not waited for by more than the queue holds: a 429 says when to come back', () => {
    const { router } = makeRouter(one)
    const plan = router.route({ model: 'm' })
    for (let round = 0; round < 3; round += 1) void router.acquire(plan)
    expect(router.acquire(plan)).toEqual({
      granted: false,
      refusal: {
        code: 'queue-full',
        status: 429,
        retryAfterSeconds: 3,
        message: 'a is busy: it answers 1 of at most 1 requests at a time, and 2 of at most 2 wait.',
      },
    })
    expect(router.state()[0]!.counts).toMatchObject({ sent: 1, turnedAway: 1 })
  })

  it('are not waited for longer than allowed: a 503 says for what', async () => {
    const { router, clock } = makeRouter(one)
    const plan = router.route({ model: 'm' })
    leaseOf(router.acquire(plan))
    const late = router.acquire(plan)
    const later = router.acquire(plan, { maxWaitMs: 2000 })
    clock.pass(1000)
    expect(await late).toMatchObject({ refusal: { code: 'queue-timeout', status: 503, retryAfterSeconds: 1 } })
    expect(router.state()[0]).toMatchObject({ queued: 1 })
    clock.pass(1000)
    expect(await later).toMatchObject({ refusal: { message: expect.stringContaining('within 2 s (waited for: a)') as string } })
    expect(clock.timers()).toBe(0)
    expect(router.acquire(plan, { maxWaitMs: 0 })).toMatchObject({ refusal: { code: 'queue-full' } })
  })

  it('are not waited for by clients that went away', async () => {
    const { router, clock } = makeRouter(one)
    const plan = router.route({ model: 'm' })
    leaseOf(router.acquire(plan))
    const client = new AbortController()
    const waiting = router.acquire(plan, { signal: client.signal })
    client.abort()
    expect(await waiting).toMatchObject({ refusal: { code: 'cancelled' } })
    expect(router.state()[0]).toMatchObject({ queued: 0, inFlight: 1 })
    expect(clock.timers()).toBe(0)
    expect(router.acquire(plan, { signal: client.signal })).toMatchObject({ refusal: { code: 'cancelled' } })
  })

  it('are waited for at several upstreams at once, and taken at the first', async () => {
    const limits = { concurrency: 1 }
    const { router, clock } = makeRouter({
      upstreams: [
        { id: 'a', limits },
        { id: 'b', limits, priority: 1 },
      ],
    })
    const plan = router.route({ model: 'm' })
    leaseOf(router.acquire(plan))
    const onB = leaseOf(router.acquire(plan))
    const waiting = router.acquire(plan)
    expect(router.state().map(({ queued }) => queued)).toEqual([1, 1])
    clock.pass(300)
    onB.release()
    expect(await waiting).toMatchObject({ upstream: 'b', waitedMs: 300 })
    expect(router.state().map(({ queued }) => queued)).toEqual([0, 0])
  })

  it('of a later priority are not taken where the first is to be waited for, unless its queue is full', () => {
    const { router } = makeRouter({
      whenBusy: 'wait',
      upstreams: [
        { id: 'a', limits: { concurrency: 1, queue: 1 } },
        { id: 'b', priority: 1 },
      ],
    })
    const plan = router.route({ model: 'm' })
    leaseOf(router.acquire(plan))
    expect(router.acquire(plan)).toBeInstanceOf(Promise)
    expect(leaseOf(router.acquire(plan)).upstream).toBe('b')
  })

  it('are not waited for at an upstream that fails meanwhile: who waits there alone is told, others wait on', async () => {
    const { router } = makeRouter({
      upstreams: [
        { id: 'a', models: ['both', 'alone'], limits: { concurrency: 1 }, health: { consecutiveFailures: 1 } },
        { id: 'b', models: ['both'], limits: { concurrency: 1 } },
      ],
    })
    const onA = leaseOf(router.acquire(only(router.route({ model: 'both' }), 'a')))
    leaseOf(router.acquire(only(router.route({ model: 'both' }), 'b')))
    const alone = router.acquire(router.route({ model: 'alone' }))
    const both = router.acquire(router.route({ model: 'both' }))
    onA.end({ kind: 'reset' })
    expect(await alone).toMatchObject({ refusal: { code: 'unavailable', status: 503, retryAfterSeconds: expect.any(Number) as number } })
    expect(router.state().map(({ queued }) => queued)).toEqual([0, 1])
    expect(both).toBeInstanceOf(Promise)
  })

  it('that were waited for at an upstream that fails meanwhile are taken elsewhere, where they may be', async () => {
    const fails = { id: 'a', limits: { concurrency: 1 }, health: { consecutiveFailures: 1 } }
    const others = { id: 'b', priority: 1, limits: { concurrency: 1, queue: 1, queueTimeoutMs: 1000 } }
    const { router, clock } = makeRouter({ whenBusy: 'wait', upstreams: [fails, others] })
    const plan = router.route({ model: 'm' })
    const onA = leaseOf(router.acquire(plan))
    const waiting = Array.from({ length: 3 }, () => router.acquire(plan))
    expect(router.state().map(({ queued }) => queued)).toEqual([3, 0])
    clock.pass(300)
    onA.end({ kind: 'reset' })
    const onB = (await waiting[0]) as Lease
    expect(onB).toMatchObject({ upstream: 'b', waitedMs: 300 })
    expect(router.state().map(({ queued }) => queued)).toEqual([0, 1])
    expect(await waiting[2]).toMatchObject({ refusal: { code: 'queue-full' } })
    // The request has waited for a while already.
    clock.pass(699)
    expect(router.state().map(({ queued }) => queued)).toEqual([0, 1])
    clock.pass(1)
    expect(await waiting[1]).toMatchObject({ refusal: { code: 'queue-timeout' } })
    onB.release()
  })

  it('of an upstream that is being tried are waited for until it is known how that goes', async () => {
    for (const good of [true, false]) {
      const { router, clock } = makeRouter({
        upstreams: [{ id: 'a', limits: { concurrency: 2 }, health: { consecutiveFailures: 1, openMs: 1000 } }],
      })
      const plan = router.route({ model: 'm' })
      const [failing, long] = [leaseOf(router.acquire(plan)), leaseOf(router.acquire(plan))]
      failing.end({ kind: 'reset' })
      clock.pass(1200)
      const trial = leaseOf(router.acquire(plan))
      expect(trial.trial).toBe(true)
      expect(router.acquire(plan), 'new ones are told').toMatchObject({ refusal: { code: 'unavailable' } })
      trial.release()
      // Both slots are taken by what began before, so that the next ones wait while no probe runs.
      router.update({ upstreams: [{ id: 'a', limits: { concurrency: 1 }, health: { consecutiveFailures: 1, openMs: 1000 } }] })
      const [tries, waits] = [router.acquire(plan), router.acquire(plan)]
      router.update({ upstreams: [{ id: 'a', limits: { concurrency: 3 }, health: { consecutiveFailures: 1, openMs: 1000 } }] })
      const next = (await tries) as Lease
      expect(next.trial).toBe(true)
      expect(router.state()[0]).toMatchObject({ circuit: 'half-open', queued: 1, inFlight: 2 })
      if (good) next.began()
      else next.end({ kind: 'reset' })
      expect(await waits).toMatchObject(good ? { granted: true, trial: false } : { refusal: { code: 'unavailable' } })
      long.release()
    }
  })

  it('of an upstream whose trial takes too long are given to the next one, which is a trial too', async () => {
    const upstream = { id: 'a', health: { consecutiveFailures: 1, openMs: 1000, trialMs: 5000 } }
    const { router, clock } = makeRouter({ upstreams: [{ ...upstream, limits: { concurrency: 2 } }] })
    const plan = router.route({ model: 'm' })
    const [failing, long] = [leaseOf(router.acquire(plan)), leaseOf(router.acquire(plan))]
    failing.end({ kind: 'reset' })
    clock.pass(1200)
    router.update({ upstreams: [{ ...upstream, limits: { concurrency: 1 } }] })
    const [first, second] = [router.acquire(plan), router.acquire(plan)]
    router.update({ upstreams: [{ ...upstream, limits: { concurrency: 5 } }] })
    const slow = (await first) as Lease
    clock.pass(4999)
    expect(router.state()[0]).toMatchObject({ queued: 1 })
    clock.pass(1)
    expect(await second).toMatchObject({ trial: true, waitedMs: 5000 })
    slow.end({ kind: 'reset' })
    expect(router.state()[0]).toMatchObject({ circuit: 'half-open', inFlight: 2 })
    long.release()
  })

  it('of an upstream that asked to be left alone are given when that is over', async () => {
    const { router, clock } = makeRouter({ upstreams: [{ id: 'a', limits: { concurrency: 1 } }] })
    const plan = router.route({ model: 'm' })
    const first = leaseOf(router.acquire(plan))
    const waiting = router.acquire(plan)
    first.end({ kind: 'rate-limited', retryAfterMs: 5000 })
    expect(router.state()[0]).toMatchObject({ queued: 1, inFlight: 0, health: 'degraded', asideForMs: 5000 })
    expect(router.acquire(plan), 'new ones are told').toMatchObject({ refusal: { code: 'rate-limited', retryAfterSeconds: 5 } })
    clock.pass(4999)
    expect(router.state()[0]).toMatchObject({ queued: 1 })
    clock.pass(1)
    expect(await waiting).toMatchObject({ upstream: 'a', waitedMs: 5000 })
  })

  it('are given to those who wait before new ones, also when the timer is late', async () => {
    const clock = testClock()
    let late = 0
    const router = createRouter({ upstreams: [{ id: 'a', limits: { concurrency: 1 } }] }, { ...clock, now: () => clock.now() + late })
    const plan = router.route({ model: 'm' })
    const first = leaseOf(router.acquire(plan))
    const waiting = router.acquire(plan)
    first.end({ kind: 'rate-limited', retryAfterMs: 5000 })
    late = 5001
    const next = router.acquire(plan)
    expect(next).toBeInstanceOf(Promise)
    clock.pass(5000)
    leaseOf(await waiting).release()
    leaseOf(await next).release()
  })

  it('are limited for each upstream alone, and not at all with a limit of 0', () => {
    const { router } = makeRouter({ upstreams: [{ id: 'a' }] })
    const plan = router.route({ model: 'm' })
    for (let round = 0; round < 1000; round += 1) leaseOf(router.acquire(plan))
    expect(router.state()[0]).toMatchObject({ inFlight: 1000, concurrency: 0 })
  })
})

describe('a lease', () => {
  it('measures', () => {
    const { router, clock } = makeRouter({ upstreams: [{ id: 'a', health: { slowStartMs: 100 } }] })
    const lease = leaseOf(router.acquire(router.route({ model: 'm' })))
    clock.pass(150)
    lease.began()
    lease.began()
    clock.pass(850)
    lease.end({ kind: 'success' })
    expect(router.state()[0]).toMatchObject({
      firstByteMs: 150,
      durationMs: 1000,
      failureRate: 1,
      health: 'degraded',
      lastFailure: { kind: 'slow-start', agoMs: 0 },
      counts: { sent: 1, succeeded: 1, failed: 0, turnedAway: 0, slowStarts: 1 },
    })
  })
})

/** A plan with one of its candidates alone. */
function only(plan: ReturnType<ReturnType<typeof makeRouter>['router']['route']>, id: string): typeof plan {
  return { ...plan, candidates: plan.candidates.filter(({ upstream }) => upstream === id) }
}

async function follow(result: Lease | Refused | Promise<Lease | Refused>, then: (lease: Lease) => void): Promise<Lease | Refused> {
  const settled = await result
  if (settled.granted) then(settled)
  return settled
}

const turn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
