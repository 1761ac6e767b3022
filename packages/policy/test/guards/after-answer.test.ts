import type { Part } from '@reason/core'
import { suppressReasoningAfterAnswer } from '@reason/policy'
import { expect, it } from 'vitest'
import { blocks, inputOf, markupOf, resultOf, through, warningsOf } from '../parts.ts'

it('reasoning behind the answer goes on as markup, and is told of once for each block', () => {
  for (const sizes of [[1], [3], [1000]]) {
    const parts = through(
      [suppressReasoningAfterAnswer()],
      blocks(
        [
          ['reasoning', 'first thought'],
          ['answer', 'Yes.'],
          ['reasoning', 'second thought'],
          ['answer', ' Indeed.'],
          ['reasoning', 'third'],
        ],
        sizes,
      ),
    )
    expect(resultOf(parts)).toMatchObject({ reasoning: 'first thought', answer: 'Yes. Indeed.' })
    expect(markupOf(parts)).toEqual(['second thought', 'third'])
    expect(warningsOf(parts)).toEqual(['reasoning-after-answer', 'reasoning-after-answer'])
    expect(inputOf(parts)).toBe('first thoughtYes.second thought Indeed.third')
    expect(parts.filter((part) => part.type === 'block-end').map(({ block }) => block)).toEqual([0, 1, 3])
  }
})

it('an answer of nothing, and one that a policy put there, are none', () => {
  const [first, last] = [blocks([['answer', '']], [1], false), blocks([['reasoning', 'thought']])]
  const inserted = [
    { type: 'block-start', block: 5, channel: 'answer' },
    { type: 'delta', block: 5, channel: 'answer', text: '[…]', inserted: true },
    { type: 'block-end', block: 5, channel: 'answer', boundary: 'closer' },
  ] as const
  const parts = [...first.filter(({ type }) => type !== 'end'), ...inserted, ...last]
  expect(through([suppressReasoningAfterAnswer()], parts)).toEqual(parts)
})

it('each choice has an answer of its own', () => {
  const of = (choice: number, all: ReturnType<typeof blocks>) =>
    all.map((part) => ('block' in part ? { ...part, block: part.block + 2 * choice, choice } : part))
  const answered = of(1, blocks([['answer', 'Yes.']], [10], false)).filter(({ type }) => type !== 'end')
  const thinks = blocks([['reasoning', 'thought']])
  expect(through([suppressReasoningAfterAnswer()], [...answered, ...thinks])).toEqual([...answered, ...thinks])
})

it('thoughts that a server has in a field of their own are shown behind a preamble, and those of the text are not', () => {
  const block = (number: number, channel: 'reasoning' | 'answer', text: string, from?: number): Part[] => [
    { type: 'block-start', block: number, channel, ...(from !== undefined && { from }) },
    { type: 'delta', block: number, channel, text },
    { type: 'block-end', block: number, channel, boundary: from === undefined ? 'wire' : 'closer' },
  ]
  const legal = [...block(0, 'reasoning', 'Look.'), ...block(1, 'answer', 'I look.', 1), ...block(2, 'reasoning', 'Add.')]
  expect(through([suppressReasoningAfterAnswer()], legal)).toEqual(legal)

  const late = [...legal, ...block(3, 'reasoning', 'More.', 1)]
  const parts = through([suppressReasoningAfterAnswer()], late)
  expect(markupOf(parts)).toEqual(['More.'])
  expect(warningsOf(parts)).toEqual(['reasoning-after-answer'])

  // A field that comes first behind the answer may as well be a thought that went astray.
  const astray = [...block(0, 'answer', 'Four.', 0), ...block(1, 'reasoning', 'More.')]
  expect(warningsOf(through([suppressReasoningAfterAnswer()], astray))).toEqual(['reasoning-after-answer'])
})

it('commentary that cuts the answer off is counted, and stays', () => {
  const cut = { type: 'warning', code: 'unterminated-message', message: '' } as const
  const within = (first: 'answer' | 'reasoning', warnings: readonly Part[]): readonly string[] => {
    const parts = blocks([
      [first, 'It is'],
      ['commentary', ' four.'],
    ])
    const at = parts.findIndex(({ type }) => type === 'block-end') + 1
    const out = through([suppressReasoningAfterAnswer()], parts.toSpliced(at, 0, ...warnings))
    expect(resultOf(out)).toMatchObject({ commentary: ' four.' })
    return warningsOf(out)
  }
  expect(within('answer', [cut])).toEqual(['unterminated-message', 'commentary-in-answer'])
  expect(within('answer', [])).toEqual([])
  expect(within('reasoning', [cut])).toEqual(['unterminated-message'])
})
