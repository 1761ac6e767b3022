import { createRegistry, type Part, type StreamContext } from '@reason/core'
import { describe, expect, test } from 'vitest'
import { thinkTags } from '../src/index.ts'

const cutUp = (text: string, cut: number): string[] =>
  Array.from({ length: Math.ceil(text.length / cut) }, (_, at) => text.slice(at * cut, (at + 1) * cut))

function split(input: string, cut: number, context: StreamContext, ending: 'complete' | 'cut' = 'complete'): Part[] {
  const splitter = thinkTags({ model: 'qwen3-8b' }).createSplitter(context)
  return [...cutUp(input, cut).flatMap((piece) => splitter.push(piece)), ...splitter.end(ending)]
}

const textOf = (parts: readonly Part[], fits: (part: Part) => boolean): string =>
  parts
    .flatMap((part) => (((part.type === 'delta' && part.inserted !== true) || part.type === 'markup') && fits(part) ? [part.text] : []))
    .join('')

describe('at the end of a text', () => {
  test.each<[what: string, input: string, context: StreamContext]>([
    [
      'a call behind one that was a thought',
      'a <tool_call>x</think>y<think>z<tool_call>w',
      { start: 'reasoning', origin: {}, guarded: true },
    ],
    [
      'what may be a closer behind a call that was a thought',
      'a<tool_call>x</thinking>b</think>c',
      { start: 'reasoning', origin: {}, guarded: true },
    ],
    ['calls between closers', 'a<tool_call>x</think>y<tool_call>z</think>w', { start: 'reasoning', origin: {}, guarded: true }],
    ['whitespace in front of a token that was cut', '<|user|>\n<|constrain|>json', { native: true }],
    ['whitespace alone in front of one', ' <|im_st', { origin: {} }],
    ['whitespace behind a closer, in front of a token', '</think> <eos>', { origin: {} }],
    ['whitespace behind a closer, in front of a cut token', '</think>\n<|im_st', { origin: {}, guarded: true }],
  ])('nothing is lost, nor in another order: %s', (_, input, context) => {
    for (const ending of ['complete', 'cut'] as const)
      for (const cut of [1, 2, 3, 7, 1000]) expect([cut, textOf(split(input, cut, context, ending), () => true)]).toEqual([cut, input])
  })

  test.each([{ wireReasoning: true }, {}])('what waits in code stays in front of a token, where an answer is read again: %o', (context) => {
    const input = '<thinking>Add ```<answer><|im_start|>b{<eos>'
    for (const cut of [1, 3, 1000])
      expect([cut, textOf(split(input, cut, { whole: true, origin: {}, ...context }), () => true)]).toEqual([cut, input])
  })

  test('blank text is no answer in front of a thought without a closer, however it is cut', () => {
    const { adapter, context } = createRegistry()
      .use(thinkTags())
      .resolve({ model: 'qwen3-8b', hints: { wire: true } })
    const input = '</thought><|answer:begin|>\r\n[THINK]x'
    for (const cut of [1, 2, 3, 7, 1000]) {
      const splitter = adapter.createSplitter({ ...context, whole: true })
      const parts = [...cutUp(input, cut).flatMap((piece) => splitter.push(piece)), ...splitter.end()]
      expect([cut, textOf(parts, (part) => part.type === 'delta' && part.channel === 'answer')]).toEqual([cut, '\r\nx'])
    }
  })

  test.each<[what: string, input: string, context: StreamContext, reasoning: string]>([
    ['an opener', '<think>\n<|content|>Four.', {}, '\n'],
    ['an opener and the end of a turn', '<|think|><|end|><|content|>Four.', {}, ''],
    ['blanks and the end of a turn', '\t\t<|im_end|><|content|>Four.', { start: 'reasoning' }, ''],
    ['blanks and another token', '\n<|eot_id|>\n<|content|>Four.', { prefill: '<think>x' }, ''],
  ])('a token of the answer ends a thought that has not begun to say anything: %s', (_, input, context, reasoning) => {
    const { adapter, context: known } = createRegistry().use(thinkTags()).resolve({ model: 'solar-open-100b' })
    for (const cut of [1, 3, 1000]) {
      const splitter = adapter.createSplitter({ ...known, ...context })
      const parts = [...cutUp(input, cut).flatMap((piece) => splitter.push(piece)), ...splitter.end()]
      const starts = new Map(parts.flatMap((part) => (part.type === 'block-start' ? [[part.block, part.channel]] : [])))
      expect(parts.flatMap((part) => (part.type === 'delta' && starts.get(part.block) !== part.channel ? [part] : []))).toEqual([])
      const said = (channel: string) => textOf(parts, (part) => part.type === 'delta' && part.channel === channel)
      expect([cut, said('answer'), said('reasoning')]).toEqual([cut, 'Four.', reasoning])
    }
  })
})
