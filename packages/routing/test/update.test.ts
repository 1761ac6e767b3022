import { describe, expect, it } from 'vitest'
import { ReasonError } from '@reason/core'
import * as z from 'zod/mini'
import { createRouter, routingConfig, upstreamConfig, type RoutingOptions } from '../src/index.ts'
import { fail, leaseOf, makeRouter, taken } from './make-router.ts'

const limits = { concurrency: 1 }

describe('other upstreams', () => {
  it('take effect at once, and one that is gone is drained', async () => {
    const { router } = makeRouter({ upstreams: [{ id: 'a', limits }] })
    const running = leaseOf(router.acquire(router.route({ model: 'm' })))
    const plan = router.route({ model: 'm' })
    const waiting = router.acquire(plan)
    router.update({ upstreams: [{ id: 'b' }] })
    expect(await waiting).toMatchObject({
      refusal: { code: 'unavailable', message: expect.stringContaining('is being removed') as string },
    })
    expect(router.acquire(plan)).toMatchObject({
      refusal: { code: 'unavailable', message: expect.stringContaining('Make a new plan') as string },
    })
    expect(taken(router.route({ model: 'm' }))).toEqual(['b'])
    expect(router.state()).toMatchObject([{ id: 'b' }, { id: 'a', health: 'draining', inFlight: 1 }])
    running.end({ kind: 'success' })
    expect(router.state()).toMatchObject([{ id: 'b' }])
  })

  it('keep what still runs when one of them comes back', () => {
    const { router } = makeRouter({ upstreams: [{ id: 'a', limits }] })
    const running = leaseOf(router.acquire(router.route({ model: 'm' })))
    router.update({ upstreams: [] })
    router.update({ upstreams: [{ id: 'a', limits }] })
    expect(router.state()).toMatchObject([{ id: 'a', health: 'up', inFlight: 1 }])
    running.release()
    expect(router.state()).toMatchObject([{ id: 'a', inFlight: 0 }])
  })

  it('let more through at once when they may, those who wait first', async () => {
    const { router } = makeRouter({ upstreams: [{ id: 'a', limits }] })
    leaseOf(router.acquire(router.route({ model: 'm' })))
    const waiting = router.acquire(router.route({ model: 'm' }))
    router.update({ upstreams: [{ id: 'a', limits: { concurrency: 2 } }] })
    expect(await waiting).toMatchObject({ granted: true })
  })

  it('are forgotten where they are asked elsewhere: what was sent there before decides nothing', async () => {
    const { router } = makeRouter({ upstreams: [{ id: 'a', limits: { concurrency: 2 }, health: { consecutiveFailures: 1 } }] })
    const old = leaseOf(router.acquire(router.route({ model: 'm' })))
    const limited = leaseOf(router.acquire(router.route({ model: 'm' })))
    const waiting = router.acquire(router.route({ model: 'm' }))
    limited.end({ kind: 'rate-limited', retryAfterMs: 60_000 })
    expect(router.state()).toMatchObject([{ queued: 1, inFlight: 1 }])
    router.forget('a')
    router.forget('nobody')
    expect(await waiting).toMatchObject({ granted: true })
    old.end({ kind: 'reset' })
    expect(router.state()).toMatchObject([{ circuit: 'closed', health: 'up', inFlight: 1 }])
    leaseOf(await waiting).end({ kind: 'reset' })
    expect(router.state()).toMatchObject([{ circuit: 'open' }])
  })

  it('keep what is known of their health, unless the rules for it change', () => {
    const { router } = makeRouter({ upstreams: [{ id: 'a' }] })
    fail(router, 'a')
    router.update({ upstreams: [{ id: 'a', weight: 2 }] })
    expect(router.state()).toMatchObject([{ circuit: 'open', weight: 2 }])
    router.update({ upstreams: [{ id: 'a', health: { consecutiveFailures: 9 } }] })
    expect(router.state()).toMatchObject([{ circuit: 'closed' }])
  })

  it('are not decided by a trial under rules that no longer hold', () => {
    const { router, clock } = makeRouter({ upstreams: [{ id: 'a' }] })
    fail(router, 'a')
    clock.pass(6000)
    const trial = leaseOf(router.acquire(router.route({ model: 'm' })))
    router.update({ upstreams: [{ id: 'a', health: { openMs: 1 } }] })
    trial.end({ kind: 'reset' })
    expect(router.state()).toMatchObject([{ circuit: 'closed', failuresInARow: 1, inFlight: 0 }])
  })

  it('that are wrong change nothing', () => {
    const { router } = makeRouter({ upstreams: [{ id: 'a' }] })
    expect(() => router.update({ upstreams: [{ id: 'b' }, { id: 'b' }] })).toThrow(/two upstreams are called "b"/)
    expect(router.state()).toMatchObject([{ id: 'a' }])
  })
})

describe('options', () => {
  it.each<[string, unknown, RegExp]>([
    ['an unknown key', { upstreams: [], whenbusy: 'wait' }, /unknown option "whenbusy" \(did you mean "whenBusy"\?\)/],
    ['an unknown key of an upstream', { upstreams: [{ id: 'a', wieght: 1 }] }, /"wieght"/],
    ['a name that is none', { upstreams: [{ id: '' }] }, /upstreams\.0\.id/],
    ['a negative weight', { upstreams: [{ id: 'a', weight: -1 }] }, /upstreams\.0\.weight/],
    ['half a request at once', { upstreams: [{ id: 'a', limits: { concurrency: 0.5 } }] }, /upstreams\.0\.limits\.concurrency/],
    [
      'a time without end',
      { upstreams: [{ id: 'a', limits: { queueTimeoutMs: Number.POSITIVE_INFINITY } }] },
      /upstreams\.0\.limits\.queueTimeoutMs/,
    ],
  ])('are refused with %s', (_, options, message) => {
    const make = () => createRouter(options as RoutingOptions)
    expect(make).toThrow(message)
    try {
      make()
    } catch (error) {
      expect(ReasonError.is(error) && error.code).toBe('REASON_INVALID_OPTIONS')
    }
  })
})

it('options fit into the schema of an application, and into a JSON schema', () => {
  const own = z.extend(upstreamConfig, { address: z.string() })
  const { address, ...upstream } = z.parse(own, { id: 'a', address: 'http://127.0.0.1:8080', weight: 2 })
  expect(address).toBe('http://127.0.0.1:8080')
  expect(createRouter({ upstreams: [upstream] }).state()).toMatchObject([{ id: 'a', weight: 2 }])
  expect(z.toJSONSchema(routingConfig, { io: 'input' })).toMatchObject({
    additionalProperties: false,
    required: ['upstreams'],
    properties: { whenBusy: { enum: ['next', 'wait'], default: 'next' } },
  })
})

describe('without a clock of a test', () => {
  it('those who wait are told in real time', async () => {
    const router = createRouter({ upstreams: [{ id: 'a', limits: { concurrency: 1, queueTimeoutMs: 5 } }] })
    const plan = router.route({ model: 'm' })
    leaseOf(router.acquire(plan))
    // The router's own timer keeps no process alive.
    const alive = setTimeout(() => {}, 60_000)
    expect(await router.acquire(plan)).toMatchObject({ refusal: { code: 'queue-timeout' } })
    clearTimeout(alive)
  })
})
