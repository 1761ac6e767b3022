import { describe, expect, it } from 'vitest'
import { makeRouter, taken } from './make-router.ts'

const probe = { path: '/health', intervalMs: 1000, timeoutMs: 100 }

describe('probes', () => {
  it('are due within an interval, then about every interval, each given out once', () => {
    const { router, clock } = makeRouter({ upstreams: [{ id: 'a', probe }, { id: 'b' }] })
    expect(router.nextProbeInMs()).toBeLessThanOrEqual(1000)
    const times: number[] = []
    for (let ms = 0; ms < 20_000; ms += 10) {
      clock.pass(10)
      for (const due of router.dueProbes()) {
        expect(due).toEqual({ upstream: 'a', method: 'GET', path: '/health', timeoutMs: 100 })
        expect(router.dueProbes()).toEqual([])
        times.push(clock.now())
        router.probed('a', true)
      }
    }
    const gaps = times.slice(1).map((time, index) => time - times[index]!)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(900)
    expect(Math.max(...gaps)).toBeLessThanOrEqual(1110)
    expect(new Set(gaps).size, 'they are not in step').toBeGreaterThan(3)
  })

  it('of which nothing is heard are given out again', () => {
    const { router, clock } = makeRouter({ upstreams: [{ id: 'a', probe }] })
    clock.pass(1000)
    expect(router.dueProbes()).toHaveLength(1)
    clock.pass(999)
    expect(router.dueProbes()).toHaveLength(0)
    clock.pass(1)
    expect(router.dueProbes()).toHaveLength(1)
  })

  it('that fail take an upstream out, and one that is answered lets a request try it', () => {
    const { router } = makeRouter({
      upstreams: [
        { id: 'a', probe },
        { id: 'b', priority: 1 },
      ],
    })
    for (let round = 0; round < 3; round += 1) router.probed('a', false)
    expect(taken(router.route({ model: 'm' }))).toEqual(['b'])
    expect(router.state()[0]).toMatchObject({ health: 'down', circuit: 'open', lastFailure: { kind: 'probe' } })
    router.probed('a', true)
    expect(taken(router.route({ model: 'm' }))).toEqual(['a', 'b'])
    expect(router.state()[0]).toMatchObject({ circuit: 'half-open' })
  })

  it('without upstreams are never due, and those of a removed upstream do not matter', () => {
    const { router } = makeRouter({ upstreams: [{ id: 'a' }] })
    expect(router.nextProbeInMs()).toBe(Number.POSITIVE_INFINITY)
    router.probed('a', false)
    router.probed('gone', false)
    expect(router.state()[0]).toMatchObject({ health: 'up' })
  })
})
