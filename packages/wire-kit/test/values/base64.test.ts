import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromBase64, textToBase64, toBase64 } from '@reason/wire-kit'

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

describe('what is long enough for the native decoder', () => {
  const letters = 'QUJD'.repeat(25_000)
  const text = 'ABC'.repeat(25_000)

  it.each([
    ['whole groups', letters, text],
    ['two letters and what fills up', `${letters}QQ==`, `${text}A`],
    ['two letters alone', `${letters}QQ`, `${text}A`],
    ['unused bits', `${letters}QR==`, `${text}A`],
    ['three letters', `${letters}QUI=`, `${text}AB`],
    ['lines', letters.replaceAll(/(.{76})/g, '$1\r\n'), text],
    ['a blank at its end', `${letters} `, text],
    ['one letter too many', `${letters}Q`, undefined],
    ['an end in the middle', `${letters}QQ==${letters}`, undefined],
    ['too much that fills up', `${letters}====`, undefined],
    ['a letter of the other alphabet', `QU-D${letters}`, undefined],
    ['a letter that is none', `QU\u00e9D${letters}`, undefined],
    ['a sign behind it', `${letters}!`, undefined],
  ])('%s: as `atob` reads it', (_, base64, expected) => {
    const bytes = fromBase64(base64)
    expect(bytes && Buffer.from(bytes).toString('latin1')).toBe(expected)
  })

  it.each(['\u00e9\u4e2d\u{1f600}'.repeat(20_000), '\ufeffa'.repeat(40_000)])('text comes back', (long) => {
    expect(textToBase64(long)).toBe(Buffer.from(long).toString('base64'))
    expect(Buffer.from(fromBase64(textToBase64(long))!).toString()).toBe(long)
    expect(toBase64(new TextEncoder().encode(long))).toBe(textToBase64(long))
  })
})
