import type { Part } from '@reason/core'
import type { Channel } from '@reason/core/parts'
import { describe, expect, it } from 'vitest'
import { tagReasoning } from '../../../src/relay/delivery/tagged-reasoning.ts'

type Of = { choice?: number }

const block = (number: number, channel: Channel, texts: readonly string[], of: Of = {}): Part[] => [
  { type: 'block-start', block: number, channel, ...of },
  ...texts.map((text): Part => ({ type: 'delta', block: number, channel, text, ...of })),
  { type: 'block-end', block: number, channel, boundary: 'wire', ...of },
]
const thought = (number: number, ...texts: string[]): Part[] => block(number, 'reasoning', texts)
const answer = (number: number, ...texts: string[]): Part[] => block(number, 'answer', texts)
const call: Part[] = [
  { type: 'tool-call-start', call: 0, id: 'c', name: 'f' },
  { type: 'tool-call-end', call: 0 },
]
const finish: Part[] = [{ type: 'finish', reason: 'stop' }, { type: 'end' }]

function through(parts: readonly Part[], thoughts: readonly Channel[] = ['reasoning']): readonly Part[] {
  const stage = tagReasoning(thoughts)
  return parts.flatMap((part) => stage.push(part))
}

/** Blocks of the answer with their texts; other parts by their types. Every block has to begin before its text, and to end once. */
function outline(parts: readonly Part[]): string[] {
  const lines: string[] = []
  const open = new Map<string, number>()
  for (const part of parts) {
    const name = 'block' in part ? `${part.choice ?? 0}/${part.block}` : ''
    if (part.type === 'block-start') {
      expect(open.has(name)).toBe(false)
      open.set(name, lines.push(`${part.channel}${part.kind === undefined ? '' : ` ${part.kind}`}: `) - 1)
    } else if (part.type === 'delta') lines[open.get(name)!] += part.text
    else if (part.type === 'block-end') {
      expect(open.has(name)).toBe(true)
      lines[open.get(name)!] += '|'
    } else lines.push(part.type)
  }
  return lines
}

const rows: readonly [name: string, parts: Part[], expected: string[]][] = [
  [
    'a thought, then an answer',
    [...thought(0, '2+', '2'), ...answer(1, 'Fo', 'ur.'), ...finish],
    ['answer: <think>2+2</think>\n\nFour.|', 'finish', 'end'],
  ],
  ['an answer alone', [...answer(0, 'Four.'), ...finish], ['answer: Four.|', 'finish', 'end']],
  ['a thought alone', [...thought(0, 'Hm'), ...finish], ['answer: <think>Hm</think>|', 'finish', 'end']],
  [
    'a thought of several blocks',
    [...thought(0, 'a'), ...thought(1, 'b', 'c'), ...answer(2, 'd')],
    ['answer: <think>a\n\nbc</think>\n\nd|'],
  ],
  ['a thought without text', [...thought(0), ...thought(1, ''), ...answer(2, 'd')], ['answer: d|']],
  [
    'blocks that take turns',
    [
      { type: 'block-start', block: 0, channel: 'reasoning' },
      { type: 'block-start', block: 1, channel: 'answer' },
      { type: 'delta', block: 0, channel: 'reasoning', text: 'a' },
      { type: 'delta', block: 1, channel: 'answer', text: 'b' },
      { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
      { type: 'block-end', block: 1, channel: 'answer', boundary: 'wire' },
    ],
    ['answer: b|', 'answer: <think>a</think>|'],
  ],
  [
    'a thought before a call',
    [...thought(0, 'a'), ...call, ...finish],
    ['answer: <think>a</think>|', 'tool-call-start', 'tool-call-end', 'finish', 'end'],
  ],
  [
    'thoughts between answers',
    [...answer(0, 'a'), ...thought(1, 'b'), ...answer(2, 'c'), ...answer(3, 'd')],
    ['answer: a|', 'answer: \n\n<think>b</think>\n\nc|', 'answer: d|'],
  ],
  [
    'a thought that goes on behind the answer that begins in it',
    [
      { type: 'block-start', block: 0, channel: 'reasoning' },
      { type: 'delta', block: 0, channel: 'reasoning', text: 'a' },
      { type: 'block-start', block: 1, channel: 'answer' },
      { type: 'delta', block: 1, channel: 'answer', text: 'b' },
      { type: 'block-end', block: 1, channel: 'answer', boundary: 'wire' },
      { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
    ],
    ['answer: <think>a</think>\n\nb|'],
  ],
  [
    'commentary with a place of its own',
    [...thought(0, 'a'), ...block(1, 'commentary', ['b']), ...answer(2, 'c')],
    ['answer: <think>a</think>|', 'commentary: b|', 'answer: c|'],
  ],
  [
    'a block that only says that it thinks',
    [
      { type: 'block-start', block: 0, channel: 'reasoning', kind: 'hidden' },
      { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
      ...answer(1, 'a'),
    ],
    ['reasoning hidden: |', 'answer: a|'],
  ],
  [
    'a refusal',
    [
      ...thought(0, 'a'),
      { type: 'block-start', block: 1, channel: 'answer', kind: 'refusal' },
      { type: 'delta', block: 1, channel: 'answer', text: 'No.' },
      { type: 'block-end', block: 1, channel: 'answer', boundary: 'wire' },
    ],
    ['answer: <think>a</think>|', 'answer refusal: No.|'],
  ],
  [
    'an error',
    [...thought(0, 'a').slice(0, 2), { type: 'error', error: { message: 'x' } }, { type: 'end' }],
    ['answer: <think>a</think>|', 'error', 'end'],
  ],
  [
    'what may repeat the thought',
    [
      ...thought(0, 'a'),
      { type: 'native', wire: 'w', event: 'e', channel: 'reasoning', value: 1 },
      { type: 'native', wire: 'w', event: 'e', channel: 'answer', value: 1 },
    ],
    ['answer: <think>a', 'native'],
  ],
  [
    'several choices',
    [
      { type: 'block-start', block: 0, channel: 'reasoning' },
      { type: 'block-start', block: 0, channel: 'reasoning', choice: 1 },
      { type: 'delta', block: 0, channel: 'reasoning', text: 'a' },
      { type: 'delta', block: 0, channel: 'reasoning', text: 'b', choice: 1 },
      ...block(1, 'answer', ['c'], { choice: 1 }),
      ...answer(1, 'd'),
    ],
    ['answer: <think>a</think>\n\nd|', 'answer: <think>b</think>\n\nc|'],
  ],
]

describe('reasoning in tags', () => {
  it.each(rows)('%s', (_, parts, expected) => {
    expect(outline(through(parts))).toEqual(expected)
  })

  it('has the commentary, too, where that is a thought to the client', () => {
    const parts = [...thought(0, 'a'), ...block(1, 'commentary', ['b']), ...answer(2, 'c')]
    expect(outline(through(parts, ['reasoning', 'commentary']))).toEqual(['answer: <think>a\n\nb</think>\n\nc|'])
  })

  it('says which texts are its own, and lets text of the answer pass', () => {
    const added = through([...thought(0, 'a'), ...answer(1, 'b')]).flatMap((part) =>
      part.type === 'delta' && part.inserted === true ? [part.text] : [],
    )
    expect(added).toEqual(['<think>', '</think>\n\n'])
    const { passes } = tagReasoning(['reasoning'])
    const delta = (channel: Channel) => ({ type: 'delta', block: 0, channel, text: 'x' }) as const
    expect([passes!(delta('answer')), passes!(delta('commentary')), passes!(delta('reasoning'))]).toEqual([true, true, false])
  })
})
