import { anyCharacter } from '@reason/testkit/any-character'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createUtf8Decoder } from '../../../src/relay/attempt/text-decoder.ts'
import { lend } from '@reason/testkit/lent'

describe('bytes to text', () => {
  it('gives the same however characters are cut', () => {
    const text = fc.string({ unit: anyCharacter })
    fc.assert(
      fc.property(text, fc.array(fc.nat(40)), (whole, cuts) => {
        const bytes = Buffer.from(whole)
        const decoder = createUtf8Decoder()
        let read = ''
        let from = 0
        for (const length of cuts) read += lend(bytes.subarray(from, (from += length)), decoder.write)
        expect(read + lend(bytes.subarray(from), decoder.write) + decoder.end()).toBe(bytes.toString('utf8'))
      }),
    )
  })

  it('gives every character as soon as it is whole', () => {
    const decoder = createUtf8Decoder()
    const pieces = [...Buffer.from('aé€🤔')].map((byte) => lend(Buffer.from([byte]), decoder.write))
    expect(pieces).toEqual(['a', '', 'é', '', '', '€', '', '', '', '🤔'])
    expect(decoder.end()).toBe('')
  })

  it('says that a character was not finished', () => {
    const decoder = createUtf8Decoder()
    expect(decoder.write(Buffer.from([0x61, 0xf0, 0x9f]))).toBe('a')
    expect(decoder.end()).toBe('\uFFFD')
  })
})
