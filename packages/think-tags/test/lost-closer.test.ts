import type { Part, StreamContext } from '@reason/core'
import { describe, expect, test } from 'vitest'
import { thinkTags } from '../src/index.ts'

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
