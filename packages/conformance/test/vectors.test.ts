import { readFileSync } from 'node:fs'
import { shared, sharedMissing, sharedPath } from '@reason/testkit/shared'
import { describe, expect, test } from 'vitest'
import { checkRow, fromHarmonyVector, fromThinkTagsVector, readVectors, type HarmonyVector, type ThinkTagsVector } from '../src/index.ts'
import { close, open, reference } from './reference.ts'

test('JSONL is read a line at a time, empty lines skipped', () => {
  expect(readVectors('{"id":"a"}\n\n{"id":"b"}\r\n')).toEqual([{ id: 'a' }, { id: 'b' }])
})

test.each([
  ['{"id":', /Line 1 is not JSON/],
  ['{"id":"a"}\n[1]', /Line 2 is not a JSON object/],
])('a line that is no vector is named: %j', (text, message) => {
  expect(() => readVectors(text)).toThrow(message)
})

const harmony: HarmonyVector = {
  id: 'one',
  note: 'a call',
  prefilled: '<|start|>assistant',
  input: '<|channel|>analysis<|message|>a',
  dialect: 'llm-jp',
  expected: {
    analysis: 'a',
    commentary: '',
    final: '',
    tool_calls: [{ recipient: 'functions.f', arguments: '{}', content_type: null }],
    stop: 'eof',
  },
  match: { analysis: 'contains', final: 'trim' },
}

test('a Harmony vector becomes a row', () => {
  expect(fromHarmonyVector(harmony, (recipient) => recipient.replace('functions.', ''))).toEqual({
    row: {
      name: 'one: a call',
      input: harmony.input,
      context: { prefill: '<|start|>assistant' },
      expect: { reasoning: 'a', commentary: '', answer: '', toolCalls: [{ name: 'f', arguments: '{}', contentType: null }], stop: 'eof' },
      compare: { reasoning: 'contains', answer: 'trim' },
    },
    options: { dialect: 'llm-jp' },
  })
})

test('a Harmony vector without prefill, dialect and matches has no context, options and comparisons', () => {
  const { dialect: _, match: __, ...rest } = harmony
  const { row, options } = fromHarmonyVector({ ...rest, prefilled: false })
  expect([row.context, row.compare, options]).toEqual([undefined, {}, {}])
  expect(row.expect?.toolCalls?.[0]?.name).toBe('functions.f')
})

const tags: ThinkTagsVector = {
  id: 'two',
  family: 'generic',
  options: { start_tag: open, end_tag: [close, '</reasoning>'], unclosed: 'content', tool_lookahead: '<f>' },
  chunks: ['<thi', 'nk>a'],
  expected: { reasoning: 'a', content: '', trim: 'after_open+newline1_before_close' },
}

test('a think-tags vector becomes a row, and options with every default', () => {
  expect(fromThinkTagsVector(tags)).toEqual({
    row: { name: 'two', input: ['<thi', 'nk>a'], expect: { reasoning: 'a', answer: '' } },
    family: 'generic',
    options: {
      startTag: [open],
      endTag: [close, '</reasoning>'],
      startsInReasoning: false,
      separator: '',
      opener: 'anywhere',
      blocks: 'multi',
      nesting: 'flat',
      orphanClose: 'literal',
      unclosed: 'answer',
      toolOpeners: [],
      toolLookahead: '<f>',
      contentStrip: [],
      stripTokens: [],
      codeAware: false,
      codeAwareReasoning: false,
      caseInsensitive: false,
      tagAttributes: false,
      tagWhitespace: false,
      markerOccurrence: 'first',
      enabled: true,
      trim: ['afterOpen', 'newline1BeforeClose'],
    },
  })
})

test('a vector trimmed on both sides is compared so, and its splitter trims nothing', () => {
  const { row, options } = fromThinkTagsVector({ ...tags, expected: { ...tags.expected, trim: 'both' } })
  expect([row.compare, options.trim]).toEqual([{ reasoning: 'trim', answer: 'trim' }, []])
})

test('a marker vector has no opener', () => {
  expect(fromThinkTagsVector({ ...tags, options: { start_tag: null, end_tag: '===' } }).options).toMatchObject({
    startTag: [],
    endTag: ['==='],
  })
})

describe.skipIf(shared === undefined)(`shared vectors (${sharedMissing})`, () => {
  // The body of a skipped group runs too.
  const read = <Vector>(name: string) =>
    shared === undefined ? [] : readVectors<Vector>(readFileSync(sharedPath('conformance', name), 'utf8'))

  test('every vector is mapped, none twice', () => {
    for (const names of [
      read<HarmonyVector>('harmony.jsonl').map((vector) => fromHarmonyVector(vector).row.name),
      read<ThinkTagsVector>('think-tags.jsonl').map((vector) => fromThinkTagsVector(vector).row.name),
    ]) {
      expect(new Set(names).size).toBe(names.length)
      expect(names.length).toBeGreaterThan(100)
    }
  })

  /** Features of the reference: one pair of plain tags, and no options. */
  const plain = read<ThinkTagsVector>('think-tags.jsonl')
    .map((vector) => fromThinkTagsVector(vector))
    .filter(({ options }) => {
      const { options: defaults } = fromThinkTagsVector({
        ...tags,
        options: { start_tag: open, end_tag: close },
        expected: { ...tags.expected, trim: 'none' },
      })
      return JSON.stringify(options) === JSON.stringify(defaults)
    })

  test.each(plain.map(({ row }) => [row.name, row] as const))('the reference on %s', (_, row) => {
    expect(checkRow(reference(), row)).toEqual([])
  })
})
