import { auto } from '@reason/core/adapter'
import type { Part } from '@reason/core'
import { createSplitStage } from '@reason/core/pipeline'
import { sample } from '@reason/testkit/sampling'
import { describe, expect, test } from 'vitest'
import { thinkTags } from '../src/index.ts'

/** As the gateway's whole answers come, of which nothing is known. */
const context = { model: 'brand-new-7b', whole: true, origin: {} } as const

const texts: readonly [string, string][] = [
  ['openers', '<think>'.repeat(40_000)],
  ['halves of openers', '<thin'.repeat(40_000)],
  ['brackets', '<'.repeat(40_000)],
  ['openers in code', `\`\`\`\n${'<think>\n</think>\n'.repeat(20_000)}\`\`\`\n`],
  ['openers in code spans', '`<think>` '.repeat(30_000)],
  ['tags of many kinds', '<think>a</thought><reasoning>[THINK]</reasoning>[/THINK]'.repeat(6000)],
  ['calls', '<tool_call>{"name":"f"}</tool_call>'.repeat(20_000)],
]
const adapters = [
  ['think-tags', thinkTags()],
  ['auto', auto({ candidates: [thinkTags()] })],
] as const
const guards = [
  ['may see reasoning', false],
  ['may not', true],
] as const

const rows = texts.flatMap(([name, text]) =>
  adapters.flatMap(([id, adapter]) => guards.map(([who, guarded]) => ({ name, id, who, text, adapter, guarded }))),
)

type Row = (typeof rows)[number]

/** What comes of each piece, and of the end. */
function given({ adapter, guarded, text }: Pick<Row, 'adapter' | 'guarded' | 'text'>, size: number): (readonly Part[])[] {
  const stage = createSplitStage({ adapter, context: { ...context, guarded } })
  const all = [stage.push({ type: 'block-start', block: 0, channel: 'answer' })]
  for (let at = 0; at < text.length; at += size)
    all.push(stage.push({ type: 'delta', block: 0, channel: 'answer', text: text.slice(at, at + size) }))
  for (const part of [
    { type: 'block-end', block: 0, channel: 'answer', boundary: 'wire' },
    { type: 'finish', reason: 'stop' },
  ] as const)
    all.push(stage.push(part))
  return all
}

/** Text without gaps, as no cutting changes it. */
function joinedIn(all: readonly (readonly Part[])[], channel?: string): string {
  let text = ''
  for (const part of all.flat())
    if (channel === undefined ? part.type === 'markup' || part.type === 'delta' : part.type === 'delta' && part.channel === channel)
      text += 'text' in part ? part.text : ''
  return text
}

const marksIn = (parts: readonly Part[]): number => joinedIn([parts]).split(/[<`[]/).length - 1

describe('text that consists of marks', () => {
  test.each(sample(rows, 3))('$name, for who $who, by $id: is held for no more than can be read again at once', (row) => {
    const pieces = given(row, 4096)
    // Two marks may stand for one beginning.
    expect(Math.max(...pieces.map(marksIn))).toBeLessThan(2 * 16_384 + 4096)
    expect(joinedIn(pieces) === row.text).toBe(true)
    const otherwise = given(row, 30_011)
    for (const channel of ['reasoning', 'answer']) expect(joinedIn(otherwise, channel) === joinedIn(pieces, channel)).toBe(true)
  })

  test('and blocks of the wire behind it wait no longer than all of them can be given at once', () => {
    const stage = createSplitStage({ adapter: thinkTags(), context: { ...context, guarded: true } })
    const block = (index: number): readonly Part[] => [
      { type: 'block-start', block: index, channel: 'reasoning' },
      ...Array.from({ length: 8 }, (): Part => ({ type: 'delta', block: index, channel: 'reasoning', text: 'thought ' })),
      { type: 'block-end', block: index, channel: 'reasoning', boundary: 'wire' },
    ]
    const parts: Part[] = [
      { type: 'block-start', block: 0, channel: 'answer' },
      { type: 'delta', block: 0, channel: 'answer', text: 'Four.' },
      { type: 'block-end', block: 0, channel: 'answer', boundary: 'wire' },
      ...Array.from({ length: 3000 }, (_, at) => block(at + 1)).flat(),
      { type: 'finish', reason: 'stop' },
    ]
    const given = parts.map((part) => stage.push(part))
    expect(given.findIndex((some) => some.length > 0)).toBeGreaterThan(4096)
    // Each waits as a start, all of its text and an end.
    expect(Math.max(...given.map((some) => some.length))).toBeLessThan(4096 + 10)
    expect(joinedIn(given, 'reasoning').endsWith('thought '.repeat(8 * 3000))).toBe(true)
  })

  test('of code and lists is held to its end, as it begins no tags', () => {
    const text = `for (let i = 0; i <= n; i++) a[i] += [[1,2],["x"]][0]&1\n`.repeat(5000)
    const pieces = given({ adapter: thinkTags(), guarded: true, text }, 4096)
    expect(pieces.slice(0, -1).flat()).toEqual([])
    expect(joinedIn(pieces, 'answer') === text).toBe(true)
  })
})
