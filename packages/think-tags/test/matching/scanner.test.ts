import * as fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { describe, expect, test } from 'vitest'
import { markupTag } from '../../src/delimiters/markup-tag.ts'
import {
  anyOfAfterSpace,
  endOfLine,
  followedBy,
  nameBetween,
  literal,
  literalInAnyCase,
  no,
  undecided,
  type Matcher,
} from '../../src/matching/matcher.ts'
import { createScanner } from '../../src/matching/scanner.ts'

const verdicts = (matcher: Matcher, text: string) => [matcher.match(text, 0, false), matcher.match(text, 0, true)]

describe('matchers', () => {
  test('say what they found, what they did not, and what they cannot tell yet', () => {
    expect(verdicts(literal('<a>'), '<a>b')).toEqual([3, 3])
    expect(verdicts(literal('<a>'), '<a')).toEqual([undecided, no])
    expect(verdicts(literal('<a>'), '<b')).toEqual([no, no])
    expect(verdicts(literalInAnyCase('<Ab>'), '<aB>')).toEqual([4, 4])
    expect(verdicts(literalInAnyCase('<Ab>'), '<a')).toEqual([undecided, no])
    expect(verdicts(nameBetween('_', '_'), '_0fA_')).toEqual([5, 5])
    expect(verdicts(nameBetween('_', '_'), '_0f')).toEqual([undecided, no])
    expect(verdicts(nameBetween('_', '_'), '__')).toEqual([no, no])
    expect(verdicts(nameBetween('to=', '<|m|>'), 'to=web.get_it-2<|m|>')).toEqual([20, 20])
    expect(verdicts(nameBetween('to=', '<|m|>'), 'to=a b<|m|>')).toEqual([no, no])
    expect(verdicts(nameBetween('_', '_'), `_${'a'.repeat(65)}_`)).toEqual([no, no])
  })

  test('may depend on what follows, over a bounded gap', () => {
    const tool = followedBy(literal('<t>'), anyOfAfterSpace([literal('{'), literal('<f')]))
    expect(verdicts(tool, '<t>')).toEqual([undecided, no])
    expect(verdicts(tool, '<t> \n{')).toEqual([3, 3])
    expect(verdicts(tool, '<t> <')).toEqual([undecided, no])
    expect(verdicts(tool, '<t> x')).toEqual([no, no])
    expect(verdicts(tool, `<t>${' '.repeat(128)}`)).toEqual([no, no])
    const line = followedBy(literal('F'), endOfLine)
    expect(verdicts(line, 'F \t')).toEqual([undecided, 1])
    expect(verdicts(line, 'F\r\nx')).toEqual([1, 1])
    expect(verdicts(line, 'F x')).toEqual([no, no])
  })

  test.each([
    ['<think>', 7, 7],
    ['<THINK>', 7, 7],
    ['< think >', 9, 9],
    ['<think a="1>0" b=\'"\' c d=e>x', 27, 27],
    ['<think a="1', undecided, no],
    ['<think a =', undecided, no],
    ['<thinker>', no, no],
    ['<think/>', no, no],
    ['<think a/>', no, no],
    ['<think a="1"b="2">', no, no],
    ['<think <b>', no, no],
    ['<think =1>', no, no],
    ['</think>', no, no],
    [`<think ${'a'.repeat(99)}`, no, no],
  ])('%s is read as an opening tag', (text, verdict, atEnd) => {
    expect(verdicts(markupTag('think', false, { anyCase: true, whitespace: true, attributes: true, maxLength: 40 }), text)).toEqual([
      verdict,
      atEnd,
    ])
  })

  test.each([
    ['</think>', 8, 8],
    ['< / think >', 11, 11],
    ['</think a>', no, no],
    ['</thin', undecided, no],
    ['<think>', no, no],
  ])('%s is read as a closing tag', (text, verdict, atEnd) => {
    expect(verdicts(markupTag('think', true, { anyCase: false, whitespace: true, attributes: true, maxLength: 40 }), text)).toEqual([
      verdict,
      atEnd,
    ])
  })
})

describe('the scanner', () => {
  const list = ['<a>', '<ab>', '</a>', '<a>\n', '[a]', '<a>']
  const scanner = createScanner(list.map(literal))

  test('finds the first delimiter and there the longest, in any text', () => {
    const text = fc.array(fc.constantFrom('<', 'a', 'b', '>', '/', '\n', '[', ']', '😀'), { maxLength: 30 }).map((units) => units.join(''))
    fc.assert(
      fc.property(text, (value) => {
        const starts = [...value].length === 0 ? [] : Array.from({ length: value.length }, (_, at) => at)
        const fits = (at: number) => list.filter((delimiter) => value.startsWith(delimiter, at)).sort((a, b) => b.length - a.length)
        const first = starts.find((at) => fits(at).length > 0)
        const { at, end, index } = scanner.search(value, 0, true)
        if (first === undefined) expect([at, index]).toEqual([value.length, -1])
        else expect([at, value.slice(at, end), list[index]]).toEqual([first, fits(first)[0], fits(first)[0]])
      }),
      { numRuns: runs(2000), seed: 7 },
    )
  })

  test('holds the longest tail that may still become a delimiter, and half a character', () => {
    expect(scanner.search('x<a', 0, false)).toMatchObject({ index: -1, at: 1 })
    expect(scanner.search('x<a>', 0, false)).toMatchObject({ index: -1, at: 1 })
    expect(scanner.search('x<a>', 0, true)).toMatchObject({ index: 0, at: 1, end: 4 })
    expect(scanner.search('x\ud83d', 0, false)).toMatchObject({ index: -1, at: 1 })
    expect(scanner.search('x\ud83d', 0, true)).toMatchObject({ index: -1, at: 2 })
  })

  test('holds exactly what may still become a delimiter, wherever it is cut', () => {
    const anyList = fc.uniqueArray(fc.array(fc.constantFrom('<', 'a', 'b'), { minLength: 1, maxLength: 5 }), {
      minLength: 1,
      maxLength: 8,
      selector: String,
    })
    const anyText = fc.array(fc.constantFrom('<', 'a', 'b'), { maxLength: 7 })
    fc.assert(
      fc.property(anyList, anyText, (units, letters) => {
        const [words, value] = [units.map((word) => word.join('')), letters.join('')]
        const { search } = createScanner(words.map(literal))
        const places = Array.from(value, (_, at) => at)
        const mayGrow = (at: number) => words.some((word) => word.length > value.length - at && word.startsWith(value.slice(at)))
        const fits = (at: number) => words.filter((word) => value.startsWith(word, at)).sort((a, b) => b.length - a.length)
        const first = places.find((at) => mayGrow(at) || fits(at).length > 0)
        const { at, index, undecided: open } = search(value, 0, false)
        if (first === undefined) expect({ at, index, open }).toEqual({ at: value.length, index: -1, open: false })
        else if (mayGrow(first)) expect({ at, index, open }).toEqual({ at: first, index: -1, open: true })
        else expect({ at, word: words[index], open }).toEqual({ at: first, word: fits(first)[0], open: false })
      }),
      { numRuns: runs(3000), seed: 11 },
    )
  })

  test('asks every matcher behind a first unit again, whatever it has remembered of it', () => {
    const { matchAt } = createScanner([literal('<a>'), literal('<ä>'), literal('!')])
    const found = (text: string) => [matchAt(text, 0, false).index, matchAt(text, 0, false).undecided]
    for (let time = 0; time < 2; time++) {
      expect(found('<b>')).toEqual([-1, false])
      expect(found('<a>')).toEqual([0, false])
      expect(found('<a')).toEqual([-1, true])
      expect(found('<ä>')).toEqual([1, false])
      expect(found('<ö>')).toEqual([-1, false])
      expect(found('!x')).toEqual([2, false])
      expect(found('x!')).toEqual([-1, false])
    }
  })

  test('finds the same delimiters after thousands of other beginnings, which it does not remember', () => {
    const tags = (closing: boolean) =>
      ['thinking', 'reasoning'].map((name) =>
        markupTag(name, closing, { anyCase: true, whitespace: true, oddClosers: true, attributes: true, maxLength: 256 }),
      )
    const { matchAt } = createScanner([...tags(false), ...tags(true)])
    const found = (text: string) => [matchAt(text, 0, true).index, matchAt(text, 0, true).end]
    for (let round = 0; round < 2; round++) {
      expect(found('<THINKING a="b">x')).toEqual([0, 16])
      expect(found('< / Thinking >x')).toEqual([2, 14])
      expect(found('<Reasoning>x')).toEqual([1, 11])
      for (let bits = 0; bits < 2 ** 9; bits++) {
        // Both cases of each letter are beginnings of the tag, so that there are more than it remembers.
        const tag = Array.from('reasoning', (letter, at) => ((bits >> at) & 1 ? letter.toUpperCase() : letter)).join('')
        expect(found(`<${tag}!`)).toEqual([-1, 0])
        expect(found(`</${tag}>`)).toEqual([3, 12])
      }
    }
  })
})
