import { describe, expect, it } from 'vitest'
import { createTextDecoder } from '../src/text-decoder.ts'

const utf8 = (text: string): Uint8Array => new TextEncoder().encode(text)
const utf16le = (text: string): Uint8Array => Buffer.from(text, 'utf16le')
const utf16be = (text: string): Uint8Array => Buffer.from(text, 'utf16le').swap16()

describe.each([1, 2, 3, 5, 1000])('bytes to text, in pieces of %i', (length) => {
  it.each([
    ['characters of up to four bytes', utf8('né € 🙂'), 'né € 🙂'],
    ['a byte order mark, which is dropped', utf8('\uFEFFab'), 'ab'],
    ['only a byte order mark', utf8('\uFEFF'), ''],
    ['one character', utf8('a'), 'a'],
    ['nothing', utf8(''), ''],
    ['UTF-16 with its mark', utf16le('\uFEFFé🙂'), 'é🙂'],
    ['UTF-16 the other way round', utf16be('\uFEFFé🙂'), 'é🙂'],
    ['bytes that are no text', Uint8Array.of(0x61, 0xff, 0x62), 'a\uFFFDb'],
    ['a character that is cut off at the end', utf8('a🙂').subarray(0, 3), 'a\uFFFD'],
  ])('%s', (_, bytes, text) => {
    const decoder = createTextDecoder()
    let read = ''
    for (let from = 0; from < bytes.length; from += length) read += decoder.push(bytes.subarray(from, from + length))
    expect(read + decoder.end()).toBe(text)
  })
})
