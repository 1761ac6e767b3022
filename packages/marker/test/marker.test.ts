import { createAccumulator, ReasonError, splitText, type Part, type StreamContext } from '@reason/core'
import type { Ending } from '@reason/core/adapter'
import { createFromPlugin } from '@reason/core/manifest'
import { answer, reasoning, type Row } from '@reason/conformance'
import { describeConformance } from '@reason/conformance/vitest'
import { runs } from '@reason/testkit/sampling'
import { describe, expect, test } from 'vitest'
import plugin, { marker, type MarkerOptions } from '../src/index.ts'

/** Rows of an adapter with these options. */
const by = (options: MarkerOptions, rows: Omit<Row, 'adapter'>[]): Row[] => rows.map((row) => ({ ...row, adapter: marker(options) }))

const accumulated = (parts: readonly Part[]) => {
  const accumulator = createAccumulator()
  for (const part of parts) accumulator.push(part)
  return accumulator.snapshot()
}

const long = 'one more step. '.repeat(10)

describeConformance(
  marker,
  [
    {
      name: 'reasoning, marker, answer',
      input: 'sum\n===FINAL===\n4',
      parts: [reasoning('sum\n', { boundary: 'closer', terminator: '===FINAL===' }), answer('\n4')],
      expect: { warnings: [], closed: true },
    },
    { name: 'the marker in many pieces', input: ['sum\n=', '==FI', 'NAL=', '==\n4'], expect: { reasoning: 'sum\n', answer: '\n4' } },
    {
      name: 'no marker: the whole text is the answer',
      input: 'It is 4.',
      parts: [answer('It is 4.', { boundary: 'end-of-stream' })],
      expect: { warnings: ['marker-missing'], closed: true },
    },
    {
      name: 'ends in half a marker',
      input: 'It is 4.\n===FIN',
      parts: [answer('It is 4.\n===FIN')],
      expect: { warnings: ['marker-missing'] },
    },
    { name: 'nothing before the marker', input: '===FINAL===\n4', parts: [reasoning(''), answer('\n4')] },
    {
      name: 'nothing after the marker',
      input: 'sum\n===FINAL===',
      parts: [reasoning('sum\n')],
      expect: { answer: '', closed: true, warnings: [] },
    },
    { name: 'nothing but the marker', input: '===FINAL===', parts: [reasoning('')], expect: { closed: true, warnings: [] } },
    {
      name: 'the marker mentioned in a line',
      input: 'I must write ===FINAL=== first.\n===FINAL===\n4',
      expect: { reasoning: 'I must write ===FINAL=== first.\n', answer: '\n4' },
    },
    {
      name: 'the marker with text after it is a mention',
      input: '===FINAL=== comes last.\n===FINAL===\n4',
      expect: { reasoning: '===FINAL=== comes last.\n', answer: '\n4' },
    },
    {
      name: 'blanks around the marker',
      input: 'sum\n \t===FINAL=== \u00a0\r\n4',
      expect: { reasoning: 'sum\n \t', answer: ' \u00a0\r\n4' },
    },
    { name: 'blanks to the end of the text', input: 'sum\n===FINAL===   ', expect: { reasoning: 'sum\n', answer: '   ' } },
    {
      name: 'more blanks than any writer means',
      input: `sum\n===FINAL===${' '.repeat(17)}\n4`,
      expect: { reasoning: '', warnings: ['marker-missing'] },
    },
    { name: 'carriage returns end lines', input: 'sum\r===FINAL===\r\n4', expect: { reasoning: 'sum\r', answer: '\r\n4' } },
    {
      name: 'a longer line of signs',
      input: 'sum\n====FINAL====\n===FINAL===\n4',
      expect: { reasoning: 'sum\n====FINAL====\n', answer: '\n4' },
    },
    {
      name: 'a second marker is text',
      input: 'a\n===FINAL===\nb\n===FINAL===\nc',
      expect: { reasoning: 'a\n', answer: '\nb\n===FINAL===\nc' },
    },
    { name: 'characters outside the basic plane', input: '😀\n===FINAL===\n👩‍👩‍👧😀', expect: { reasoning: '😀\n', answer: '\n👩‍👩‍👧😀' } },
    { name: 'no text at all', input: '', parts: [], expect: { warnings: [] } },

    {
      name: 'the output is known to begin in the answer',
      input: 'a\n===FINAL===\nb',
      context: { start: 'answer' },
      parts: [answer('a\n===FINAL===\nb')],
    },
    {
      name: 'the output is known to begin in reasoning',
      input: 'sum',
      context: { start: 'reasoning' },
      parts: [reasoning('sum')],
      expect: { warnings: ['marker-missing'], closed: false },
    },
    {
      name: 'a grammar binds the output',
      input: '{"a":1}',
      context: { grammar: true },
      parts: [answer('{"a":1}')],
      expect: { warnings: [] },
    },
    {
      name: 'what a request says of the start does not count where the reader may not see the reasoning, and waits for the whole',
      input: 'sum\n===FINAL===\n4',
      context: { start: 'answer', guarded: true, whole: true },
      parts: [reasoning('sum\n'), answer('\n4')],
    },
    {
      name: 'an answer without a marker is not lost to such a reader',
      input: '{"a":1}',
      context: { grammar: true, guarded: true, whole: true },
      parts: [answer('{"a":1}')],
    },
    {
      name: 'the wire has brought the reasoning',
      input: '4',
      context: { wireReasoning: true },
      parts: [answer('4')],
      expect: { warnings: [] },
    },
    {
      name: 'the text that is continued has its marker',
      input: ' and more',
      context: { prefill: 'sum\n===FINAL===\n4' },
      parts: [answer(' and more')],
      expect: { warnings: [] },
    },
    {
      name: 'the text that is continued has none',
      input: '\n===FINAL===\n4',
      context: { prefill: 'sum' },
      expect: { reasoning: '\n', answer: '\n4' },
    },
    {
      name: 'options of the model',
      input: 'sum###4',
      context: { options: { endTag: '###', markerLine: 'anywhere' } },
      expect: { reasoning: 'sum', answer: '4' },
    },

    ...by({ maxHeldChars: 10 }, [
      {
        name: 'as much waits as may',
        input: '0123456789\n===FINAL===\n4'.replace('\n=', '='),
        expect: { warnings: ['hold-limit', 'marker-missing'] },
      },
      {
        name: 'what waits to the limit is the answer',
        input: '0123456789',
        parts: [answer('0123456789')],
        expect: { warnings: ['marker-missing'] },
      },
      {
        name: 'what waits beyond the limit is reasoning',
        input: '0123456789a',
        parts: [reasoning('0123456789a')],
        expect: { warnings: ['hold-limit', 'marker-missing'], closed: false },
      },
      {
        name: 'a marker after the limit counts',
        input: '0123456789a\n===FINAL===\n4',
        parts: [reasoning('0123456789a\n'), answer('\n4')],
        expect: { warnings: ['hold-limit'] },
      },
      {
        name: 'a marker at the limit',
        input: '012345678\n===FINAL===\n4',
        parts: [reasoning('012345678\n'), answer('\n4')],
        expect: { warnings: [] },
      },
    ]),
    ...by({ unclosed: 'reasoning', markerOccurrence: 'last' }, [
      {
        name: 'the last marker of two',
        input: 'a\n===FINAL===\nb\n===FINAL===\nc',
        expect: { reasoning: 'a\n===FINAL===\nb\n', answer: '\nc', warnings: [] },
      },
      { name: 'the last marker of one', input: 'a\n===FINAL===\nb', expect: { reasoning: 'a\n', answer: '\nb' } },
      { name: 'the last marker of none', input: 'a', parts: [reasoning('a')], expect: { warnings: ['marker-missing'] } },
    ]),
    ...by({ markerOccurrence: 'last', maxHeldChars: 10 }, [
      {
        name: 'too long after the last marker',
        input: 'a\n===FINAL===\n0123456789',
        parts: [reasoning('a\n===FINAL===\n0123456789')],
        expect: { warnings: ['hold-limit', 'marker-missing'] },
      },
      {
        name: 'too long after the first marker',
        input: 'a\n===FINAL===\n0123456789\n===FINAL===\n4',
        expect: { reasoning: 'a\n===FINAL===\n0123456789\n', answer: '\n4', warnings: ['hold-limit'] },
      },
      { name: 'none of two', input: 'a', parts: [answer('a')], expect: { warnings: ['marker-missing'] } },
    ]),
  ],
  { runs: runs(100), spelling: { open: '', close: '\n===FINAL===\n' } },
)

const phrases = ['Final Answer:', 'Endgültige Antwort:', '最终答案：']

describeConformance(
  marker({ endTag: phrases, unclosed: 'reasoning' }),
  [
    {
      name: 'a phrase at the start of a line',
      input: 'The Final Answer: field.\nFinal Answer: 42',
      expect: { reasoning: 'The Final Answer: field.\n', answer: ' 42', warnings: [] },
    },
    { name: 'in another language', input: 'Also.\nEndgültige Antwort: 42', expect: { reasoning: 'Also.\n', answer: ' 42' } },
    { name: 'in another script', input: '想一想。\n最终答案：四十二', expect: { reasoning: '想一想。\n', answer: '四十二' } },
    {
      name: 'in another case',
      input: 'a\nFINAL ANSWER: 42',
      expect: { reasoning: 'a\nFINAL ANSWER: 42', answer: '', warnings: ['marker-missing'], closed: false },
    },
    { name: 'no phrase', input: long, parts: [reasoning(long, { boundary: 'end-of-stream' })], expect: { warnings: ['marker-missing'] } },

    ...by({ endTag: phrases, caseInsensitive: true, unclosed: 'reasoning' }, [
      { name: 'in any case', input: 'groß ŉ\nFINAL ANSWER: 42', expect: { reasoning: 'groß ŉ\n', answer: ' 42' } },
      { name: 'in any case of letters beyond ASCII', input: 'a\nENDGÜLTIGE antwort: 42', expect: { reasoning: 'a\n', answer: ' 42' } },
      { name: 'letters that change their length', input: 'İİİ\nfinal answer: İ', expect: { reasoning: 'İİİ\n', answer: ' İ' } },
    ]),
    ...by({ endTag: ['Answer:', 'Answer: **'], unclosed: 'reasoning', markerLine: 'anywhere' }, [
      { name: 'the longer of two at one place', input: 'so Answer: **4**', expect: { reasoning: 'so ', answer: '4**' } },
      { name: 'the shorter of two at one place', input: 'so Answer: *4*', expect: { reasoning: 'so ', answer: ' *4*' } },
      { name: 'the longer of two, cut off', input: 'so Answer: *', expect: { reasoning: 'so ', answer: ' *' } },
    ]),
    ...by({ endTag: ['Final Answer:', '===FINAL==='], unclosed: 'reasoning' }, [
      { name: 'a marker in bold', input: 'so\n**Final Answer:** 42', expect: { reasoning: 'so\n**', answer: ' 42' } },
      { name: 'a bold marker before bold text', input: 'so\n**Final Answer: 42**', expect: { reasoning: 'so\n**', answer: ' 42**' } },
      { name: 'a marker as a heading', input: 'so\n## Final Answer: 42', expect: { reasoning: 'so\n## ', answer: ' 42' } },
      { name: 'a bold marker alone on its line', input: 'so\n**===FINAL===**\n42', expect: { reasoning: 'so\n**', answer: '\n42' } },
      { name: 'a bold marker in the middle of a line', input: 'I write **===FINAL===** later', expect: { answer: '' } },
    ]),
    ...by({ endTag: '===', markerLine: 'anywhere', markerOccurrence: 'last', unclosed: 'reasoning' }, [
      { name: 'a bold marker that is the last one', input: 'so **===** 42', expect: { reasoning: 'so **', answer: ' 42' } },
      {
        name: 'a marker behind a bold one, before bold text',
        input: 'so **======**42**',
        expect: { reasoning: 'so **===', answer: '**42**' },
      },
    ]),
    ...by({ endTag: '\n---\n', unclosed: 'reasoning' }, [
      { name: 'a marker with line breaks of its own', input: 'sum\n---\n4', expect: { reasoning: 'sum', answer: '4' } },
      { name: 'a marker that needs more line breaks than come', input: 'sum\n---', expect: { reasoning: 'sum\n---' } },
    ]),
    ...by({ endTag: ['ANSWER', '**ANSWER**'], unclosed: 'reasoning' }, [
      { name: 'a marker within a marker', input: 'so\n**ANSWER**\n4', expect: { reasoning: 'so\n', answer: '\n4' } },
      {
        name: 'a marker within a marker that does not stand alone',
        input: 'so\n**ANSWER** 4',
        expect: { reasoning: 'so\n**', answer: ' 4' },
      },
    ]),
  ],
  {
    name: 'marker, streaming, conforms',
    runs: runs(100),
    delimiters: phrases,
    longestDelimiter: 20,
    spelling: { open: '', close: '\nFinal Answer: ' },
  },
)

describeConformance(
  marker({ endTag: '===', markerLine: 'anywhere', unclosed: 'reasoning', trim: ['beforeClose', 'afterClose'] }),
  [
    { name: 'whitespace on both sides is taken away', input: 'a b \n ===\n\n 4 \n', parts: [reasoning('a b'), answer('4 \n')] },
    { name: 'whitespace that touches no marker stays', input: ' a \n\n b \n', parts: [reasoning(' a \n\n b \n')] },
    { name: 'nothing but whitespace', input: ' \n=== \n', parts: [reasoning('')], expect: { answer: '' } },
    {
      name: 'much whitespace',
      input: `a${' '.repeat(300)}b${'\n'.repeat(300)}===${'\t'.repeat(300)}4`,
      parts: [reasoning(`a${' '.repeat(300)}b`), answer('4')],
    },
    ...by({ endTag: '===', markerLine: 'anywhere', unclosed: 'reasoning', trim: ['newline1BeforeClose', 'newline1AfterClose'] }, [
      { name: 'one line feed on each side', input: 'a\n\n\n===\n\n4', parts: [reasoning('a\n\n'), answer('\n4')] },
      { name: 'no line feed', input: 'a===4\n', parts: [reasoning('a'), answer('4\n')] },
      { name: 'only a line feed', input: '\n===\n', parts: [reasoning('')], expect: { answer: '' } },
      { name: 'line feeds and no marker', input: 'a\n\n', parts: [reasoning('a\n\n')] },
    ]),
    ...by({ trim: ['beforeClose', 'afterClose'] }, [
      { name: 'trimmed after waiting', input: '\n a \n===FINAL===\n\n4\n', parts: [reasoning('\n a'), answer('4\n')] },
      { name: 'nothing to trim beside', input: '\n a \n', parts: [answer('\n a \n')] },
    ]),
    ...by({ trim: ['beforeClose', 'afterClose'], markerOccurrence: 'last' }, [
      {
        name: 'trimmed beside the last',
        input: 'a \n===FINAL===\n b \n===FINAL===\n c',
        expect: { reasoning: 'a \n===FINAL===\n b', answer: 'c' },
      },
    ]),
  ],
  { name: 'marker, trimming, conforms', runs: runs(100), delimiters: ['==='], longestDelimiter: 3, spelling: { open: '', close: '===' } },
)

describeConformance(
  marker({ onTimeout: 'reasoning' }),
  [{ name: 'a marker in time', input: 'a\n===FINAL===\n4', expect: { reasoning: 'a\n', answer: '\n4' } }],
  { name: 'marker with a clock conforms', runs: runs(100), spelling: { open: '', close: '\n===FINAL===\n' } },
)

describe('when the time is up', () => {
  const run = (options: MarkerOptions) => {
    const splitter = marker(options).createSplitter()
    const before = [...splitter.push('sum'), splitter.isUndecided!()]
    const parts = [...splitter.decide!('timeout')]
    return { before, parts, after: splitter.isUndecided!(), rest: [...splitter.push('\n===FINAL===\n4'), ...splitter.end()] }
  }

  test('text goes on waiting by default: the result does not hang on time', () => {
    const { before, parts, rest } = run({})
    expect([before, parts]).toEqual([[false], []])
    expect(rest.map(({ type }) => type)).toEqual(['block-start', 'delta', 'block-end', 'markup', 'block-start', 'delta', 'block-end'])
  })

  test('it becomes reasoning where that was asked for', () => {
    const { before, parts, after, rest } = run({ onTimeout: 'reasoning' })
    expect([before, after]).toEqual([[true], false])
    expect(parts).toEqual([
      expect.objectContaining({ type: 'warning', code: 'hold-limit' }),
      { type: 'block-start', block: 0, channel: 'reasoning' },
      { type: 'delta', block: 0, channel: 'reasoning', text: 'sum' },
    ])
    expect(rest.some((part) => part.type === 'delta' && part.channel === 'answer' && part.text === '\n4')).toBe(true)
  })
})

describe('a text that a limit cuts off before its marker', () => {
  const channels = (context: StreamContext, ending: Ending, text = 'The user wants a sum.') => {
    const splitter = marker().createSplitter(context)
    const { reasoning: thought, answer: said } = accumulated([...splitter.push(text), ...splitter.end(ending)])
    return { thought, said }
  }
  const sum = 'The user wants a sum.'

  test.each<[string, StreamContext, Ending, { thought: string; said: string }]>([
    ['stays hidden from a client that may not see reasoning', { guarded: true }, 'cut', { thought: sum, said: '' }],
    ['also up to a stop sequence that this client has set', { guarded: true }, 'stopped', { thought: sum, said: '' }],
    ['also where that client waits for all of it', { guarded: true, whole: true }, 'cut', { thought: sum, said: '' }],
    ['is the answer for other clients', {}, 'cut', { thought: '', said: sum }],
    ['is the answer where the model ended it', { guarded: true }, 'complete', { thought: '', said: sum }],
    ['is the answer beside calls', { guarded: true }, 'calls', { thought: '', said: sum }],
    ['is the answer where the wire had the reasoning', { guarded: true, wireReasoning: true }, 'cut', { thought: '', said: sum }],
  ])('%s', (_, context, ending, expected) => {
    expect(channels(context, ending)).toEqual(expected)
  })

  test('behind its marker it is the answer', () => {
    expect(channels({ guarded: true }, 'cut', 'sum\n===FINAL===\n4')).toEqual({ thought: 'sum\n', said: '\n4' })
  })
})

describe('options', () => {
  test.each([
    [{ endTgs: '#' }, /unknown option "endTgs" \(did you mean "endTag"\?\)/],
    [{ endTag: '' }, /endTag/],
    [{ endTag: [] }, /endTag/],
    [{ maxHeldChars: -1 }, /maxHeldChars/],
    [{ trim: ['all'] }, /trim/],
  ])('%j are refused', (options, message) => {
    expect(() => marker(options as MarkerOptions)).toThrow(message)
    expect(() => marker(options as MarkerOptions)).toThrow(ReasonError)
  })

  test('the default export makes the same adapter', () => {
    const made = createFromPlugin(plugin, { endTag: '##DONE##', markerLine: 'anywhere' })
    expect(made).toMatchObject({ kind: 'text', id: 'marker', signals: [] })
  })

  test.each<[string | string[], string[]]>([
    ['===FINAL===', ['===FINAL===']],
    [
      ['Final Answer:', '<|done|>', '###', '---', '**Answer**', '[1]', '[DONE]'],
      ['<|done|>', '[DONE]'],
    ],
  ])('of %j only markers that no other text has are signals', (endTag, signals) => {
    expect(marker({ endTag }).signals).toEqual(signals.map((text) => ({ text })))
  })

  test('what must wait is not promised to be short', () => {
    const holds = (options: MarkerOptions) => marker(options).capabilities.boundedHold
    expect([holds({}), holds({ unclosed: 'reasoning' }), holds({ unclosed: 'reasoning', markerOccurrence: 'last' })]).toEqual([
      false,
      true,
      false,
    ])
  })
})

test('text streams as it comes, on both sides of the marker', () => {
  const splitter = marker({ unclosed: 'reasoning' }).createSplitter()
  const texts = (piece: string) => splitter.push(piece).map((part) => ('text' in part ? part.text : part.type))
  expect(texts('sum')).toEqual(['block-start', 'sum'])
  expect(texts(' of all')).toEqual([' of all'])
  expect(texts('\n===FI')).toEqual(['\n'])
  expect(texts('NAL===')).toEqual([])
  expect(texts('\n4')).toEqual(['block-end', '===FINAL===', 'block-start', '\n4'])
  expect(texts('2')).toEqual(['2'])
})

test('the whole result', () => {
  expect(splitText('Let me see.\n===FINAL===\nParis', marker({ trim: ['beforeClose', 'afterClose'] }))).toMatchObject({
    reasoning: 'Let me see.',
    answer: 'Paris',
    closed: true,
    warnings: [],
  })
})
