import { anyCharacter } from '@reason/testkit/any-character'
import { runs, times } from '@reason/testkit/sampling'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { toTsvector } from '../src/search/lexemes.ts'
import { parseQuery, toFts5, toTsquery } from '../src/search/query.ts'
import { snippetOf } from '../src/search/snippet.ts'
import { fold, wordsOf } from '../src/search/words.ts'
import { opened } from './stores.ts'

describe('a query', () => {
  test.each([
    ['cat', { all: [{ words: ['cat'], prefix: false }], none: [] }],
    [
      'Cat  DOG',
      {
        all: [
          { words: ['cat'], prefix: false },
          { words: ['dog'], prefix: false },
        ],
        none: [],
      },
    ],
    [
      '"a b" c*',
      {
        all: [
          { words: ['a', 'b'], prefix: false },
          { words: ['c'], prefix: true },
        ],
        none: [],
      },
    ],
    ['"never closed', { all: [{ words: ['never', 'closed'], prefix: false }], none: [] }],
    [
      '-x y -"z w"',
      {
        all: [{ words: ['y'], prefix: false }],
        none: [
          { words: ['x'], prefix: false },
          { words: ['z', 'w'], prefix: false },
        ],
      },
    ],
    ['foo_bar.baz', { all: [{ words: ['foo', 'bar', 'baz'], prefix: false }], none: [] }],
    [
      'NEAR(a b) OR ^c {d}:e',
      {
        all: ['near', 'b', 'or', 'c']
          .map((word) => ({ words: word === 'near' ? ['near', 'a'] : [word], prefix: false }))
          .concat([{ words: ['d', 'e'], prefix: false }]),
        none: [],
      },
    ],
    ['* - "" ()', { all: [], none: [] }],
  ])('%j', (text, query) => expect(parseQuery(text)).toMatchObject(query))

  test('holds nothing that a database would read as its own syntax', () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, maxLength: 200 }), (text) => {
        const query = parseQuery(text)
        for (const { words, raw } of [...query.all, ...query.none])
          for (const word of [...words, ...raw]) expect(word).toMatch(/^[\p{L}\p{N}\p{Co}\p{M}]+$/u)
        expect(toFts5(query) === undefined).toBe(query.all.length === 0)
        expect(toTsquery(query) === undefined).toBe(query.all.length === 0)
      }),
    )
  })

  test('finds a text by each of its words, whatever it is made of', async () => {
    const store = await opened({ url: ':memory:', mode: 'full', sqlite: { thread: false }, queue: { gatherMs: 0 } })
    // SQLite's tables are of Unicode 6.1: what is newer may be a letter to one and none to the other.
    const piece = fc.constantFrom(...'éЌќἀ豈กิ한ßİǅﬁ١²aZ9_-. \n😀\u200bñ中文日本e\u0301\u0308'.split(''), 'word', '😀', '𝒳')
    let number = 0
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { minLength: 1, maxLength: 30 }), async (pieces) => {
        const reasoningText = pieces.join('')
        const session = `s${++number}`
        await store.append({ sessionKey: session, reasoningText })
        for (const { raw: text } of wordsOf(reasoningText))
          expect((await store.search(text, { session })).items, JSON.stringify(text)).toHaveLength(1)
      }),
      { numRuns: times(40, 100) },
    )
  })
})

describe('a snippet', () => {
  test('is around where most of the query stands together', () => {
    const text = `cat ${'filler '.repeat(100)}a dog and a cat here ${'filler '.repeat(100)}`
    const { text: shown, ranges, offset, cutBefore, cutAfter } = snippetOf(text, parseQuery('cat dog'))
    expect(ranges.map(({ start, end }) => shown.slice(start, end))).toEqual(['dog', 'cat'])
    expect(text.slice(offset, offset + shown.length)).toBe(shown)
    expect({ cutBefore, cutAfter }).toEqual({ cutBefore: true, cutAfter: true })
  })

  test('marks words as they were written, and never anything else', () => {
    const source = fc.array(fc.constantFrom('Éclair', 'cat', ' ', '😀', '<b>', '&', 'dog', '\n', 'x'.repeat(70), '"'), { maxLength: 200 })
    fc.assert(
      fc.property(source, fc.constantFrom('cat', 'eclair dog', '"cat dog"', 'do*', 'absent'), (pieces, query) => {
        const text = pieces.join('')
        const snippet = snippetOf(text, parseQuery(query))
        expect(text.slice(snippet.offset, snippet.offset + snippet.text.length)).toBe(snippet.text)
        expect(snippet.text.isWellFormed()).toBe(true)
        expect(snippet.text.length).toBeLessThanOrEqual(240)
        let last = 0
        for (const { start, end } of snippet.ranges) {
          expect(start).toBeGreaterThanOrEqual(last)
          expect(end).toBeGreaterThan(start)
          last = end
          expect(['cat', 'eclair', 'dog'].some((word) => fold(snippet.text.slice(start, end)).startsWith(word))).toBe(true)
        }
        expect(last).toBeLessThanOrEqual(snippet.text.length)
      }),
    )
  })
})

describe('a tsvector', () => {
  test('has the places of each word', async () => {
    expect(await toTsvector('The cat, the DOG: thé')).toBe("'the':1,3,5 'cat':2 'dog':4 ")
  })

  test('stays within what PostgreSQL takes', async () => {
    const many = await toTsvector(Array.from({ length: 400_000 }, (_, index) => `word${index}`).join(' '))
    expect(Buffer.byteLength(many)).toBeLessThan(3_000_000)
    const often = await toTsvector('a '.repeat(10_000))
    expect(often.split(',')).toHaveLength(255)
  })
})

test('words are what their pattern says, whatever the text is made of', () => {
  const pattern = /[\p{L}\p{N}\p{Co}][\p{L}\p{N}\p{Co}\p{Mn}]*/gu
  const said = (text: string) => [...text.matchAll(pattern)].map(({ 0: raw, index }) => ({ raw, start: index }))
  const characters = [
    'a',
    'Z',
    '7',
    ' ',
    '-',
    'é',
    'e\u0301',
    '\u0301',
    'ש',
    'ש\u05bc',
    '思',
    '😀',
    '𝒜',
    '\u{1e8d0}',
    '\u{f0000}',
    '\ue000',
    '\ud83d',
    '\ude00',
  ]
  const texts = fc.string({ unit: fc.oneof(fc.constantFrom(...characters), fc.string({ unit: anyCharacter, minLength: 1, maxLength: 1 })) })
  fc.assert(
    fc.property(texts, (text) => {
      expect([...wordsOf(text)].map(({ raw, start }) => ({ raw, start }))).toEqual(said(text))
      for (const { raw, start, end, text: folded } of wordsOf(text)) expect([text.slice(start, end), folded]).toEqual([raw, fold(raw)])
    }),
    { numRuns: runs(2000) },
  )
})

test('while long texts are looked through, others get their turn before each', async () => {
  const store = await opened({ url: ':memory:', mode: 'full', sqlite: { thread: false } })
  const reasoningText = `${'It is a long way. '.repeat(5000)} Here it ends.`
  for (let index = 0; index < 6; index++) await store.append({ reasoningText })
  let turns = 0
  let isFound = false
  const turn = () => {
    if (isFound) return
    turns++
    setImmediate(turn)
  }
  setImmediate(turn)
  const { items } = await store.search('ends')
  isFound = true
  expect(items).toHaveLength(6)
  expect(turns).toBeGreaterThanOrEqual(6)
})
