import type { Part } from '@reason/core'
import type { Seal } from '@reason/core/parts'
import type { WriterOptions } from '@reason/core/wire'
import { createCallIds, createContentBlocks, type ContentSink } from '@reason/wire-kit'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'

/** The written events, one line each. */
function written(parts: readonly Part[], options: WriterOptions = {}): { lines: string[]; lost: string[] } {
  const lines: string[] = []
  const lost: string[] = []
  const sink: ContentSink = {
    openText: (index) => lines.push(`${index} text`),
    openReasoning: (index) => lines.push(`${index} reasoning`),
    text: (index, text) => lines.push(`${index}: ${text}`),
    reasoning: (index, text) => lines.push(`${index}: ${text}`),
    signature: (index, value) => lines.push(`${index} signed ${value}`),
    redacted: (index, value) => lines.push(`${index} redacted ${value}`),
    openCall: (index, { id, name }) => lines.push(`${index} call ${name} ${id}`),
    callText: (index, text) => lines.push(`${index}: ${text}`),
    citation: (index, citation) => lines.push(`${index} cites ${String(citation)}`),
    block: (index) => lines.push(`${index} native`),
    close: (index) => lines.push(`${index} end`),
  }
  const blocks = createContentBlocks(sink, options, {
    wire: 'w',
    callId: createCallIds('c_', () => 'r', options),
    notCarried: (what) => lost.push(what),
    fail: (message) => lost.push(message),
  })
  for (const part of parts) {
    if (part.type === 'native') blocks.insert({})
    else blocks.push(part as Parameters<typeof blocks.push>[0])
  }
  blocks.end()
  return { lines, lost }
}

const open = (block: number, channel: 'reasoning' | 'answer' | 'commentary'): Part => ({ type: 'block-start', block, channel })
const text = (block: number, channel: 'reasoning' | 'answer' | 'commentary', text: string): Part => ({
  type: 'delta',
  block,
  channel,
  text,
})
const close = (block: number, channel: 'reasoning' | 'answer' | 'commentary', seals?: Seal[]): Part => ({
  type: 'block-end',
  block,
  channel,
  boundary: 'wire',
  ...(seals && { seals }),
})
const seal = (kind: Seal['kind'], value: string, wire = 'w'): Seal => ({ kind, value, issuer: { wire } })
const call = (number: number, contentType?: string): Part => ({
  type: 'tool-call-start',
  call: number,
  id: `id${number}`,
  name: 'f',
  ...(contentType && { contentType }),
})
const args = (number: number, text: string): Part => ({ type: 'tool-call-delta', call: number, text })
const callEnd = (number: number, seals?: Seal[]): Part => ({ type: 'tool-call-end', call: number, ...(seals && { seals }) })

const native: Part = { type: 'native', wire: 'w', event: 'e', value: {} }

const rows: [name: string, parts: Part[], lines: string[], lost?: string[]][] = [
  [
    'a block is opened with its first text',
    [open(0, 'answer'), text(0, 'answer', 'a'), text(0, 'answer', 'b'), close(0, 'answer')],
    ['0 text', '0: a', '0: b', '0 end'],
  ],
  ['one without text is none', [open(0, 'answer'), text(0, 'answer', ''), close(0, 'answer')], []],
  ['a thought without text and seal is lost', [open(0, 'reasoning'), close(0, 'reasoning')], [], ['reasoning blocks without text']],
  ['no start, no end', [text(0, 'answer', 'a')], ['0 text', '0: a', '0 end']],
  [
    'the next one closes the one before, which goes on under another number',
    [text(0, 'reasoning', 'a'), text(1, 'answer', 'b'), text(0, 'reasoning', 'c')],
    ['0 reasoning', '0: a', '0 end', '1 text', '1: b', '1 end', '2 reasoning', '2: c', '2 end'],
  ],
  [
    'what a gateway of ours sealed signs a text that no provider has signed',
    [open(0, 'reasoning'), text(0, 'reasoning', 'a'), close(0, 'reasoning', [seal('encrypted', 'O', 'reason')]), text(1, 'answer', 'b')],
    ['0 reasoning', '0: a', '0 signed O', '0 end', '1 text', '1: b', '1 end'],
  ],
  [
    'and is a block of its own elsewhere, whatever its kind',
    [
      open(0, 'reasoning'),
      text(0, 'reasoning', 'a'),
      close(0, 'reasoning', [seal('signature', 's'), seal('encrypted', 'O', 'reason')]),
      call(0),
      args(0, '{}'),
      callEnd(0),
      open(1, 'reasoning'),
      close(1, 'reasoning', [seal('signature', 'P', 'reason')]),
    ],
    ['0 reasoning', '0: a', '0 signed s', '0 end', '1 redacted O', '2 call f id0', '2: {}', '2 end', '3 redacted P'],
  ],
  [
    'a signature follows the text',
    [text(0, 'reasoning', 'a'), close(0, 'reasoning', [seal('signature', 'S')])],
    ['0 reasoning', '0: a', '0 signed S', '0 end'],
  ],
  [
    'and may be all there is',
    [open(0, 'reasoning'), close(0, 'reasoning', [seal('signature', 'S')])],
    ['0 reasoning', '0 signed S', '0 end'],
  ],
  [
    'one that comes behind the next block still names its own',
    [text(0, 'reasoning', 'a'), text(1, 'answer', 'b'), close(0, 'reasoning', [seal('signature', 'S')])],
    ['0 reasoning', '0: a', '0 end', '1 text', '1: b', '0 signed S', '1 end'],
  ],
  [
    'redacted values are blocks of their own',
    [text(0, 'reasoning', 'a'), close(0, 'reasoning', [seal('redacted', 'R'), seal('redacted', 'Q')]), text(1, 'answer', 'b')],
    ['0 reasoning', '0: a', '0 end', '1 redacted R', '2 redacted Q', '3 text', '3: b', '3 end'],
  ],
  [
    'seals of others and empty ones are never written',
    [text(0, 'reasoning', 'a'), close(0, 'reasoning', [seal('signature', 'F', 'other'), seal('signature', '')])],
    ['0 reasoning', '0: a', '0 end'],
    ['seals of other issuers'],
  ],
  [
    'seals of other kinds',
    [text(0, 'reasoning', 'a'), close(0, 'reasoning', [seal('encrypted', 'E')])],
    ['0 reasoning', '0: a', '0 end'],
    ['seals of other kinds'],
  ],
  [
    'seals of the answer and of calls',
    [text(0, 'answer', 'a'), close(0, 'answer', [seal('thought-signature', 'T')]), call(0), callEnd(0, [seal('thought-signature', 'T')])],
    ['0 text', '0: a', '0 end', '1 call f id0', '1 end'],
    ['seals of text that is no reasoning', 'seals of tool calls'],
  ],
  [
    'calls are closed when nothing can follow',
    [call(0), args(0, '{"a":"}'), args(0, '\\"}"}'), call(1), args(1, '{ }'), text(0, 'answer', 'a'), callEnd(0), callEnd(1)],
    ['0 call f id0', '0: {"a":"}', '0: \\"}"}', '0 end', '1 call f id1', '1: { }', '1 end', '2 text', '2: a', '2 end'],
  ],
  [
    'until then others wait',
    [call(0), call(1), args(0, '{'), args(1, '{}'), args(0, '}'), callEnd(0), callEnd(1)],
    ['0 call f id0', '0: {', '0: }', '0 end', '1 call f id1', '1: {}', '1 end'],
  ],
  [
    'each of three in its turn, and the last while it comes',
    [
      call(0),
      call(1),
      call(2),
      args(2, '{'),
      args(1, '{'),
      args(0, '{'),
      args(2, '"c"'),
      args(1, '}'),
      args(0, '}'),
      args(2, ':1'),
      args(2, '}'),
      callEnd(0),
      callEnd(1),
      callEnd(2),
    ],
    ['0 call f id0', '0: {', '0: }', '0 end', '1 call f id1', '1: {}', '1 end', '2 call f id2', '2: {"c"', '2: :', '2: 1}', '2 end'],
  ],
  [
    'text, thoughts, seals and blocks that are no parts wait, too',
    [
      call(0),
      args(0, '{'),
      text(0, 'reasoning', 'r'),
      text(0, 'reasoning', 's'),
      close(0, 'reasoning', [seal('signature', 'S')]),
      call(1),
      native,
      text(1, 'answer', 'a'),
      args(1, '{}'),
      args(0, '}'),
    ],
    [
      '0 call f id0',
      '0: {',
      '0: }',
      '0 end',
      '1 reasoning',
      '1: rs',
      '1 signed S',
      '1 end',
      '2 call f id1',
      '2: {}',
      '2 end',
      '3 native',
      '4 text',
      '4: a',
      '4 end',
    ],
  ],
  [
    'a call without arguments ends where the format says so, or with the response',
    [call(0), call(1), callEnd(0), call(2), args(1, '{}')],
    ['0 call f id0', '0 end', '1 call f id1', '1: {}', '1 end', '2 call f id2', '2 end'],
  ],
  [
    'two that have one number are two',
    [call(0), args(0, '{'), text(0, 'answer', 'a'), call(0), args(0, '{}'), call(1), call(1), args(1, '{ }')],
    [
      '0 call f id0',
      '0: {',
      '0 end',
      '1 text',
      '1: a',
      '1 end',
      '2 call f c_r_0',
      '2: {}',
      '2 end',
      '3 call f id1',
      '3 end',
      '4 call f c_r_1',
      '4: { }',
      '4 end',
    ],
  ],
  [
    'two that wait and have one number are two',
    [call(0), call(1), args(1, '{'), call(1), args(1, '{}'), args(0, '{}'), callEnd(0)],
    ['0 call f id0', '0: {}', '0 end', '1 call f id1', '1: {', '1 end', '2 call f c_r_0', '2: {}', '2 end'],
  ],
  [
    'what follows all the same is lost',
    [call(0), args(0, '{}'), call(1), args(0, ' '), args(0, 'x')],
    ['0 call f id0', '0: {}', '0 end', '1 call f id1', '1 end'],
    ['arguments of a call that has ended'],
  ],
  [
    'free text goes into an object',
    [call(0, 'custom'), args(0, '{"a"'), args(0, '\n'), callEnd(0)],
    ['0 call f id0', '0: {"input":"{\\"a\\"', '0: \\n', '0: "}', '0 end'],
  ],
  ['a call of free text without any', [call(0, 'custom'), callEnd(0)], ['0 call f id0', '0: {"input":""}', '0 end']],
  [
    'code that is JSON',
    [call(0, 'code'), args(0, ' '), args(0, ' {'), args(0, '}'), callEnd(0)],
    ['0 call f id0', '0:   {', '0: }', '0 end'],
  ],
  ['code that is none', [call(0, 'code'), args(0, ' '), args(0, '1'), callEnd(0)], ['0 call f id0', '0: {"input":" 1', '0: "}', '0 end']],
]

test.each(rows)('%s', (_, parts, lines, lost = []) => expect(written(parts)).toEqual({ lines, lost }))

test('what waits for a call that never ends is bounded', () => {
  const piece = 'x'.repeat(1_048_576)
  const pieces = [call(1), ...[1, 2].flatMap(() => [text(0, 'answer', piece), args(1, piece)])]
  expect(written([call(0), ...pieces.slice(0, 4)]).lost).toEqual([])
  expect(written([call(0), ...pieces]).lost).toEqual([
    'More than 4194304 characters came while the arguments of an earlier call were unfinished.',
  ])
  // One by one, as models write them: room is counted by text, and not by piece.
  const letters = Array.from({ length: 100_000 }, () => args(1, 'x'))
  expect(written([call(0), call(1), ...letters])).toMatchObject({ lines: { length: 6 }, lost: [] })
})

test('whatever alternates, one block is open at a time, and nothing is lost', () => {
  const step = fc.record({ of: fc.nat(5), size: fc.integer({ min: 1, max: 6 }) })
  const values = fc.array(
    fc.jsonValue().map((value) => JSON.stringify({ value })),
    { minLength: 1, maxLength: 4 },
  )
  fc.assert(
    fc.property(values, fc.array(step, { maxLength: 100 }), (calls, steps) => {
      const left = [...calls]
      const parts: Part[] = calls.map((_, at) => call(at))
      const told = { reasoning: '', text: '' }
      const rest = calls.map((_, of) => ({ of, size: Number.MAX_SAFE_INTEGER }))
      for (const [number, { of, size }] of [...steps, ...rest].entries()) {
        if (of < left.length) {
          parts.push(args(of, left[of]!.slice(0, size)))
          left[of] = left[of]!.slice(size)
        } else {
          const kind = of === 5 ? 'reasoning' : 'text'
          told[kind] += `${number};`
          parts.push(text(of, kind === 'text' ? 'answer' : kind, `${number};`))
        }
      }
      const { lines, lost } = written(parts)
      const blocks = readBlocks(lines)
      const textOf = (kind: string) => blocks.map(({ of, text }) => (of === kind ? text : '')).join('')
      expect(lost).toEqual([])
      expect(blocks.filter(({ of }) => of.startsWith('call'))).toEqual(calls.map((text, at) => ({ of: `call f id${at}`, text })))
      expect({ reasoning: textOf('reasoning'), text: textOf('text') }).toEqual(told)
    }),
  )
})

/** @throws where a line is of a block that is not the one that is open. */
function readBlocks(lines: readonly string[]): { of: string; text: string }[] {
  const blocks: { of: string; text: string }[] = []
  let open: number | undefined
  for (const line of lines) {
    const [, number, piece, word] = /^(\d+)(?:: (.*)| (.*))$/s.exec(line)!
    const index = Number(number)
    if (word !== undefined && word !== 'end') {
      if (open !== undefined || index !== blocks.length) throw new Error(`${line}: ${open} is open`)
      open = index
      blocks.push({ of: word, text: '' })
    } else if (index !== open) throw new Error(`${line}: ${open} is open`)
    else if (word === 'end') open = undefined
    else blocks[index]!.text += piece
  }
  if (open !== undefined) throw new Error(`${open} was never closed`)
  return blocks
}

describe('commentary', () => {
  const parts = [text(0, 'commentary', 'c'), close(0, 'commentary'), text(1, 'answer', 'a')]
  test('is reasoning, answer, or nothing', () => {
    expect(written(parts).lines).toEqual(['0 reasoning', '0: c', '0 end', '1 text', '1: a', '1 end'])
    expect(written(parts, { commentary: 'answer' }).lines).toEqual(['0 text', '0: c', '0 end', '1 text', '1: a', '1 end'])
    expect(written(parts, { commentary: 'drop' })).toEqual({ lines: ['0 text', '0: a', '0 end'], lost: ['commentary'] })
  })
})

test('only what waits at one time is bounded', () => {
  const length = 1_000_000
  /** Each call begins before the one before it has ended, so that something waits all the time. */
  const chain = Array.from({ length: 8 }, (_, at): Part[] => [call(at + 1), args(at + 1, 'x'.repeat(length)), callEnd(at)]).flat()
  const { lines, lost } = written([call(0), args(0, 'x'), ...chain, callEnd(8)])
  expect(lost).toEqual([])
  expect(lines.filter((line) => line.endsWith('x')).reduce((sum, line) => sum + line.split('x').length - 1, 0)).toBe(8 * length + 1)
  const together = Array.from({ length: 5 }, (_, at): Part[] => [call(at + 1), args(at + 1, 'x'.repeat(length))]).flat()
  expect(written([call(0), ...together]).lost).toHaveLength(1)
})
