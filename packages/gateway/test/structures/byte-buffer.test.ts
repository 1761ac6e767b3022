import { expect, test } from 'vitest'
import { createByteBuffer } from '../../src/structures/byte-buffer.ts'
import { lend } from '@reason/testkit/lent'

const bytes = (text: string): Buffer => Buffer.from(text)

test('what is held is given once, as it came', () => {
  const held = createByteBuffer(10)
  expect([lend(bytes('{"a"'), held.push), lend(bytes(':"é"}'), held.push)]).toEqual([true, true])
  expect(Buffer.concat(held.release()).toString()).toBe('{"a":"é"}')
  expect(held.release()).toEqual([])
})

test('beyond the limit there is room for no more, and nothing is lost', () => {
  const held = createByteBuffer(4)
  expect([held.push(bytes('ab')), held.push(bytes('cd')), held.push(bytes('e'))]).toEqual([true, true, false])
  expect(Buffer.concat(held.release()).toString()).toBe('abcde')
})
