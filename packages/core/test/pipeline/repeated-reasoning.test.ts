import type { Part } from '@reason/core'
import type { DeltaPart, Seal } from '@reason/core/parts'
import fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { describe, expect, test } from 'vitest'
import { createRepetitionFilter } from '../../src/pipeline/repeated-reasoning.ts'
import { createSplitStage } from '../../src/pipeline/split-stage.ts'
import { tags } from '../tags.ts'

function createFilter() {
  const filter = createRepetitionFilter({})
  return { push: (part: Part): readonly Part[] => (part.type === 'end' ? [...filter.end(), part] : filter.push([part])) }
}

/** A field `shown`, then a text that was split into `inText` and an answer, in pieces of so many characters. */
function run(shown: string, inText: string, size: number): { reasoning: string; answer: string; dropped: string } {
  const pieces = (text: string): string[] => text.match(new RegExp(`[^]{1,${size}}`, 'g')) ?? []
  const block = (number: number, channel: 'reasoning' | 'answer', text: string, from?: number): Part[] => [
    { type: 'block-start', block: number, channel, ...(from !== undefined && { from }) },
    ...(number === 1 ? [{ type: 'delta', block: number, channel, text: '## More ##', inserted: true } as Part] : []),
    ...pieces(text).map((piece): Part => ({ type: 'delta', block: number, channel, text: piece })),
    { type: 'block-end', block: number, channel, boundary: 'wire' },
  ]
  const pipeline = createFilter()
  const parts = [
    ...block(0, 'reasoning', shown),
    ...block(1, 'reasoning', inText, 7),
    ...block(2, 'answer', 'It is 51.', 7),
    { type: 'finish', reason: 'stop' } as Part,
    { type: 'end' } as Part,
  ].flatMap((part) => pipeline.push(part))
  const of = (channel: string): string => parts.map((part) => (part.type === 'delta' && part.channel === channel ? part.text : '')).join('')
  return {
    reasoning: of('reasoning'),
    answer: of('answer'),
    dropped: parts.map((part) => (part.type === 'markup' ? part.text : '')).join(''),
  }
}

describe.each([1, 2, 3, 7, 1000])('in pieces of %d', (size) => {
  test.each([
    ['the same', 'Ten and seven.', 'Ten and seven.'],
    ['the same, with lines around it', 'Ten and seven.', '\n\nTen and seven.\n'],
    ['the same, with lines around the field', ' \nTen and seven.\n\n', 'Ten and seven.'],
    ['the same, with a line within', 'Ten\n\nand seven.', 'Ten\n\nand seven.\n\n'],
  ])('%s is shown once', (_, shown, inText) => {
    expect(run(shown, inText, size)).toEqual({ reasoning: shown, answer: 'It is 51.', dropped: inText })
  })

  test.each([
    ['another thought', 'Ten and seven.', 'Three times.'],
    ['one that begins alike', 'Ten and seven.', 'Ten and six.'],
    ['one that goes on', 'Ten and seven.', 'Ten and seven. And then?'],
    ['one that goes on after a line', 'Ten and seven.', 'Ten and seven.\n\nAnd then?'],
    ['a part of it', 'Ten and seven.', 'Ten and'],
    ['one with more lines within', 'Ten\n\nand seven.', 'Ten\n\n\nand seven.'],
    ['one with other lines within', 'Ten\n\nand seven.', 'Ten\nand seven.'],
  ])('%s stays', (_, shown, inText) => {
    expect(run(shown, inText, size)).toEqual({ reasoning: `${shown}## More ##${inText}`, answer: 'It is 51.', dropped: '' })
  })
})

test('text that comes beside its field is compared as it comes', () => {
  const pipeline = createFilter()
  const thought = (block: number, text: string): Part => ({ type: 'delta', block, channel: 'reasoning', text })
  const parts = [
    { type: 'block-start', block: 0, channel: 'reasoning' },
    thought(0, 'Ten '),
    { type: 'block-start', block: 1, channel: 'reasoning', from: 7 },
    thought(1, 'Ten '),
    thought(0, 'and '),
    thought(1, 'and '),
    thought(0, 'seven.'),
    thought(1, 'seven.'),
    { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' },
    { type: 'block-end', block: 1, channel: 'reasoning', boundary: 'closer' },
    { type: 'finish', reason: 'stop' },
    { type: 'end' },
  ].flatMap((part) => pipeline.push(part as Part))
  expect(parts.map((part) => (part.type === 'delta' ? part.text : '')).join('')).toBe('Ten and seven.')
})

/** Parts of a field and of a text that alternate, so that each piece has a block of its own: `f`, `t` or `a` (an answer), and the piece. `c`: a call. */
function alternating(...pieces: string[]): { reasoning: string; answer: string; dropped: string } {
  const pipeline = createFilter()
  const parts = [
    ...pieces.flatMap((piece, block): Part[] => {
      if (piece === 'c') return [{ type: 'tool-call-start', call: 0, id: 'c', name: 'f' }]
      const channel = piece.startsWith('a') ? 'answer' : 'reasoning'
      return [
        { type: 'block-start', block, channel, ...(!piece.startsWith('f') && { from: 7 }) },
        ...(piece.startsWith('t') ? [{ type: 'delta', block, channel, text: '##', inserted: true } as Part] : []),
        ...piece
          .slice(1)
          .split('|')
          .map((text): Part => ({ type: 'delta', block, channel, text })),
        { type: 'block-end', block, channel, boundary: 'wire' },
      ]
    }),
    { type: 'finish', reason: 'stop' } as Part,
    { type: 'end' } as Part,
  ].flatMap((part) => pipeline.push(part))
  const of = (channel: string): string => parts.map((part) => (part.type === 'delta' && part.channel === channel ? part.text : '')).join('')
  const dropped = parts.map((part) => (part.type === 'markup' ? part.text : '')).join('')
  return { reasoning: of('reasoning'), answer: of('answer'), dropped }
}

test.each([
  ['pieces of one thought', ['fTen ', 'tTen ', 'fand ', 'tand ', 'fseven.', 'tseven.'], 'Ten and seven.', 'Ten and seven.'],
  ['pieces of several lengths', ['fTen ', 'tTen ', 'fand', 'f sev', 'tand sev', 'fen.', 'ten.'], 'Ten and seven.', 'Ten and seven.'],
  ['a thought that the text has twice', ['fTen.', 'tTen.', 'tTen.'], 'Ten.', 'Ten.Ten.'],
  ['a thought that the field has twice', ['fTen.', 'tTen.', 'fTen.', 'tTen.'], 'Ten.Ten.', 'Ten.Ten.'],
  ['another piece', ['fTen ', 'tTen ', 'fand ', 'tor '], 'Ten and ##or ', 'Ten '],
  ['the beginning again', ['fTen ', 'tTen ', 'fand ', 'tTen '], 'Ten and ##Ten ', 'Ten '],
  ['a piece behind another one', ['fTen ', 'tTen ', 'fand ', 'tor ', 'fsix', 'tsix'], 'Ten and ##or six##six', 'Ten '],
  ['a text that comes first', ['tTen ', 'fTen ', 'tand ', 'fand ', 'tseven.', 'fseven.'], '##Ten and seven.', 'Ten and seven.'],
  ['a text that comes first, and another field', ['tTen ', 'fTwo ', 'tand ', 'fand '], '##Ten Two ##and and ', ''],
])('a field and a text in turns: %s', (_, pieces, reasoning, dropped) => {
  expect(alternating(...pieces)).toEqual({ reasoning, answer: '', dropped })
})

/** A server left the opening tag out of the text, or alone before the field: the thought in the text looks like an answer. */
test.each([
  ['pieces of one thought', ['fTen ', 'aTen ', 'fand six.', 'aand six.', 'aIt is 51.'], 'It is 51.', 'Ten and six.'],
  [
    'the answer in the block of the last piece',
    ['fTen ', 'aTen ', 'fand six.', 'aand| six.|\n\n|It is 51.'],
    'It is 51.',
    'Ten and six.\n\n',
  ],
  ['a thought without an answer', ['fTen ', 'aTen ', 'fand six.', 'aand six.'], '', 'Ten and six.'],
  ['a thought before a call', ['fTen ', 'aTen ', 'fand six.', 'aand six.', 'c'], '', 'Ten and six.'],
  ['an answer that says the same', ['fTen.', 'aTen.'], 'Ten.', ''],
  ['an answer that says the same before a call', ['fTen.', 'aTen.', 'c', 'fSix.', 'aSix.'], 'Ten.Six.', ''],
  ['an answer that says more', ['fTen.', 'aTen.| And six.'], 'Ten. And six.', ''],
  ['an answer that says a part', ['fTen. And six.', 'aTen.', 'fSo.', 'aSo.'], 'Ten.So.', ''],
  ['another piece', ['fTen ', 'aTen ', 'fand ', 'aor '], 'or ', 'Ten '],
  ['a text that lags', ['fTen |and', 'aTen ', 'f six.', 'aand', 'f So.', 'a six.| So.', 'aIt is 51.'], 'It is 51.', 'Ten and six. So.'],
  [
    'a text that lags by a part of a piece',
    ['fTen and', 'aTe', 'f six.', 'an and si', 'f So.', 'ax.| So.| It is 51.'],
    ' It is 51.',
    'Ten and six. So.',
  ],
  ['a text that lags at first', ['fTen |and', 'aTen ', 'f six.', 'aor '], 'Ten or ', ''],
  ['an answer that says a part before a call', ['fTen. And six.', 'aTen.', 'fSo.', 'c'], 'Ten.', ''],
  ['an answer that says a part, and a long thought', ['fTen. And six.', 'aTen.', `f${'So.|'.repeat(40)}`, 'a And'], 'Ten. And', ''],
  ['blank text between', ['fTen |and', 'a\n\n', 'f six.', 'aIt is 51.'], '\n\nIt is 51.', ''],
])('a field and an answer in turns: %s', (_, pieces, answer, dropped) => {
  const reasoning = pieces.map((piece) => (piece.startsWith('f') ? piece.slice(1).replaceAll('|', '') : '')).join('')
  expect(alternating(...pieces)).toEqual({ reasoning, answer, dropped })
})

test('a block of many pieces is released without an error', () => {
  const filter = createFilter()
  const delta = (block: number, channel: 'reasoning' | 'answer', text: string): Part => ({ type: 'delta', block, channel, text })
  for (const part of [
    { type: 'block-start', block: 0, channel: 'reasoning' } as Part,
    delta(0, 'reasoning', 'x'.repeat(200_000)),
    { type: 'block-start', block: 1, channel: 'answer', from: 7 } as Part,
    ...Array.from({ length: 200_000 }, () => delta(1, 'answer', 'x')),
  ])
    filter.push(part)
  expect(filter.push(delta(1, 'answer', 'y'))).toHaveLength(200_002)
})

test('commentary behind a text that may lag is no piece of it', () => {
  const filter = createFilter()
  const parts: Part[] = [
    { type: 'block-start', block: 0, channel: 'reasoning' },
    { type: 'delta', block: 0, channel: 'reasoning', text: 'Ten and ' },
    { type: 'block-start', block: 1, channel: 'answer', from: 7 },
    { type: 'delta', block: 1, channel: 'answer', text: 'Ten ' },
    { type: 'block-end', block: 1, channel: 'answer', boundary: 'wire' },
    { type: 'block-start', block: 2, channel: 'reasoning' },
    { type: 'delta', block: 2, channel: 'reasoning', text: 'six.' },
    { type: 'block-end', block: 2, channel: 'reasoning', boundary: 'wire' },
    { type: 'block-start', block: 3, channel: 'commentary', from: 8 },
    { type: 'delta', block: 3, channel: 'commentary', text: 'and ' },
    { type: 'end' },
  ]
  expect(parts.flatMap((part) => filter.push(part))).toEqual(parts)
})

const beginning: Part[] = [
  { type: 'block-start', block: 0, channel: 'reasoning' },
  { type: 'delta', block: 0, channel: 'reasoning', text: 'Ten and' },
  { type: 'block-start', block: 1, channel: 'answer', from: 7 },
]

test('a thought that goes on behind blank text does not wait', () => {
  const filter = createFilter()
  for (const part of beginning) filter.push(part)
  filter.push({ type: 'delta', block: 1, channel: 'answer', text: '\n' })
  filter.push({ type: 'block-end', block: 1, channel: 'answer', boundary: 'wire' })
  expect(filter.push({ type: 'block-start', block: 2, channel: 'reasoning' })).toHaveLength(4)
})

test('an item keeps its place behind held text', () => {
  const filter = createFilter()
  const image: Part = { type: 'native', wire: 'x', event: 'image', channel: 'answer', item: 1, value: {} }
  for (const part of beginning) filter.push(part)
  filter.push({ type: 'delta', block: 1, channel: 'answer', text: 'Ten' })
  expect(filter.push(image).map(({ type }) => type)).toEqual(['block-start', 'delta', 'native'])
})

test('the stage of a cut answer releases what is held, and lets nothing past it', () => {
  const adapter = tags({ createSplitter: () => ({ ...tags().createSplitter(), passes: () => true }) })
  const stage = createSplitStage({ adapter })
  const delta: DeltaPart = { type: 'delta', block: 1, channel: 'answer', text: 'Ten' }
  const held = [
    { type: 'block-start', block: 0, channel: 'reasoning' } as const,
    { type: 'delta', block: 0, channel: 'reasoning', text: 'Ten and' } as const,
    { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'wire' } as const,
    { type: 'block-start', block: 1, channel: 'answer' } as const,
    delta,
  ].flatMap((part) => stage.push(part))
  expect(held.some((part) => part.type === 'delta' && part.channel === 'answer')).toBe(false)
  expect(stage.passes!(delta)).toBe(false)
  expect(stage.push({ type: 'end' })).toContainEqual(expect.objectContaining({ type: 'delta', channel: 'answer', text: 'Ten' }))
})

test('log probabilities beside each piece change nothing', () => {
  const filter = createFilter()
  const beside: Part = { type: 'native', wire: 'x', event: 'logprobs', channel: 'reasoning', value: {} }
  const texts = ['Ten ', 'and.'].map((text): Part => ({ type: 'delta', block: 1, channel: 'answer', text }))
  const parts: Part[] = [
    { type: 'block-start', block: 0, channel: 'reasoning' },
    { type: 'delta', block: 0, channel: 'reasoning', text: 'Ten and.' },
    { type: 'block-start', block: 1, channel: 'answer', from: 7 },
    ...texts.flatMap((text) => [beside, text]),
    { type: 'markup', text: '</think>', of: 'delimiter' },
    { type: 'delta', block: 1, channel: 'answer', text: 'So.' },
  ]
  const out = parts.flatMap((part) => filter.push(part))
  expect(out.flatMap((part) => (part.type === 'delta' && part.channel === 'answer' ? [part.text] : []))).toEqual(['So.'])
  expect(out.filter(({ type }) => type === 'native')).toHaveLength(2)
})

/** A field, and a text of one block with delimiters between its deltas (`</think>`). */
function behind(field: readonly string[], text: readonly string[]): string[] {
  const pipeline = createFilter()
  const began = (block: number, channel: 'reasoning' | 'answer', from?: object): Part => ({ type: 'block-start', block, channel, ...from })
  const delta = (block: number, channel: 'reasoning' | 'answer', text: string): Part => ({ type: 'delta', block, channel, text })
  const parts: Part[] = [
    began(0, 'reasoning'),
    ...field.map((piece) => delta(0, 'reasoning', piece)),
    began(1, 'answer', { from: 7 }),
    ...text.map((piece): Part => (piece === '</think>' ? { type: 'markup', text: piece, of: 'delimiter' } : delta(1, 'answer', piece))),
  ]
  const ending: Part[] = [
    { type: 'block-end', block: 1, channel: 'answer', boundary: 'end-of-stream' },
    { type: 'finish', reason: 'stop' },
    { type: 'end' },
  ]
  const answerIn = (some: readonly Part[]): string =>
    some
      .flatMap((part) => pipeline.push(part))
      .map((part) => (part.type === 'delta' && part.channel === 'answer' ? part.text : ''))
      .join('')
  return [answerIn(parts), answerIn(ending)]
}

const words = Array.from({ length: 100 }, (_, index) => `${index} `)

test.each<[name: string, field: string[], text: string[], streamed: string, atEnd?: string]>([
  ['the thought, closed', ['Ten', ' and.'], ['Ten ', 'and.', '</think>', '\n\n', 'So.'], 'So.'],
  ['a long thought, closed', words, [...words, '</think>', 'So.'], 'So.'],
  ['the thought and blank lines, closed', ['Ten.'], ['\n', 'Ten.', '\n', '</think>', 'So.'], 'So.'],
  ['the thought, closed, and nothing else', ['Ten.'], ['Ten.', '</think>'], ''],
  ['a part of the thought, closed', words, [...words.slice(0, 50), '</think>', 'So.'], `${words.slice(0, 50).join('')}So.`],
  ['more than the thought, closed', ['Ten.'], ['Ten.', ' And.', '</think>', 'So.'], 'Ten. And.So.'],
  ['the thought, and no more', ['Ten.'], ['Ten.'], '', 'Ten.'],
  ['the thought, and more', ['Ten.'], ['Ten.', ' So.'], 'Ten. So.'],
  ['the beginning of a long thought, and more', words, [...words.slice(0, 50), 'So.'], `${words.slice(0, 50).join('')}So.`],
  ['an answer that quotes the thought', ['Ten.'], ['I thought: ', 'Ten.', '</think>'], 'I thought: Ten.'],
])('a text behind its field: %s', (_, field, text, streamed, atEnd = '') => {
  expect(behind(field, text)).toEqual([streamed, atEnd])
})

test('no text is lost or moved, however a field and a text come', () => {
  const words = fc.array(fc.constantFrom('a', 'b ', '\n'), { minLength: 1, maxLength: 3 })
  const block = fc.record({
    isText: fc.boolean(),
    channel: fc.constantFrom('reasoning', 'answer', 'commentary'),
    words,
    isClosed: fc.boolean(),
  })
  fc.assert(
    fc.property(fc.array(block, { maxLength: 12 }), (blocks) => {
      const parts = blocks.flatMap(({ isText, channel: said, words, isClosed }, block): Part[] => {
        const channel = isText ? said : 'reasoning'
        return [
          { type: 'block-start', block, channel, ...(isText && { from: 7 }) },
          ...words.map((text): Part => ({ type: 'delta', block, channel, text })),
          ...(isClosed ? [{ type: 'markup', text: '</think>', of: 'delimiter' } as Part] : []),
          { type: 'block-end', block, channel, boundary: 'wire' },
        ]
      })
      const pipeline = createFilter()
      const out = [...parts, { type: 'end' } as Part].flatMap((part) => pipeline.push(part))
      const blocksOf = (some: readonly Part[]): string[] =>
        blocks.map((_, block) => some.map((part) => (part.type === 'delta' && part.block === block ? part.text : '')).join(''))
      const lengthOf = (some: readonly Part[]): number =>
        some.reduce((sum, part) => sum + (part.type === 'delta' || part.type === 'markup' ? part.text.length : 0), 0)
      expect(lengthOf(out)).toBe(lengthOf(parts))
      blocksOf(out).forEach((text, block) => expect(blocksOf(parts)[block]).toContain(text))
      const starts = out.flatMap((part) => (part.type === 'block-start' ? [part.block] : []))
      expect(starts).toEqual(starts.toSorted((a, b) => a - b))
      expect(new Set(starts).size).toBe(starts.length)
      expect(out.filter(({ type }) => type === 'block-end')).toHaveLength(starts.length)
    }),
    { numRuns: runs(1000) },
  )
})

/** Blocks of reasoning: one in its field, and others from the text. */
function thoughts(shown: string, inText: readonly string[], end: Partial<Extract<Part, { type: 'block-end' }>> = {}): string[] {
  const pipeline = createFilter()
  const parts = [shown, ...inText].flatMap((text, block): Part[] => [
    { type: 'block-start', block, channel: 'reasoning', ...(block > 0 && { from: 7 }) },
    { type: 'delta', block, channel: 'reasoning', text },
    { type: 'block-end', block, channel: 'reasoning', boundary: 'wire', ...(block > 0 && end) },
  ])
  return [...parts, { type: 'end' } as Part]
    .flatMap((part) => pipeline.push(part))
    .flatMap((part) => (part.type === 'delta' ? [part.text] : []))
}

test('a repetition that has a seal of its own stays', () => {
  const seals: Seal[] = [{ kind: 'signature', value: 's', issuer: { wire: 'x' } }]
  expect(thoughts('Ten.', ['Ten.'])).toEqual(['Ten.'])
  expect(thoughts('Ten.', ['Ten.'], { seals })).toEqual(['Ten.', 'Ten.'])
})

test('what was shown from the text may be repeated, too', () => {
  expect(thoughts('Ten. ', ['Seven.', 'Ten. Seven.'])).toEqual(['Ten. ', 'Seven.'])
})

test('reasoning that is too long to be kept is not compared', () => {
  const long = 'x'.repeat(256 * 1024)
  expect(thoughts(long, [long])).toEqual([long])
  expect(thoughts(`${long}y`, [`${long}y`])).toEqual([`${long}y`, `${long}y`])
})
