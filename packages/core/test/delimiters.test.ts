import { createDelimiters } from '@reason/core'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

const found = (list: string[], text: string, final = true, from = 0) => {
  const { found, at, end, index } = createDelimiters(list).search(text, from, final)
  return found ? { at, end, index } : { held: text.slice(at) }
}

describe('createDelimiters', () => {
  it('finds the first delimiter', () => expect(found(['<a>', '<b>'], 'x<b><a>')).toEqual({ at: 1, end: 4, index: 1 }))
  it('starts at the given place', () => expect(found(['<a>'], '<a><a>', true, 1)).toEqual({ at: 3, end: 6, index: 0 }))
  it('takes the longest of several at one place', () => expect(found(['<a>', '<a>\n'], '<a>\nb')).toEqual({ at: 0, end: 4, index: 1 }))
  it('waits for the longer one that may still come', () => expect(found(['<a>', '<a>\n'], 'x<a>', false)).toEqual({ held: '<a>' }))
  it('takes the shorter one at the end', () => expect(found(['<a>', '<a>\n'], 'x<a>', true)).toEqual({ at: 1, end: 4, index: 0 }))
  it('holds the longest possible beginning', () => expect(found(['</think>'], 'a < b </thi', false)).toEqual({ held: '</thi' }))
  it('holds a single first character', () => expect(found(['<a>'], 'x<', false)).toEqual({ held: '<' }))
  it('releases a beginning that went another way', () => expect(found(['<a>'], 'x<b', false)).toEqual({ held: '' }))
  it('holds nothing at the end', () => expect(found(['<a>'], 'x<', true)).toEqual({ held: '' }))
  it('finds a delimiter inside the beginning of another', () =>
    expect(found(['<<<x', '<y'], '<<<y', false)).toEqual({ at: 2, end: 4, index: 1 }))
  it('knows several first characters', () => expect(found(['[T]', '◁x▷', '\n-'], 'a◁x▷')).toEqual({ at: 1, end: 4, index: 1 }))
  it('holds half of a surrogate pair', () => expect(found(['<a>'], 'x\ud83d', false)).toEqual({ held: '\ud83d' }))
  it('lets go of half a pair at the end', () => expect(found(['<a>'], 'x\ud83d', true)).toEqual({ held: '' }))
  it('treats regular expression characters as themselves', () => expect(found(['^', ']', '\\'], 'a]')).toEqual({ at: 1, end: 2, index: 1 }))
  it('refuses an empty delimiter', () => expect(() => createDelimiters([''])).toThrow(TypeError))

  it('finds what a look at every place finds', () => {
    const unit = fc.constantFrom('<', 'a', '>', '/')
    const lists = fc.array(fc.string({ unit, minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 6 })
    fc.assert(
      fc.property(lists, fc.string({ unit, maxLength: 12 }), fc.boolean(), (list, text, final) => {
        expect(found(list, text, final)).toEqual(naive(list, text, final))
      }),
    )
  })

  it('says of a text whether there is anything to find or hold', () => {
    const list = ['<a>', '==', '◁']
    const delimiters = createDelimiters(list)
    fc.assert(
      fc.property(fc.string({ unit: fc.constantFrom('<', 'a', '=', '◁', 'é', '\ud83d', '\ude00'), maxLength: 12 }), (text) => {
        const { found, at } = delimiters.search(text, 0, false)
        expect(delimiters.isPlain(text)).toBe(!found && at === text.length)
      }),
    )
  })

  it('finds the same, however the text is cut', () => {
    const list = ['<a>', '<a', '</a>', '<<', 'b>']
    const text = fc.string({ unit: fc.constantFrom('<', 'a', '>', '/', 'b', '😀'), maxLength: 40 })
    fc.assert(
      fc.property(text, fc.array(fc.nat(8), { maxLength: 40 }), (whole, sizes) => {
        expect(tokens(list, cut(whole, sizes))).toEqual(tokens(list, [whole]))
      }),
    )
  })
})

function naive(list: string[], text: string, final: boolean) {
  const longestFirst = [...new Set(list)].toSorted((a, b) => b.length - a.length)
  for (let at = 0; at < text.length; at++) {
    for (const value of longestFirst) {
      if (text.startsWith(value, at)) return { at, end: at + value.length, index: list.indexOf(value) }
      if (!final && value.startsWith(text.slice(at))) return { held: text.slice(at) }
    }
  }
  return { held: '' }
}

function tokens(list: string[], pieces: string[]): string[] {
  const delimiters = createDelimiters(list)
  const hits: string[] = []
  let text = ''
  for (const [number, piece] of [...pieces, ''].entries()) {
    text += piece
    const final = number === pieces.length
    let match = delimiters.search(text, 0, final)
    let from = 0
    while (match.found) {
      hits.push(`${match.index}`)
      from = match.end
      match = delimiters.search(text, from, final)
    }
    text = text.slice(match.at)
    expect(final ? 0 : text.length).toBeLessThan(delimiters.longest)
  }
  return hits
}

function cut(text: string, sizes: number[]): string[] {
  const pieces: string[] = []
  let from = 0
  for (const size of sizes) {
    pieces.push(text.slice(from, from + size))
    from += size
  }
  return [...pieces, text.slice(from)]
}
