import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createFairQueue } from '../src/fair-queue.ts'

const waiter = (key: string, number: number): { key: string; number: number } => ({ key, number })

describe('a queue', () => {
  it('is first come first served within a key, and lets keys take turns', () => {
    const queue = createFairQueue<ReturnType<typeof waiter>>()
    for (const [number, key] of ['a', 'a', 'a', 'b', 'c', 'b'].entries()) queue.push(waiter(key, number))
    expect(Array.from({ length: 6 }, () => queue.shift()!.number)).toEqual([0, 3, 4, 1, 5, 2])
    expect(queue.shift()).toBeUndefined()
  })

  it('loses no request, doubles none, keeps the order of each key, and no request is overtaken twice by one key', () => {
    const step = fc.oneof(
      { weight: 3, arbitrary: fc.constantFrom('a', 'b', 'c').map((key) => ({ push: key })) },
      { weight: 2, arbitrary: fc.constant({ shift: true as const }) },
      { weight: 1, arbitrary: fc.nat().map((remove) => ({ remove })) },
    )
    fc.assert(
      fc.property(fc.array(step, { maxLength: 100 }), (steps) => {
        const queue = createFairQueue<ReturnType<typeof waiter>>()
        let inside: ReturnType<typeof waiter>[] = []
        /** For the first one of each key: who was served since it was first. */
        const servedSince = new Map<ReturnType<typeof waiter>, string[]>()
        let next = 0
        for (const one of steps) {
          if ('push' in one) {
            const pushed = waiter(one.push, (next += 1))
            inside.push(pushed)
            queue.push(pushed)
          } else if ('shift' in one) {
            const served = queue.shift()
            if (inside.length === 0) expect(served).toBeUndefined()
            else {
              expect(inside.find(({ key }) => key === served!.key)).toBe(served)
              inside = inside.filter((other) => other !== served)
              servedSince.delete(served!)
              for (const keys of servedSince.values()) {
                keys.push(served!.key)
                expect(new Set(keys).size, 'one key overtakes no request twice').toBe(keys.length)
              }
            }
          } else {
            const removed = inside[one.remove % Math.max(1, inside.length)]
            if (removed === undefined) continue
            expect(queue.remove(removed)).toBe(true)
            expect(queue.remove(removed)).toBe(false)
            inside = inside.filter((other) => other !== removed)
            servedSince.delete(removed)
          }
          expect(queue.size).toBe(inside.length)
          for (const key of 'abc') {
            const first = inside.find((other) => other.key === key)
            if (first !== undefined && !servedSince.has(first)) servedSince.set(first, [])
          }
        }
        expect(
          queue
            .drain()
            .map(({ number }) => number)
            .toSorted((a, b) => a - b),
        ).toEqual(inside.map(({ number }) => number))
        expect(queue.size).toBe(0)
      }),
    )
  })
})
