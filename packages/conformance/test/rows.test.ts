import { describe, expect, test } from 'vitest'
import { answer, checkRow, formatFailures, reasoning, toolCall, type Row } from '../src/index.ts'
import { reference } from './reference.ts'

const messages = (row: Omit<Row, 'name'>) =>
  checkRow(reference(), { name: 'row', ...row }).map(({ rule, message }) => `${rule}: ${message}`)

const input = '<think>sum</think> 4 '

describe('what a row expects', () => {
  test.each<[string, Omit<Row, 'name'>, RegExp | undefined]>([
    ['text', { input, expect: { reasoning: 'sum', answer: ' 4 ' } }, undefined],
    ['wrong text', { input, expect: { answer: ' 5 ' } }, /^expected: answer: at character 1: expected " 5 ", got " 4 "$/],
    ['trimmed text', { input, expect: { answer: '4' }, compare: { answer: 'trim' } }, undefined],
    ['wrong trimmed text', { input, expect: { answer: '5' }, compare: { answer: 'trim' } }, /answer/],
    ['contained text', { input, expect: { reasoning: 'u' }, compare: { reasoning: 'contains' } }, undefined],
    ['text that is not contained', { input, expect: { reasoning: 'x' }, compare: { reasoning: 'contains' } }, /"x" is not in "sum"/],
    ['an ignored field', { input, expect: { answer: 'no', reasoning: 'sum' }, compare: { answer: 'ignore' } }, undefined],
    ['no turn end', { input, expect: { stop: null } }, undefined],
    ['a turn end that does not come', { input, expect: { stop: 'return' } }, /stop: expected "return", got null/],
    ['an open end', { input: '<think>sum', expect: { closed: false } }, undefined],
    ['no warnings', { input, expect: { warnings: [] } }, undefined],
    ['a warning that does not come', { input, expect: { warnings: ['unclosed'] } }, /warnings/],
    ['no tool calls', { input, expect: { toolCalls: [] } }, undefined],
    ['a tool call that does not come', { input, parts: [reasoning('sum'), toolCall('f', '{}')] }, /parts: at 1 of 2/],
    ['parts', { input, parts: [reasoning('sum'), answer(' 4 ')] }, undefined],
    [
      'parts with a boundary',
      { input, parts: [reasoning('sum', { boundary: 'closer', terminator: '</think>' }), answer(' 4 ')] },
      undefined,
    ],
    ['parts with a wrong boundary', { input, parts: [reasoning('sum', { boundary: 'tool' }), answer(' 4 ')] }, /parts: at 0 of 2/],
    ['too few parts', { input, parts: [reasoning('sum')] }, /parts: at 1 of 1: expected "nothing more"/],
    ['no parts', { input: '', parts: [] }, undefined],
  ])('%s', (_, row, problem) => {
    const found = messages(row)
    if (problem === undefined) expect(found).toEqual([])
    else expect(found).toEqual([expect.stringMatching(problem)])
  })

  test('a row that expects nothing is an error of the table', () => {
    expect(() => messages({ input })).toThrow(/expects nothing/)
  })

  test.each([
    [{ expect: {} }, /expects nothing/],
    [{ expect: { answers: '4' } }, /expects "answers", which is not a field of a result. Did you mean "answer"\?/],
    [{ expect: { answer: '4' }, compare: { answr: 'trim' } }, /"answr".*Did you mean "answer"/],
    [{ expect: { content: '4' } }, /Known fields: reasoning/],
  ])('so is one that expects what there is not: %j', (row, message) => {
    expect(() => messages({ input, ...row } as Omit<Row, 'name'>)).toThrow(message)
  })

  // As JSON may have it.
  test.each<[object, RegExp]>([
    [{ input: 5, parts: [] }, /has input 5, which must be a text or a list of texts/],
    [{ context: 'qwen3', parts: [] }, /has context "qwen3", which must be an object/],
    [{ parts: 'sum' }, /has parts "sum", which must be a list of objects/],
    [{ parts: [null] }, /has parts \[null\], which must be/],
    [{ parts: [{ type: 'blok' }] }, /which must be a list of objects of the type "block" or "tool-call"/],
    [{ expect: null }, /has expect null, which must be an object/],
    [{ expect: { answer: 4 } }, /has expect\.answer 4, which must be a text/],
    [{ expect: { toolCalls: 1 } }, /has expect\.toolCalls 1, which must be a list of objects/],
    [{ expect: { warnings: 'unclosed' } }, /has expect\.warnings "unclosed", which must be a list of codes/],
    [{ expect: { closed: 'yes' } }, /has expect\.closed "yes", which must be true or false/],
    [{ expect: { stop: 1 } }, /has expect\.stop 1, which must be a text or null/],
  ])('and one with a field of another type: %j', (row, message) => {
    expect(() => messages({ input, ...row } as Omit<Row, 'name'>)).toThrow(message)
  })

  test('a row may bring an adapter of its own', () => {
    const dropping = reference({ capabilities: {}, createSplitter: () => ({ push: () => [], end: () => [] }) })
    expect(messages({ input, adapter: dropping, parts: [] })).toEqual([])
  })

  test('the bound on held text can be stated', () => {
    const long = { name: 'row', input: 'a <thin', parts: [answer('a <thin')] }
    expect(checkRow(reference(), long, { longestDelimiter: 2 }).map(({ rule }) => rule)).toEqual(['bounded-hold'])
    expect(checkRow(reference(), { ...long, longestDelimiter: 7 }, { longestDelimiter: 2 })).toEqual([])
  })
})

test('a failure names the rule, what was found, the row, the cutting and the text', () => {
  const failures = checkRow(reference(), { name: 'a wrong row', input, expect: { answer: '5' } })
  expect(formatFailures(failures)).toBe(
    [
      'expected: A row gives what it says.',
      '  answer: at character 0: expected "5", got " 4 "',
      '  row: a wrong row',
      '  cutting: whole',
      '  input: "<think>sum</think> 4 "',
    ].join('\n'),
  )
})

test('whitespace that waits does not count as held', () => {
  const patient = reference({
    createSplitter: () => {
      const inner = reference().createSplitter()
      let blanks = ''
      return {
        push(text) {
          const all = blanks + text
          const kept = all.trimEnd()
          blanks = all.slice(kept.length)
          return inner.push(kept)
        },
        end: () => [...inner.push(blanks), ...((blanks = ''), inner.end())],
      }
    },
  })
  const row = { name: 'row', input: `4${' '.repeat(50)}5${'\n'.repeat(50)}`, expect: { reasoning: '' } }
  expect(checkRow(patient, row, { longestDelimiter: 7 })).toEqual([])
})
