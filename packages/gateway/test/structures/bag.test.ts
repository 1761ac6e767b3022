import { describe, expect, it } from 'vitest'
import { createBag } from '../../src/structures/bag.ts'

describe('a bag', () => {
  it('holds what was put in and not taken out, in whatever order that happens', () => {
    const bag = createBag<string>()
    const takeOut = Object.fromEntries(['a', 'b', 'c', 'd', 'e'].map((one) => [one, bag.add(one)]))
    takeOut['b']!()
    expect(bag.all().toSorted()).toEqual(['a', 'c', 'd', 'e'])
    takeOut['e']!()
    takeOut['a']!()
    const again = bag.add('f')
    expect(bag.all().toSorted()).toEqual(['c', 'd', 'f'])
    for (const one of ['d', 'c']) takeOut[one]!()
    again()
    expect(bag.size()).toBe(0)
  })

  it('may be emptied while what was in it is gone through', () => {
    const bag = createBag<() => void>()
    let calls = 0
    for (let i = 0; i < 4; i++) {
      const takeOut = bag.add(() => {
        calls++
        takeOut()
      })
    }
    for (const one of bag.all()) one()
    expect([calls, bag.size()]).toEqual([4, 0])
  })
})
