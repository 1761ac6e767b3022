import { answer, reasoning, type Row } from '@reason/conformance'
import { describeConformance } from '@reason/conformance/vitest'
import { createAccumulator, splitText, type StreamContext } from '@reason/core'
import type { Ending } from '@reason/core/adapter'
import { runs } from '@reason/testkit/sampling'
import { describe, expect, test } from 'vitest'
import { jsonFields, type JsonFieldsOptions } from '../src/index.ts'

const by = (options: JsonFieldsOptions, rows: Omit<Row, 'adapter'>[]): Row[] =>
  rows.map((row) => ({ ...row, adapter: jsonFields(options) }))

const plain: Row[] = [
  {
    name: 'reasoning, then the answer',
    input: '{"reasoning": "30 + 21", "answer": "51"}',
    parts: [reasoning('30 + 21', { boundary: 'closer', terminator: '"' }), answer('51')],
    expect: { closed: true, warnings: [] },
  },
  { name: 'the answer first', input: '{"answer":"51","reasoning":"30 + 21"}', parts: [answer('51'), reasoning('30 + 21')] },
  { name: 'pretty-printed', input: '{\n  "reasoning": "sum",\n  "answer": "51"\n}\n', parts: [reasoning('sum'), answer('51')] },
  { name: 'a byte order mark', input: '\ufeff {"thought":"sum","final":"51"}', parts: [reasoning('sum'), answer('51')] },
  { name: 'names in other spellings', input: '{"Chain-of-Thought":"sum","finalAnswer":"51"}', parts: [reasoning('sum'), answer('51')] },
  { name: 'an answer alone', input: '{"answer":"51"}', parts: [answer('51')] },
  { name: 'reasoning alone', input: '{"reasoning":"sum"}', parts: [reasoning('sum')], expect: { answer: '', closed: true } },
  { name: 'empty fields', input: '{"reasoning":"","answer":""}', parts: [] },
  { name: 'no text', input: '', parts: [], expect: { warnings: [] } },
]

const strings: Row[] = [
  {
    name: 'short escapes',
    input: String.raw`{"reasoning":"a\nb\t\"c\" \\ \/ \b\f\r","answer":"1\n2"}`,
    expect: { reasoning: 'a\nb\t"c" \\ / \b\f\r', answer: '1\n2' },
  },
  {
    name: 'escaped units',
    input: String.raw`{"reasoning":"\u0041\u00e9","answer":"\u4f60\u597D"}`,
    expect: { reasoning: 'Aé', answer: '你好' },
  },
  {
    name: 'a character in two escapes, and one that is raw',
    input: String.raw`{"reasoning":"\ud83d\ude00 😀","answer":"😀\ud83d\ude00"}`,
    expect: { reasoning: '😀 😀', answer: '😀😀' },
  },
  {
    name: 'halves of characters as escapes',
    input: String.raw`{"reasoning":"\ud83d\ud83d\ude00\ude00 \ud83dx \ud83d\n","answer":"\ud83d"}`,
    expect: { reasoning: '\ufffd😀\ufffd \ufffdx \ufffd\n', answer: '\ufffd' },
  },
  {
    name: 'halves of characters, one raw and one as an escape',
    input: '{"reasoning":"\\ud83d\ude00","answer":"\ud83d\\ude00"}',
    expect: { reasoning: '\ufffd\ude00', answer: '\ud83d\ufffd' },
  },
  {
    name: 'backslashes that begin no escape',
    input: String.raw`{"reasoning":"\alpha \u12 \uzzzz \😀","answer":"\x"}`,
    expect: { reasoning: String.raw`\alpha \u12 \uzzzz \😀`, answer: String.raw`\x` },
  },
  { name: 'raw line breaks', input: '{"reasoning":"a\n\nb","answer":"1\r\n2"}', expect: { reasoning: 'a\n\nb', answer: '1\r\n2' } },
  {
    name: 'quotes that were not escaped',
    input: '{"reasoning":"he said "yes", I say "no"; fine","answer":"the "best" one"}',
    expect: { reasoning: 'he said "yes", I say "no"; fine', answer: 'the "best" one' },
  },
  {
    name: 'apostrophes for quotes',
    input: `{'reasoning': 'don't say "no"', 'answer': 'it\\'s 51'}`,
    expect: { reasoning: `don't say "no"`, answer: "it's 51" },
  },
  {
    name: 'markup of JSON as text',
    input: String.raw`{"reasoning":"{\"answer\": \"no\"}, [1]","answer":"{\"a\":1}"}`,
    expect: { reasoning: '{"answer": "no"}, [1]', answer: '{"a":1}' },
  },
  {
    name: 'many blanks between a quote and what follows',
    input: `{"reasoning":"sum"${'\n'.repeat(300)},${' '.repeat(300)}"answer"${'\t'.repeat(300)}:${' '.repeat(300)}"51"}`,
    expect: { reasoning: 'sum', answer: '51' },
  },
]

const values: Row[] = [
  {
    name: 'an object as the answer',
    input: '{"reasoning":"sum","answer":{"x": [1, "}"], "y": {}}}',
    parts: [reasoning('sum'), answer('{"x": [1, "}"], "y": {}}')],
  },
  { name: 'a list as the answer', input: '{"reasoning":"sum","answer":[1, {"a":"]"}]}', expect: { answer: '[1, {"a":"]"}]' } },
  { name: 'an empty object as the answer', input: '{"answer":{ }}', expect: { answer: '{ }' } },
  { name: 'a number', input: '{"reasoning":"sum","answer": 51 \n}', expect: { answer: '51' } },
  { name: 'a number that ends the text', input: '{"reasoning":"sum","answer": 5', expect: { answer: '5' } },
  { name: 'true', input: '{"answer":true,"reasoning":"sum"}', expect: { answer: 'true', reasoning: 'sum' } },
  { name: 'null is no text', input: '{"reasoning":null,"answer":null}', parts: [] },
  { name: 'what only begins like null', input: '{"reasoning": nul ,"answer":nulls}', expect: { reasoning: 'nul', answer: 'nulls' } },
  { name: 'bare words', input: '{"answer": fifty one }', expect: { answer: 'fifty one' } },
  { name: 'no value', input: '{"reasoning":,"answer":"51"}', expect: { reasoning: '', answer: '51' } },
  {
    name: 'a list of steps',
    input: '{"steps": ["30 + 21", "51, so [51]" , 3], "answer": "51"}',
    parts: [reasoning('30 + 21\n51, so [51]\n3'), answer('51')],
  },
  {
    name: 'steps that are objects stay JSON',
    input: '{"steps":[{"explanation":"a","output":"b"},{"explanation":"c"}],"final_answer":"51"}',
    parts: [reasoning('{"explanation":"a","output":"b"}\n{"explanation":"c"}'), answer('51')],
  },
  { name: 'no steps', input: '{"steps":[],"answer":"51"}', parts: [answer('51')] },
  {
    name: 'reasoning that is an object',
    input: '{"reasoning":{"answer":"no"},"answer":"51"}',
    parts: [reasoning('{"answer":"no"}'), answer('51')],
  },
  {
    name: 'nested deeply',
    input: `{"answer":${'['.repeat(400)}${']'.repeat(400)},"reasoning":"sum"}`,
    expect: { answer: '['.repeat(400) + ']'.repeat(400), reasoning: 'sum' },
  },
  {
    name: 'escaped quotes in an object',
    input: String.raw`{"answer":{"a":"\"}\\"},"reasoning":"sum"}`,
    expect: { answer: String.raw`{"a":"\"}\\"}`, reasoning: 'sum' },
  },
]

const fields: Row[] = [
  {
    name: 'other fields are left out',
    input: '{"id":7,"reasoning":"sum","confidence":0.9,"sources":["a"],"answer":"51","note":"x"}',
    parts: [reasoning('sum'), answer('51')],
  },
  {
    name: 'a field twice',
    input: '{"reasoning":"a","reasoning":"b","answer":"1","answer":"2"}',
    parts: [reasoning('a'), reasoning('\nb'), answer('1'), answer('\n2')],
  },
  { name: 'two fields of reasoning', input: '{"thought":"a","answer":"1","analysis":"b"}', expect: { reasoning: 'a\nb', answer: '1' } },
  { name: 'an object around the fields', input: '{"response":{"reasoning":"sum","answer":"51"}}', parts: [reasoning('sum'), answer('51')] },
  {
    name: 'an unknown object around the fields',
    input: '{"data": {"reasoning":"sum","answer":"51"}, "id":1}',
    parts: [reasoning('sum'), answer('51')],
  },
  {
    name: 'an unknown object around the fields, behind another',
    input: '{"id":1,"thought":"a","data": {"reasoning":"sum","answer":"51"}}',
    expect: { reasoning: 'a\nsum', answer: '51' },
  },
  { name: 'a list around the object', input: '[{"reasoning":"sum","answer":"51"}]', parts: [reasoning('sum'), answer('51')] },
  { name: 'a trailing comma', input: '{"reasoning":"sum","answer":"51",}', parts: [reasoning('sum'), answer('51')] },
  { name: 'no comma behind a number', input: '{"reasoning":null "answer":7 "x":1}', parts: [answer('7')] },
  {
    name: 'no comma behind a string',
    input: '{"reasoning":"sum"\n "answer":"51"\n "thought": "x"}',
    parts: [reasoning('sum'), answer('51'), reasoning('\nx')],
  },
  {
    name: 'no comma before an unknown name: it may be text',
    input: '{"reasoning":"sum" "x":null, "answer":7}',
    expect: { reasoning: 'sum" "x":null, "answer":7}' },
  },
  ...by({ otherFields: 'reasoning' }, [
    {
      name: 'other fields are kept',
      input: '{"reasoning":"sum","confidence":0.9,"answer":"51"}',
      expect: { reasoning: 'sum\n0.9', answer: '51' },
    },
  ]),
  ...by({ reasoning: ['why'], answer: ['what'], separator: ' / ' }, [
    { name: 'names of your own', input: '{"why":"a","answer":"b","why":"c","what":"51"}', expect: { reasoning: 'a / c', answer: '51' } },
  ]),
  {
    name: 'names of the model',
    input: '{"why":"a","answer":"51"}',
    context: { options: { reasoning: ['why'] } },
    expect: { reasoning: 'a', answer: '51' },
  },
]

const around: Row[] = [
  { name: 'a code fence', input: '```json\n{"reasoning":"sum","answer":"51"}\n```\n', parts: [reasoning('sum'), answer('51')] },
  { name: 'a code fence and a language in capitals', input: '```JSON\r\n{"answer":51}\r\n```', parts: [answer('51')] },
  {
    name: 'prose and a fence before the object',
    input: 'Here it is:\n```json\n{"reasoning":"sum","answer":"51"}\n```',
    expect: { reasoning: 'Here it is:\nsum', answer: '51' },
  },
  {
    name: 'prose behind the object',
    input: '{"reasoning":"sum","answer":"51"}\n\nBye `x`.',
    parts: [reasoning('sum'), answer('51'), answer('\nBye `x`.')],
  },
  { name: 'prose behind a fence', input: '```\n{"reasoning":"sum","answer":"51"}\n```\nBye.', expect: { answer: '51\nBye.' } },
  { name: 'the answer behind the object', input: '{"reasoning":"sum"}\nIt is 51.', parts: [reasoning('sum'), answer('It is 51.')] },
  { name: 'two objects', input: '{"reasoning":"sum"}\n{"answer":"51"}', parts: [reasoning('sum'), answer('51')] },
  {
    name: 'no JSON',
    input: 'It is "51", isn\'t it?',
    parts: [answer('It is "51", isn\'t it?')],
    expect: { warnings: ['json-fields/no-field'] },
  },
  { name: 'an object without known fields', input: '{"x": 1, "y": {"z": "a"}}', parts: [answer('{"x": 1, "y": {"z": "a"}}')] },
  { name: 'a fence without known fields', input: '```js\nf()\n```', parts: [answer('```js\nf()\n```')] },
  { name: 'blanks alone', input: ' \n', parts: [answer(' \n')] },
]

const cut: Row[] = [
  {
    name: 'cut in the reasoning',
    input: '{"reasoning":"sum',
    parts: [reasoning('sum', { boundary: 'end-of-stream' })],
    expect: { answer: '', closed: false, warnings: ['unclosed'] },
  },
  { name: 'cut in an escape', input: '{"reasoning":"sum\\', expect: { reasoning: 'sum', answer: '' } },
  { name: 'cut in an escaped unit', input: '{"reasoning":"sum\\ud83d\\ud', expect: { reasoning: 'sum\ufffd', answer: '' } },
  {
    name: 'cut behind the reasoning',
    input: '{"reasoning":"sum"',
    parts: [reasoning('sum')],
    expect: { answer: '', closed: true, warnings: [] },
  },
  { name: 'cut in the next name', input: '{"reasoning":"sum", "ans', parts: [reasoning('sum')], expect: { answer: '', closed: true } },
  { name: 'cut in the answer', input: '{"reasoning":"sum","answer":"5', parts: [reasoning('sum'), answer('5')] },
  { name: 'cut in an object', input: '{"reasoning":"sum","answer":{"x":', expect: { reasoning: 'sum', answer: '{"x":' } },
  { name: 'cut in a list of steps', input: '{"steps":["a","b', expect: { reasoning: 'a\nb', answer: '', closed: false } },
]

const starts: Row[] = [
  {
    name: 'the prompt opened the reasoning',
    input: 'sum","answer":"51"}',
    context: { prefill: '{"reasoning": "' },
    parts: [reasoning('sum'), answer('51')],
  },
  {
    name: 'the prompt has some of the reasoning',
    input: '\\n2","answer":"51"}',
    context: { prefill: 'x {"reasoning": "1' },
    parts: [reasoning('\n2'), answer('51')],
  },
  { name: 'the prompt has the reasoning', input: '51"}', context: { prefill: '{"reasoning": "sum", "answer": "' }, parts: [answer('51')] },
  {
    name: 'the prompt opened the object',
    input: '"reasoning":"sum","answer":"51"}',
    context: { prefill: '{' },
    parts: [reasoning('sum'), answer('51')],
  },
  {
    name: 'the prompt ends in a name',
    input: 'ning":"sum","answer":"51"}',
    context: { prefill: '{"reaso' },
    parts: [reasoning('sum'), answer('51')],
  },
  {
    name: 'the output begins in reasoning',
    input: 'a \\"b\\"","answer":"51"}',
    context: { start: 'reasoning' },
    parts: [reasoning('a "b"'), answer('51')],
  },
  { name: 'reasoning without an end', input: 'sum', context: { start: 'reasoning' }, parts: [reasoning('sum')], expect: { closed: false } },
  { name: 'an answer streams', input: 'It is {51}.', context: { start: 'answer' }, parts: [answer('It is {51}.')] },
  {
    name: 'the end of a string shows that it was reasoning',
    input: 'a\\nb","answer":"51"}',
    context: { start: 'unknown' },
    parts: [reasoning('a\nb'), answer('51')],
    expect: { warnings: ['orphan-reclassified'] },
  },
  { name: 'the end of a number shows it, too', input: '5, "answer": 51}', parts: [reasoning('5'), answer('51')] },
  {
    name: 'text behind reasoning is hidden from readers who may not see it',
    input: '{"reasoning":"use {"a": "b"} then',
    context: { guarded: true },
    expect: { answer: '' },
  },
  ...by({ maxHeldChars: 8 }, [
    { name: 'as much waits as may', input: '12345678', parts: [answer('12345678')], expect: { warnings: ['json-fields/no-field'] } },
    { name: 'longer text is the answer', input: '123456789', parts: [answer('123456789')], expect: { warnings: ['hold-limit'] } },
    {
      name: 'longer text of an unknown start is reasoning',
      input: '123456789',
      context: { start: 'unknown' },
      parts: [reasoning('123456789')],
    },
    {
      name: 'fields behind longer text count',
      input: '123456789 {"answer":"51"}',
      context: { guarded: true },
      parts: [reasoning('123456789 '), answer('51')],
    },
  ]),
]

const delimiters = [
  '{"reasoning":"',
  '","answer":"',
  '"}',
  '","',
  '\\ud83d',
  '\\ude00',
  '\\n',
  '{"answer":{',
  '["',
  '"],',
  'null',
  '```json\n',
  '{"thought":[',
]

describeConformance(jsonFields, [...plain, ...strings, ...values, ...fields, ...around, ...cut, ...starts], {
  delimiters,
  runs: runs(300),
  spelling: [
    { open: '{"reasoning":"', close: '","answer":"', end: '"}' },
    { open: '```json\n{\n  "thinking": "', close: '",\n  "final_answer": ', end: '\n}\n```' },
    { open: '{"steps":["', close: '"],"answer":', end: '}' },
  ],
})

test('a prompt that ends in a field of the answer shows nothing to a client that may not see reasoning', () => {
  const text = 'SECRET", "reasoning": "S", "answer": "51"}'
  const split = (context: StreamContext) => {
    const { reasoning, answer } = splitText(text, jsonFields(), { prefill: '{"answer": "', ...context })
    return { reasoning, answer }
  }
  expect(split({})).toEqual({ reasoning: 'S', answer: 'SECRET\n51' })
  expect(split({ guarded: true })).toEqual({ reasoning: 'SECRET\nS', answer: '51' })
})

describe('a text that a limit cuts off before any field', () => {
  const prose = 'The user wants a sum.'

  test.each<[string, StreamContext, Ending, { reasoning: string; answer: string }]>([
    ['stays hidden from a client that may not see reasoning', { guarded: true }, 'cut', { reasoning: prose, answer: '' }],
    ['also up to a stop sequence that this client has set', { guarded: true }, 'stopped', { reasoning: prose, answer: '' }],
    ['also where that client waits for all of it', { guarded: true, whole: true }, 'cut', { reasoning: prose, answer: '' }],
    ['is the answer for other clients', {}, 'cut', { reasoning: '', answer: prose }],
    ['is the answer where the model ended it', { guarded: true }, 'complete', { reasoning: '', answer: prose }],
    ['is the answer beside calls', { guarded: true }, 'calls', { reasoning: '', answer: prose }],
    ['is the answer where the wire had the reasoning', { guarded: true, wireReasoning: true }, 'cut', { reasoning: '', answer: prose }],
  ])('%s', (_, context, ending, expected) => {
    const splitter = jsonFields().createSplitter(context)
    const accumulator = createAccumulator()
    for (const part of [...splitter.push(prose), ...splitter.end(ending)]) accumulator.push(part)
    expect(accumulator.snapshot()).toMatchObject(expected)
  })
})
