import fc from 'fast-check'
import { expect, it } from 'vitest'
import { createFailureWindow } from '../src/failure-window.ts'

it('counts what a list of all requests would say, to a tenth of the window', () => {
  const request = fc.record({ after: fc.nat(1500), failed: fc.boolean() })
  fc.assert(
    fc.property(fc.array(request, { maxLength: 80 }), (requests) => {
      const window = createFailureWindow(1000)
      const all: { at: number; failed: boolean }[] = []
      let now = 12_345
      for (const { after, failed } of requests) {
        now += after
        window.count(failed, now)
        all.push({ at: now, failed })
        const from = (Math.floor(now / 100) - 9) * 100
        const counted = all.filter(({ at }) => at >= from)
        expect(window.requests(now)).toBe(counted.length)
        expect(window.rate(now)).toBeCloseTo(counted.filter((one) => one.failed).length / counted.length, 12)
      }
      expect(window.requests(now + 1000)).toBe(0)
    }),
  )
})

it('has no rate without requests, and none of a clock that went back is lost', () => {
  const window = createFailureWindow(1000)
  expect(window.rate(0)).toBe(0)
  window.count(true, 5000)
  window.count(false, 100)
  expect(window.rate(5000)).toBe(0.5)
})
