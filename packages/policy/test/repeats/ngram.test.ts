import { suppressRepeats } from '@reason/policy'
import { describe, expect, it } from 'vitest'
import { blocks, markupOf, resultOf, through, type Piece } from '../parts.ts'

const run = (text: string, sizes = [1], channel: Piece[0] = 'answer') => through([suppressRepeats()], blocks([[channel, text]], sizes))

describe('suppressRepeats', () => {
  it.each([
    ['a run that is said again at once', 'we go home. we go home. we go home. Then', 'we go home. Then'],
    ['a long run', `${'one two three four five six seven '.repeat(5)}end`, 'one two three four five six seven end'],
    ['one word without an end', 'no no no no no no no no no', 'no no no'],
    ['lines', 'I am done.\nI am done.\nI am done.\n', 'I am done.\n'],
  ])('suppresses %s', (_, text, expected) => {
    for (const sizes of [[1], [5], [1000]]) expect(resultOf(run(text, sizes)).answer).toBe(expected)
  })

  it.each([
    ['fewer words than three', 'ha ha ha, very very good'],
    ['the same words further apart', 'the cat sat here and the cat sat there'],
    ['half a copy', 'one two three four one two'],
    ['lists', '- buy the red one\n- buy the blue one\n- buy the green one'],
    ['fenced code', '```\nx = x + 1\nx = x + 1\nx = x + 1\n```'],
    ['inline code', '`a b c a b c a b c`'],
    ['table rows', '| a b c |\n| a b c |\n| a b c |\n'],
  ])('leaves %s', (_, text) => {
    for (const sizes of [[1], [5], [1000]]) expect(resultOf(run(text, sizes)).answer).toBe(text)
  })

  it('warns once a run, and keeps what it took as markup', () => {
    const parts = run('a b c a b c a b c x y z w x y z w')
    expect(resultOf(parts).warnings.map(({ code, block }) => [code, block])).toEqual([
      ['repetition-suppressed', 0],
      ['repetition-suppressed', 0],
    ])
    expect(markupOf(parts)).toEqual([' a b c a b c', ' x y z w'])
  })

  it('looks no further back than half its window', () => {
    const words = Array.from({ length: 65 }, (_, index) => `w${index}`).join(' ')
    expect(resultOf(run(`${words} ${words}`)).answer).toBe(`${words} ${words}`)
    const fewer = words.replace(/ w64$/, '')
    expect(resultOf(run(`${fewer} ${fewer}`)).answer).toBe(fewer)
  })

  it('shows what it holds before text that is inserted', () => {
    const parts = blocks([['reasoning', 'one two three one two']])
    const heading = { type: 'delta', block: 0, channel: 'reasoning', text: ' [next]', inserted: true } as const
    expect(resultOf(through([suppressRepeats()], parts.toSpliced(2, 0, heading))).reasoning).toBe('one two three one two [next]')
  })

  it.each([
    ['a row of a table', 'Rows:', '| a b c a b c |'],
    ['indented code', 'Code:', '    a b c a b c'],
  ])('sees that a line which is inserted begins %s', (_, before, line) => {
    const parts = blocks([['answer', before + line]], [before.length, 1000])
    const end = { type: 'delta', block: 0, channel: 'answer', text: '\n\n', inserted: true } as const
    expect(resultOf(through([suppressRepeats()], parts.toSpliced(2, 0, end))).answer).toBe(`${before}\n\n${line}`)
  })

  it('shows words at once that are no copy', () => {
    const stage = suppressRepeats()
    const delta = { type: 'delta', block: 0, channel: 'answer', text: 'one two three ' } as const
    expect(stage.push(delta).map((part) => 'text' in part && part.text)).toEqual(['one two three'])
  })

  it('reads each channel', () => expect(resultOf(run('a b c a b c', [1], 'reasoning')).reasoning).toBe('a b c'))
})
