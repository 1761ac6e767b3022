import { describe, expect, it } from 'vitest'
import { parseRouting, type UpstreamOptions } from '../src/config.ts'
import { createHealth } from '../src/health.ts'

function make(options: UpstreamOptions['health'] = {}) {
  const config = parseRouting({ upstreams: [{ id: 'a', health: options }] }).upstreams[0]!.health
  return createHealth(config, () => 0)
}
const fail = { kind: 'server-error' } as const
const good = { kind: 'success' } as const

describe('the health of an upstream', () => {
  it('is bad after so many failures in a row, and not after as many with a success between', () => {
    const health = make({ consecutiveFailures: 3 })
    for (const outcome of [fail, fail, good, fail, fail]) health.report(outcome, undefined, false, 0)
    expect(health.circuit.state(0)).toBe('closed')
    health.report(fail, undefined, false, 0)
    expect(health.circuit.state(0)).toBe('open')
    expect(health.lastFailure).toEqual({ kind: 'server-error', at: 0 })
  })

  it('is bad when too large a share fails, once there are enough requests to tell', () => {
    const health = make({ consecutiveFailures: 0, failureRate: 0.5, minRequests: 10 })
    for (let round = 0; round < 4; round += 1) for (const outcome of [good, fail]) health.report(outcome, undefined, false, round)
    health.report(good, undefined, false, 5)
    expect(health.circuit.state(5)).toBe('closed')
    health.report(fail, undefined, false, 5)
    expect(health.circuit.state(5)).toBe('open')
  })

  it('takes slow starts for failures in the rate', () => {
    const health = make({ consecutiveFailures: 2, failureRate: 1, minRequests: 3, slowStartMs: 1 })
    for (let round = 0; round < 2; round += 1) health.report(good, undefined, true, 0)
    expect(health.circuit.state(0)).toBe('closed')
    health.report(good, undefined, true, 0)
    expect(health.circuit.state(0)).toBe('open')
  })

  it.each(['client-error', 'cancelled', 'rate-limited'] as const)('is not harmed by %s', (kind) => {
    const health = make({ consecutiveFailures: 1, minRequests: 1 })
    for (let round = 0; round < 50; round += 1) health.report({ kind }, undefined, false, 0)
    expect(health.circuit.state(0)).toBe('closed')
  })

  it('stays good when a trial fails after its head, where another request succeeded meanwhile', () => {
    const states = [[], [good]].map((meanwhile) => {
      const health = make({ consecutiveFailures: 2, openMs: 100 })
      for (const outcome of [fail, fail]) health.report(outcome, undefined, false, 0)
      const trial = health.circuit.begin(100)!
      health.trialBegan(trial, 100)
      for (const outcome of meanwhile) health.report(outcome, undefined, false, 105)
      health.report(fail, trial, false, 110)
      return health.circuit.state(110)
    })
    expect(states).toEqual(['open', 'closed'])
  })

  it('respects for how long it asks to be left alone, up to a limit', () => {
    const health = make({ maxAsideMs: 60_000 })
    health.report({ kind: 'rate-limited', retryAfterMs: 7000 }, undefined, false, 100)
    expect(health.asideUntil).toBe(7100)
    health.report({ kind: 'rate-limited', retryAfterMs: 10 }, undefined, false, 200)
    expect(health.asideUntil, 'another answer does not shorten it').toBe(7100)
    health.report({ kind: 'overloaded', retryAfterMs: 9e9 }, undefined, false, 200)
    expect(health.asideUntil).toBe(60_200)
  })

  it('leaves it alone longer each time that it does not say for how long, until it succeeds', () => {
    const health = make({ asideMs: 100 })
    const lasting: number[] = []
    let now = 0
    for (let round = 0; round < 3; round += 1) {
      health.report({ kind: 'rate-limited' }, undefined, false, now)
      lasting.push(health.asideUntil - now)
      now = health.asideUntil
    }
    health.report(good, undefined, false, now)
    health.report({ kind: 'rate-limited' }, undefined, false, now)
    expect([...lasting, health.asideUntil - now]).toEqual([100, 200, 400, 100])
  })

  it('is decided by the trial alone once it was bad: what began before may end badly or well', () => {
    const health = make({ consecutiveFailures: 1, openMs: 100 })
    health.report(fail, undefined, false, 0)
    health.report(good, undefined, false, 50)
    expect(health.circuit.state(50)).toBe('open')
    const trial = health.circuit.begin(100)
    expect(trial).toBeDefined()
    health.report(fail, undefined, false, 110)
    health.report(good, undefined, false, 110)
    expect(health.circuit.state(110)).toBe('half-open')
    health.report(good, trial, false, 120)
    expect(health.circuit.state(120)).toBe('closed')
    expect(health.failuresInARow).toBe(0)
  })

  it.each([
    ['good', { kind: 'client-error' }, 'closed'],
    ['good', { kind: 'rate-limited', retryAfterMs: 5 }, 'closed'],
    ['bad', { kind: 'unauthorized' }, 'open'],
    ['unknown', { kind: 'cancelled' }, 'half-open'],
  ] as const)('is %s after a trial that ended in %o', (_, outcome, state) => {
    const health = make({ consecutiveFailures: 1, openMs: 100 })
    health.report(fail, undefined, false, 0)
    health.report(outcome, health.circuit.begin(100), false, 100)
    expect(health.circuit.state(100)).toBe(state)
    expect(health.circuit.admits(100)).toBe(state !== 'open')
  })

  it('is bad when probes are not answered, and a probe that is answered allows a trial', () => {
    const health = make({ failedProbes: 2, openMs: 1000 })
    health.probed(false, 0)
    health.probed(true, 1)
    health.probed(false, 2)
    expect(health.circuit.state(2)).toBe('closed')
    health.probed(false, 3)
    expect(health.circuit.state(3)).toBe('open')
    health.probed(true, 4)
    expect(health.circuit.state(4)).toBe('half-open')
    health.probed(false, 5)
    expect(health.circuit.state(5)).toBe('open')
  })
})
