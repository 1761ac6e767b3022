import { describe, expect, it } from 'vitest'
import { decode } from '../src/input.ts'

async function* inPieces(bytes: Uint8Array, length: number): AsyncGenerator<Uint8Array> {
  for (let from = 0; from < bytes.length; from += length) yield bytes.subarray(from, from + length)
}

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
  ])('%s', async (_, bytes, text) => {
    const pieces: string[] = []
    for await (const piece of decode(inPieces(bytes, length))) pieces.push(piece)
    expect(pieces.join('')).toBe(text)
    expect(pieces).not.toContain('')
  })
})
