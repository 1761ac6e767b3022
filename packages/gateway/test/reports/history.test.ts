import { describe, expect, it } from 'vitest'
import { createHistory } from '../../src/reports/history.ts'

describe('what is remembered for a page that opens later', () => {
  it('is dense for two minutes, sparse for six hours, and bounded', () => {
    const history = createHistory((sample: { at: number; isDense: boolean }) => ({ ...sample, isDense: false }))
    const last = 8 * 3_600_000
    for (let at = 0; at <= last; at += 2000) history.add({ at, isDense: true })
    const samples = history.samples()
    const times = samples.map(({ at }) => at)
    expect(times.at(-1)).toBe(last)
    expect(times[0]).toBeGreaterThan(last - 6 * 3_600_000)
    expect(times[0]).toBeLessThan(last - 5.9 * 3_600_000)
    expect(samples.filter(({ isDense }) => isDense).map(({ at }) => at)).toEqual(times.filter((at) => at > last - 120_000))
    expect(samples.filter(({ isDense }) => isDense)).toHaveLength(60)
    expect(times.filter((at) => at <= last - 120_000 && at > last - 900_000)).toHaveLength(78)
    expect(times.length).toBeLessThan(320)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
  })
})
