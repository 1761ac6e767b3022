import { createPipeline, type Part } from '@reason/core'
import type { BlockKind, DeltaPart, Seal } from '@reason/core/parts'
import { describe, expect, test } from 'vitest'
import { dropRepeatedKinds } from '../../src/repeats/repeated-kinds.ts'

const seals: Seal[] = [{ kind: 'encrypted', value: 's', issuer: { wire: 'x' } }]
const item: Part = { type: 'native', wire: 'x', event: 'replay.item', channel: 'reasoning', value: {} }
const pieces = (text: string, size: number): string[] => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []

type Block = readonly [kind: BlockKind, text: string, seals?: Seal[]]

/** Parts of reasoning blocks. `undefined` stands for the beginning of the next item. */
function run(blocks: readonly (Block | undefined)[], size = 3): Part[] {
  const pipeline = createPipeline({ policies: [dropRepeatedKinds()] })
  const parts = blocks.flatMap((one, block): Part[] =>
    one === undefined
      ? [item]
      : [
          { type: 'block-start', block, channel: 'reasoning', kind: one[0] },
          ...pieces(one[1], size).map((text): Part => ({ type: 'delta', block, channel: 'reasoning', text })),
          { type: 'block-end', block, channel: 'reasoning', boundary: 'wire', ...(one[2] && { seals: one[2] }) },
        ],
  )
  const answer: Part[] = [
    { type: 'block-start', block: 99, channel: 'answer' },
    { type: 'delta', block: 99, channel: 'answer', text: 'ok' },
    { type: 'block-end', block: 99, channel: 'answer', boundary: 'wire' },
    { type: 'end' },
  ]
  return [item, ...parts, ...answer].flatMap((part) => pipeline.push(part))
}

const textIn = (parts: readonly Part[], channel = 'reasoning'): string =>
  parts.map((part) => (part.type === 'delta' && part.channel === channel ? part.text : '')).join('')

describe.each([1, 3, 1000])('reasoning of two kinds, in pieces of %d', (size) => {
  test.each<[string, (Block | undefined)[], string]>([
    [
      'the summary is the content',
      [
        ['summary', 'Ten.'],
        ['raw', 'Ten.'],
      ],
      'Ten.',
    ],
    [
      'the content is the summary',
      [
        ['raw', 'Ten.'],
        ['summary', 'Ten.'],
      ],
      'Ten.',
    ],
    [
      'two summaries are one content',
      [
        ['summary', 'Ten'],
        ['summary', 'and one.'],
        ['raw', 'Ten\n\nand one.'],
      ],
      'Tenand one.',
    ],
    [
      'one summary is two contents',
      [
        ['summary', 'Ten and one.'],
        ['raw', 'Ten'],
        ['raw', 'and one.'],
      ],
      'Ten and one.',
    ],
    ['each of two items', [['summary', 'A.'], ['raw', 'A.'], undefined, ['summary', 'B.'], ['raw', 'B.']], 'A.B.'],
  ])('are shown once if %s', (_, blocks, text) => {
    const parts = run(blocks, size)
    expect(textIn(parts)).toBe(text)
    expect(textIn(parts, 'answer')).toBe('ok')
    expect(parts.filter(({ type }) => type === 'block-start')).toHaveLength(parts.filter(({ type }) => type === 'block-end').length)
  })

  test.each<[string, (Block | undefined)[], string]>([
    [
      'differ',
      [
        ['summary', 'Ten.'],
        ['raw', 'Six.'],
      ],
      'Ten.Six.',
    ],
    [
      'differ at the end',
      [
        ['summary', 'Ten.'],
        ['raw', 'Ten, too.'],
      ],
      'Ten.Ten, too.',
    ],
    [
      'are of unequal length',
      [
        ['summary', 'Ten and one.'],
        ['raw', 'Ten'],
      ],
      'Ten and one.Ten',
    ],
    [
      'go on',
      [
        ['summary', 'Ten.'],
        ['raw', 'Ten. More.'],
      ],
      'Ten.Ten. More.',
    ],
    ['are of two items', [['summary', 'Ten.'], undefined, ['raw', 'Ten.']], 'Ten.Ten.'],
    [
      'are of one kind',
      [
        ['raw', 'Ten.'],
        ['raw', 'Ten.'],
      ],
      'Ten.Ten.',
    ],
  ])('stay if they %s', (_, blocks, text) => {
    expect(textIn(run(blocks, size))).toBe(text)
  })
})

test('the seals of a repetition stand in a block without text', () => {
  const parts = run([
    ['summary', 'Ten.'],
    ['raw', 'Ten.', seals],
  ])
  expect(textIn(parts)).toBe('Ten.')
  expect(parts.filter((part) => 'block' in part && part.block === 1)).toEqual([
    { type: 'block-start', block: 1, channel: 'reasoning', kind: 'hidden' },
    { type: 'block-end', block: 1, channel: 'reasoning', boundary: 'wire', seals },
  ])
})

test('only text after reasoning passes unseen', () => {
  const pipeline = createPipeline({ policies: [dropRepeatedKinds()] })
  const delta = (channel: 'reasoning' | 'answer'): DeltaPart => ({ type: 'delta', block: 0, channel, text: 'Ten.' })
  const passes = (part: Part, channel: 'reasoning' | 'answer'): boolean => {
    pipeline.push(part)
    return pipeline.passes(delta(channel))
  }
  expect(passes({ type: 'block-start', block: 0, channel: 'reasoning', kind: 'summary' }, 'reasoning')).toBe(false)
  pipeline.push({ type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' })
  expect(passes({ type: 'block-start', block: 1, channel: 'answer' }, 'answer')).toBe(true)
})

test('hidden reasoning is not held: its beginning is a sign of life', () => {
  const pipeline = createPipeline({ policies: [dropRepeatedKinds()] })
  const block = (index: number, kind: BlockKind): Part => ({ type: 'block-start', block: index, channel: 'reasoning', kind })
  pipeline.push(block(0, 'summary'))
  pipeline.push({ type: 'delta', block: 0, channel: 'reasoning', text: 'Ten.' })
  pipeline.push({ type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' })
  expect(pipeline.push(block(1, 'hidden'))).toMatchObject([block(1, 'hidden')])
})
