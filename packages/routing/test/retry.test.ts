import { describe, expect, it } from 'vitest'
import type { AttemptOutcome, OutcomeKind, RetryRequest, RoutingOptions } from '../src/index.ts'
import { fail, leaseOf, makeRouter, taken } from './make-router.ts'

const two: RoutingOptions = { upstreams: [{ id: 'a' }, { id: 'b', priority: 1 }] }
const alone: RoutingOptions = { upstreams: [{ id: 'a' }] }
const afterA = (outcome: AttemptOutcome, more: Partial<RetryRequest> = {}): RetryRequest => ({
  model: 'm',
  tried: ['a'],
  outcome,
  elapsedMs: 0,
  ...more,
})

describe('a request that failed', () => {
  it.each<OutcomeKind>([
    'connect-failed',
    'connect-timeout',
    'reset',
    'invalid',
    'first-byte-timeout',
    'server-error',
    'overloaded',
    'rate-limited',
    'unauthorized',
  ])('with "%s" goes on to another upstream at once', (kind) => {
    const decision = makeRouter(two).router.retry(afterA({ kind }))
    expect(decision).toMatchObject({ retry: true, delayMs: 0 })
    if (decision.retry) expect(taken(decision.plan)[0]).toBe('b')
  })

  it.each<OutcomeKind>(['success', 'client-error', 'cancelled'])('with "%s" is not sent again', (kind) => {
    expect(makeRouter(two).router.retry(afterA({ kind }))).toMatchObject({ retry: false, code: 'final' })
  })

  it('is never sent again once the client has a part of the answer', () => {
    expect(makeRouter(two).router.retry(afterA({ kind: 'reset', begun: true }))).toMatchObject({ retry: false, code: 'begun' })
  })

  it('is sent again as far as the request allows', () => {
    const { router } = makeRouter(two)
    expect(router.retry(afterA({ kind: 'connect-failed' }, { repeat: 'never' }))).toMatchObject({ code: 'not-repeatable' })
    expect(router.retry(afterA({ kind: 'reset' }, { repeat: 'unsent' }))).toMatchObject({ code: 'not-repeatable' })
    expect(router.retry(afterA({ kind: 'connect-failed' }, { repeat: 'unsent' }))).toMatchObject({ retry: true })
  })

  it.each<OutcomeKind>(['invalid', 'first-byte-timeout', 'unauthorized'])('with "%s" does not go to the same upstream again', (kind) => {
    expect(makeRouter(alone).router.retry(afterA({ kind }))).toMatchObject({ retry: false, code: 'no-upstream' })
  })

  it('goes to the same upstream after a random wait, whose bound doubles', () => {
    for (const [tried, bound] of [
      [['a'], 250],
      [['a', 'a'], 500],
      [['a', 'a', 'a'], 600],
    ] as const) {
      const { router } = makeRouter({ ...alone, retries: { attempts: 9, maxDelayMs: 600, burst: 1000 } })
      const delays = Array.from({ length: 400 }, () => {
        const decision = router.retry(afterA({ kind: 'server-error' }, { tried }))
        return decision.retry ? decision.delayMs : Number.NaN
      })
      expect(Math.min(...delays)).toBeLessThan(bound * 0.1)
      expect(Math.max(...delays)).toBeGreaterThan(bound * 0.9)
      expect(Math.max(...delays)).toBeLessThanOrEqual(bound)
    }
  })

  it('waits for as long as the only upstream asked for, and then is sent', async () => {
    const { router, clock } = makeRouter(alone)
    const lease = leaseOf(router.acquire(router.route({ model: 'm' })))
    const outcome = { kind: 'rate-limited', retryAfterMs: 3000 } as const
    lease.end(outcome)
    const decision = router.retry(afterA(outcome))
    if (!decision.retry) throw new Error(decision.reason)
    expect(decision.delayMs).toBeGreaterThanOrEqual(3000)
    expect(decision.delayMs).toBeLessThanOrEqual(3251)
    clock.pass(decision.delayMs)
    expect(leaseOf(router.acquire(decision.plan)).upstream).toBe('a')
  })

  it('waits for as long as an answer said, also where nothing else was known of it', () => {
    expect(makeRouter(alone).router.retry(afterA({ kind: 'server-error', retryAfterMs: 3000 }))).toMatchObject({
      retry: true,
      delayMs: 3000,
    })
    const elsewhere = makeRouter(two).router.retry(afterA({ kind: 'server-error', retryAfterMs: 3000 }))
    expect(elsewhere, 'it speaks for itself alone').toMatchObject({ retry: true, delayMs: 0 })
  })

  it('does not wait for longer than allowed', () => {
    const { router } = makeRouter(alone)
    const outcome = { kind: 'rate-limited', retryAfterMs: 30_000 } as const
    leaseOf(router.acquire(router.route({ model: 'm' }))).end(outcome)
    expect(router.retry(afterA(outcome))).toMatchObject({ retry: false, code: 'no-upstream' })
    expect(makeRouter(alone).router.retry(afterA({ kind: 'overloaded', retryAfterMs: 30_000 }))).toMatchObject({ code: 'no-upstream' })
  })

  it.each<OutcomeKind>(['invalid', 'first-byte-timeout', 'unauthorized'])(
    'with "%s" waits for no pause of the upstream that failed',
    (kind) => {
      const { router } = makeRouter(alone)
      leaseOf(router.acquire(router.route({ model: 'm' }))).end({ kind: 'rate-limited', retryAfterMs: 300 })
      expect(router.retry(afterA({ kind }))).toMatchObject({ retry: false, code: 'no-upstream' })
    },
  )

  it('is given up after so many attempts, or so long', () => {
    const { router } = makeRouter(two)
    expect(router.retry(afterA({ kind: 'reset' }, { tried: ['a', 'b', 'a'] }))).toMatchObject({ code: 'attempts' })
    expect(router.retry(afterA({ kind: 'reset' }, { elapsedMs: 60_001 }))).toMatchObject({ code: 'too-late' })
  })

  it('is given up when no upstream is in order', () => {
    const { router } = makeRouter(two)
    for (const id of ['a', 'b']) fail(router, id)
    expect(router.retry(afterA({ kind: 'server-error' }))).toMatchObject({
      retry: false,
      code: 'no-upstream',
      reason: expect.stringContaining('a is down (server error)') as string,
    })
  })

  it('is given up when too many are: an outage does not multiply the load', () => {
    const { router } = makeRouter({ ...two, retries: { burst: 3, ratio: 0.5 } })
    const again = (): boolean => router.retry(afterA({ kind: 'reset' })).retry
    expect([again(), again(), again(), again()]).toEqual([true, true, true, false])
    for (let sent = 0; sent < 2; sent += 1) leaseOf(router.acquire(router.route({ model: 'm' }))).end({ kind: 'success' })
    expect([again(), again()]).toEqual([true, false])
    for (let sent = 0; sent < 20; sent += 1) leaseOf(router.acquire(router.route({ model: 'm' }))).end({ kind: 'success' })
    expect([again(), again(), again(), again()], 'quiet hours save up no more than the first retries').toEqual([true, true, true, false])
    expect(router.retry(afterA({ kind: 'connect-failed' })), 'a request that was never sent may be sent again').toMatchObject({
      retry: true,
    })
  })

  it('with seals gets a second chance at its issuer, and then moves with a warning', () => {
    const issuer = { provider: 'anthropic', wire: 'anthropic-messages' }
    const { router } = makeRouter({
      upstreams: [
        { id: 'a', issuer },
        { id: 'b', issuer: { provider: 'bedrock' } },
      ],
    })
    const sealsOf = [{ ...issuer, model: 'm' }]
    const second = router.retry(afterA({ kind: 'reset' }, { sealsOf }))
    expect(second.retry && taken(second.plan)).toEqual(['a', 'b'])
    const third = router.retry(afterA({ kind: 'reset' }, { sealsOf, tried: ['a', 'a'] }))
    expect(third.retry && taken(third.plan)).toEqual(['b', 'a'])
    expect(third.retry && third.plan.warnings).toMatchObject([{ code: 'seals-left-behind' }])
    const slow = router.retry(afterA({ kind: 'first-byte-timeout' }, { sealsOf }))
    expect(slow.retry && slow.plan).toMatchObject({
      candidates: [{ upstream: 'b' }, { upstream: 'a', verdict: 'refused' }],
      warnings: [{}],
    })
  })
})
