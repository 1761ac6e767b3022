import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { inWeightedOrder } from '../src/weights.ts'
import { seededRandom } from './clock.ts'

describe('a weighted order', () => {
  it.each([1, 2, 3, 4, 5])('begins with each as often as its weight says (seed %i)', (seed) => {
    const random = seededRandom(seed)
    const weights = new Map([
      ['a', 1],
      ['b', 2],
      ['c', 7],
    ])
    const times = 20_000
    const first = new Map<string, number>()
    const secondAfterC = new Map<string, number>()
    for (let round = 0; round < times; round += 1) {
      const [one, two] = inWeightedOrder([...weights.keys()], (name) => weights.get(name)!, random)
      first.set(one!, (first.get(one!) ?? 0) + 1)
      if (one === 'c') secondAfterC.set(two!, (secondAfterC.get(two!) ?? 0) + 1)
    }
    // Five standard deviations. The seeds are fixed: this holds always or never.
    for (const [name, weight] of weights)
      expect(Math.abs(first.get(name)! - (times * weight) / 10)).toBeLessThan(deviations(times, weight / 10))
    const afterC = first.get('c')!
    expect(Math.abs(secondAfterC.get('b')! - (afterC * 2) / 3)).toBeLessThan(deviations(afterC, 2 / 3))
  })

  it('is the same things, those without weight last and as they stood', () => {
    fc.assert(
      fc.property(fc.array(fc.nat(3), { maxLength: 8 }), fc.nat(), (weights, seed) => {
        const things = weights.map((weight, index) => ({ weight, index }))
        const order = inWeightedOrder(things, ({ weight }) => weight, seededRandom(seed))
        expect(order.toSorted((a, b) => a.index - b.index)).toEqual(things)
        const weightless = things.filter(({ weight }) => weight === 0)
        if (weightless.length > 0 && things.length > 1) expect(order.slice(-weightless.length)).toEqual(weightless)
      }),
    )
  })

  it('does with a random number of 0', () => {
    expect(
      inWeightedOrder(
        ['a', 'b'],
        () => 1,
        () => 0,
      ),
    ).toEqual(['a', 'b'])
    expect(
      inWeightedOrder(
        ['a', 'b'],
        (name) => (name === 'a' ? 0 : 1),
        () => 0,
      ),
    ).toEqual(['b', 'a'])
  })
})

const deviations = (times: number, share: number): number => 5 * Math.sqrt(times * share * (1 - share))
