import { expect, test } from 'vitest'
import { createHeld } from '../../src/routing/held.ts'
import { lend } from '../support/lent.ts'

const bytes = (text: string): Buffer => Buffer.from(text)

test('what is held is given once, as it came', () => {
  const held = createHeld(10)
  expect([lend(bytes('{"a"'), held.keeps), lend(bytes(':"é"}'), held.keeps)]).toEqual([true, true])
  expect(Buffer.concat(held.release()).toString()).toBe('{"a":"é"}')
  expect(held.release()).toEqual([])
})

test('nothing is held beyond the limit, nor once it was released', () => {
  const held = createHeld(4)
  expect([held.keeps(bytes('ab')), held.keeps(bytes('cd')), held.keeps(bytes('e')), held.keeps(bytes('f'))]).toEqual([
    true,
    true,
    false,
    false,
  ])
  expect(Buffer.concat(held.release()).toString()).toBe('abcd')
  expect(held.keeps(bytes('g'))).toBe(false)
})
