import type { Part, StreamContext } from '@reason/core'
import { describe, expect, test } from 'vitest'
import { thinkTags } from '../src/index.ts'
import { findLostCloser } from '../src/lost-closer.ts'

const origin = {}
const text = '<think>Add.\n/think>\n\nIt is 51.'

const shown = (parts: readonly Part[]): string[] => parts.flatMap((part) => (part.type === 'delta' ? [`${part.channel} ${part.text}`] : []))

function split(pieces: readonly string[], context: StreamContext) {
  const splitter = thinkTags().createSplitter({ model: 'Qwen/Qwen3-8B', origin, ...context })
  return { pushed: shown(pieces.flatMap((piece) => splitter.push(piece))), ended: () => shown(splitter.end()), splitter }
}

describe('a closer that lost its marks', () => {
  test('gives the answer again in a stream, without the blank lines in front of it', () => {
    const { ended } = split([text], {})
    expect(ended().at(-1)).toBe('answer It is 51.')
  })

  test('ends the thought of a whole answer', () => {
    const { pushed, ended } = split([text], { whole: true })
    expect(pushed).toEqual([])
    expect(ended().map((one) => one.replaceAll(/\s+/g, ' ').trim())).toEqual(['reasoning Add.', 'answer It is 51.'])
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

describe('where a lost closer stands', () => {
  const found = (text: string, isThought: boolean): string[] | undefined => {
    const closer = findLostCloser(text, isThought)
    return closer && [text.slice(0, closer.at), text.slice(closer.end)]
  }

  test.each(['think>', '/think>', '/thinking>', '(/think)', '&lt;/think&gt;', '〈/think〉', '  /THINK>  '])('%s on its line', (closer) => {
    for (const isThought of [true, false]) expect(found(`Add.\n${closer}\nFour.`, isThought)).toEqual(['Add.\n', '\nFour.'])
  })

  test('behind a sentence, and in a thought behind any word', () => {
    for (const isThought of [true, false]) expect(found('Add. /think> Four.', isThought)).toEqual(['Add. ', ' Four.'])
    expect(found('Add /think> Four.', true)).toEqual(['Add ', ' Four.'])
    expect(found('Add /think> Four.', false)).toBeUndefined()
  })

  test('the last of several counts', () => {
    expect(found('Add.\n/think>\nNo.\n/think>\nFour.', true)).toEqual(['Add.\n/think>\nNo.\n', '\nFour.'])
  })

  test('none that nothing follows, and no word', () => {
    expect(found('Add.\n/think>\n \n', true)).toBeUndefined()
    expect(found('Add.\nI think\nFour.', true)).toBeUndefined()
    expect(found('Add.\nsrc/think>\nFour.', true)).toBeUndefined()
  })
})
