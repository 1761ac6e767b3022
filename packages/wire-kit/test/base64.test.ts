import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { fromBase64, toBase64 } from '@reason/wire-kit'

it('bytes become base64, and come back', () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 50 }), (bytes) => {
      expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
      expect(fromBase64(toBase64(bytes))).toEqual(bytes)
    }),
  )
})

it.each(['a', 'a===', 'é', '!!!!'])('%j is no base64', (text) => {
  expect(fromBase64(text)).toBeUndefined()
})
