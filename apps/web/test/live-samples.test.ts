import type { GatewayState, Sample } from '@reason/gateway-api'
import { describe, expect, test } from 'vitest'
import { withState, type Live } from '../src/pages/dashboard/live/state.ts'
import { allTokens, tokensPerSecond } from '../src/pages/dashboard/numbers/series.ts'

const sampleAt = (at: number, written: Sample['written'] = {}): Sample => ({ at, written }) as Sample
const stateAt = (at: number): GatewayState => ({ sample: sampleAt(at) }) as GatewayState

describe('samples of the dashboard', () => {
  test('give rates of what is written, by channel, before any generation ends', () => {
    const samples = [
      sampleAt(0, { a: { reasoning: 10, commentary: 0, answer: 0 } }),
      sampleAt(2000, { a: { reasoning: 30, commentary: 2, answer: 0 }, b: { reasoning: 0, commentary: 0, answer: 8 } }),
    ]
    expect(allTokens(samples[1]!)).toEqual({ reasoning: 30, commentary: 2, answer: 8 })
    expect(tokensPerSecond(samples)).toEqual({ seconds: [2], lines: [[10], [1], [4]] })
  })

  test('are dense for two minutes, sparse for six hours, and bounded, while the page stays open', () => {
    let live = { samples: [sampleAt(0)] } as unknown as Live
    const last = 7 * 3_600_000
    for (let at = 2000; at <= last; at += 2000) live = withState(live, stateAt(at))
    const ages = live.samples.map(({ at }) => last - at)
    expect(ages.at(-1)).toBe(0)
    expect(ages[0]).toBeLessThan(6 * 3_600_000)
    expect(ages[0]).toBeGreaterThan(5.9 * 3_600_000)
    expect(ages.filter((age) => age < 120_000)).toHaveLength(60)
    expect(ages.filter((age) => age >= 120_000 && age < 900_000)).toHaveLength(78)
    expect(ages.length).toBeLessThan(320)
  })
})
