import type { Part, StreamContext } from '@reason/core'
import { describe, expect, test } from 'vitest'
import { thinkTags } from '../../src/index.ts'
import { findLostCloser } from '../../src/delimiters/lost-closer.ts'

const origin = {}
const text = '<think>Add.\n/think>\n\nIt is 51.'

const shown = (parts: readonly Part[]): string[] => parts.flatMap((part) => (part.type === 'delta' ? [`${part.channel} ${part.text}`] : []))

function split(pieces: readonly string[], context: StreamContext) {
  const splitter = thinkTags().createSplitter({ model: 'Qwen/Qwen3-8B', origin, ...context })
  return { pushed: shown(pieces.flatMap((piece) => splitter.push(piece))), ended: () => shown(splitter.end()), splitter }
}

describe('a closer that lost its marks', () => {
  test.each([{}, { whole: true }])('ends the thought, and nothing comes twice: %o', (context) => {
    const { pushed, ended } = split([text], context)
    expect([...pushed, ...ended()].join('')).toBe('reasoning Add.answer \n\nanswer It is 51.')
  })

  test('waits for the closer of the thought', () => {
    const { pushed, splitter } = split([text], {})
    expect(pushed).toEqual(['reasoning Add.'])
    expect(splitter.isUndecided!()).toBe(true)
    expect(shown(splitter.push('</think>Four.'))).toEqual(['reasoning \n/think>\n\nIt is 51.', 'answer Four.'])
  })

  test.each([
    ['/think', 'answer \nanswer Four.'],
    ['think>', 'answer \nanswer Four.'],
    // It may be a heading.
    ['think', 'reasoning \nthinkreasoning \nFour.'],
  ])('is decided in time: %s', (closer, expected) => {
    const { splitter } = split([`<think>Add.\n${closer}\nFour.`], {})
    expect(shown(splitter.decide!('timeout')).join('')).toBe(expected)
  })
})

describe('a whole answer, of which a thought may have lost its closer', () => {
  test('goes out before what comes on the wire next', () => {
    const { pushed, splitter } = split(['Add.'], { whole: true, origin: { says: 'open' } })
    expect(pushed).toEqual([])
    expect(shown(splitter.decide!('wire'))).toEqual(['reasoning Add.'])
    expect(shown(splitter.end())).toEqual([])
  })

  test('is held no longer once it is an answer', () => {
    const { pushed, ended } = split(['<think>Add.</think>', 'It is 51.'], { whole: true })
    expect(pushed).toEqual(['reasoning Add.', 'answer It is 51.'])
    expect(ended()).toEqual([])
  })
})

describe('where a lost closer ends a thought', () => {
  const channels = (inner: string, cut: number, ending: 'complete' | 'cut' = 'complete'): string[] => {
    const input = `<think>${inner}`
    const splitter = thinkTags().createSplitter({})
    const pieces = Array.from({ length: Math.ceil(input.length / cut) }, (_, at) => input.slice(at * cut, (at + 1) * cut))
    const parts = [...pieces.flatMap((piece) => splitter.push(piece)), ...splitter.end(ending)]
    const textOf = (channel: string): string =>
      parts.flatMap((part) => (part.type === 'delta' && part.channel === channel ? [part.text] : [])).join('')
    return [textOf('reasoning'), textOf('answer')]
  }

  const onItsLine = [
    'think>',
    '/think>',
    '/thinking>',
    '(/think)',
    '&lt;/think&gt;',
    '〈/think〉',
    '  /THINK>  ',
    '/think',
    '\\Thought',
    'think',
    ' reasoning ',
  ]

  test.each<[inner: string, reasoning: string, answer: string]>([
    ...onItsLine.map((closer): [string, string, string] => [`Add.\n${closer}\nFour.`, 'Add.', '\nFour.']),
    ['Add.\r\n/think>\r\nFour.', 'Add.\r', '\nFour.'],
    ['Add./think>Four.', 'Add.', 'Four.'],
    ['Add /think> Four.', 'Add ', ' Four.'],
    ['Add.\n/think>\nNo.\nthink\nFour.', 'Add.\n/think>\nNo.', '\nFour.'],
    ['Add.\n/think>\nNo.</think>Four.', 'Add.\n/think>\nNo.', 'Four.'],
  ])('%j', (inner, reasoning, answer) => {
    for (const cut of [1, 2, 3, 7, 1000]) expect([cut, ...channels(inner, cut)]).toEqual([cut, reasoning, answer])
  })

  test.each([
    'Add.\n/think>\n \n',
    'Add.\nI think\nFour.',
    'Add.\nThink\nFour.',
    'and\nthink\nFour.',
    'Add.\nsrc/think>\nFour.',
    'Add.\nthinker>\nFour.',
    'Add.\n/thinking',
  ])('but not %j', (inner) => {
    for (const cut of [1, 2, 3, 7, 1000]) expect([cut, ...channels(inner, cut)]).toEqual([cut, inner, ''])
  })
})

describe('where one stands in a text that nothing says of what it is', () => {
  const found = (text: string): string[] | undefined => {
    const closer = findLostCloser(text)
    return closer && [text.slice(0, closer.at), text.slice(closer.end)]
  }

  test.each(['think>', '/think>', '/thinking>', '(/think)', '&lt;/think&gt;', '〈/think〉', '  /THINK>  ', '< /think>'])(
    '%s on its line',
    (closer) => {
      expect(found(`Add.\n${closer}\nFour.`)).toEqual(['Add.\n', '\nFour.'])
    },
  )

  test('behind a sentence, the last of several', () => {
    expect(found('Add. /think> Four.')).toEqual(['Add. ', ' Four.'])
    expect(found('Add.\n/think>\nNo.\n/think>\nFour.')).toEqual(['Add.\n/think>\nNo.\n', '\nFour.'])
  })

  test.each([
    'Add.\n/think>\n \n',
    'Add.\nI think\nFour.',
    'Add.\nsrc/think>\nFour.',
    'Add /think> Four.',
    'Add.\n/think\nFour.',
    'Add.\nthink\nFour.',
  ])('none in %j', (text) => {
    expect(found(text)).toBeUndefined()
  })
})

test.each<[string, StreamContext, string]>([
  ['behind a reasoning field it is what the server left over', { wireReasoning: true }, 'answer \n\nanswer Four.'],
  ['without a field it is text', { start: 'answer' }, 'answer /think>\n\nFour.'],
])('a cut closer at the beginning of the answer: %s', (_, context, expected) => {
  const { pushed, ended } = split(['/think>\n\nFour.'], context)
  expect([...pushed, ...ended()].join('')).toBe(expected)
})
