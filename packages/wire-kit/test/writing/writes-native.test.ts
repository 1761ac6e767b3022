import { expect, test } from 'vitest'
import { writesNative } from '../../src/writing/writes-native.ts'

test.each([
  [{}, {}, true],
  [{ channel: 'answer' }, {}, true],
  [{ channel: 'reasoning' }, {}, false],
  [{ channel: 'reasoning' }, { native: 'safe' }, false],
  [{ channel: 'reasoning' }, { native: 'all' }, true],
  [{}, { native: 'none' }, false],
  [{ channel: 'answer' }, { native: 'none' }, false],
] as const)('of %j, with %j: %s', (part, options, expected) => {
  expect(writesNative(part, options)).toBe(expected)
})
