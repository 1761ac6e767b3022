import type { Part } from '@reason/core'
import { describe, expect, it } from 'vitest'
import { createStage } from '../../src/chain/step.ts'
import { fieldTagsStep } from '../../src/guards/field-tags.ts'

function through(text: string, cut: number, start: object = {}): { shown: string; all: string } {
  const stage = createStage([fieldTagsStep])
  const pieces = Array.from({ length: Math.ceil(text.length / cut) }, (_, at) => text.slice(at * cut, (at + 1) * cut))
  const input: Part[] = [
    { type: 'block-start', block: 0, channel: 'reasoning', ...start },
    ...pieces.map((piece): Part => ({ type: 'delta', block: 0, channel: 'reasoning', text: piece })),
    { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
    { type: 'end' },
  ]
  const parts = input.flatMap((part) => {
    const passes = part.type === 'delta' && stage.passes!(part)
    const out = stage.push(part)
    if (passes) expect(out).toEqual([part])
    return out
  })
  const textOf = (fits: (part: Part) => boolean): string =>
    parts.flatMap((part) => ((part.type === 'delta' || part.type === 'markup') && fits(part) ? [part.text] : [])).join('')
  expect(parts.at(-2)).toMatchObject({ type: 'block-end' })
  return { shown: textOf(({ type }) => type === 'delta'), all: textOf(() => true) }
}

describe('tags in a reasoning field', () => {
  it.each([
    ['<think>2+2</think>', '2+2'],
    ['\n<think>\n2+2\n</think>\n\n', '2+2\n'],
    ['2+2</think>', '2+2'],
    ['<think>2+2', '2+2'],
    ['[THINK]2+2[/THINK]', '2+2'],
    ['<|channel>thought\n2+2<channel|>', '2+2'],
    ['<|channel|>analysis<|message|>2+2<|end|>', '2+2'],
    ['<|think|>2+2<|/think|>', '2+2'],
    ['<thought>2+2</thought>', '2+2'],
    ['<reasoning>\n2+2\n</reasoning>', '2+2\n'],
    ['2+2<|im_end|>', '2+2'],
    ['thought\n2+2', '2+2'],
    ['thoughtful', 'thoughtful'],
    ['```thinking\n2+2', '2+2'],
    ['2+2<|tool_call', '2+2'],
    ['2+2</s>', '2+2'],
    ['2+2<|tool_calls_section_begin|>', '2+2'],
    ['2+2</think>\n<tool_call>', '2+2'],
    ['2+2</think><|im_end|>', '2+2'],
    ['2+2</think>\n</think> <|im_end|>\n', '2+2'],
    ['2+2 </think> and <|im_end|>', '2+2 </think> and '],
    ['a</think></think></think></think></think>', 'a</think>'],
    ['<think></think>', ''],
    [`${' '.repeat(64)}<think>2+2`, '2+2'],
    [`2+2</think>${' '.repeat(64)}</s>`, '2+2'],
    [`2+2</think>${' '.repeat(65)}</s>`, `2+2</think>${' '.repeat(65)}`],
    [`${' '.repeat(65)}<think>2+2`, `${' '.repeat(65)}<think>2+2`],
    ['<think>As <b> is, <think>2+2</think> and</think>', 'As <b> is, <think>2+2</think> and'],
  ])('go where they stand at its ends: %j', (text, shown) => {
    for (const cut of [1, 2, 3, 7, 1000]) expect({ cut, ...through(text, cut) }).toEqual({ cut, shown, all: text })
  })

  it.each([
    '2+2',
    'See <think> and </think> here.',
    '<thin 2',
    '<thoughtful>2</thoughtful>',
    'a < b',
    '2+2 </thin',
    '</think',
    '<div>2</div>',
    '<',
    '   ',
  ])('and nothing else does: %j', (text) => {
    for (const cut of [1, 2, 3, 7, 100]) expect({ cut, ...through(text, cut) }).toEqual({ cut, shown: text, all: text })
  })

  it.each([
    [16, '2+2'],
    [17, '2+2</think>'],
  ])('with %i removed tokens behind them, of which a bounded number is held', (count, shown) => {
    const stage = createStage([fieldTagsStep])
    const field = { block: 0, channel: 'reasoning' } as const
    const token: Part = { type: 'markup', text: '<|x|>', of: 'service', ...field }
    const tokens = Array.from({ length: count }, () => token)
    const input: Part[] = [{ type: 'block-start', ...field }, { type: 'delta', text: '2+2</think>', ...field }, ...tokens]
    const parts = [...input, { type: 'block-end', boundary: 'wire', ...field } as const].flatMap((part) => stage.push(part))
    expect(parts.map((part) => (part.type === 'delta' ? part.text : '')).join('')).toBe(shown)
    expect(parts.filter((part) => part === token)).toHaveLength(count)
  })

  it.each([{ from: 0 }, { kind: 'summary' }])('stay in a block that is no field: %o', (start) => {
    expect(through('<think>2+2</think>', 3, start).shown).toBe('<think>2+2</think>')
  })
})
