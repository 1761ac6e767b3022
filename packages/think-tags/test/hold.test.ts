import { describeConformance } from '@reason/conformance/vitest'
import { answer, reasoning } from '@reason/conformance'
import { collect, type Part } from '@reason/core'
import { describe, expect, test } from 'vitest'
import { thinkTags } from '../src/index.ts'

const think = { startTag: '<think>', endTag: '</think>' } as const
const hold = thinkTags({ ...think, startsInReasoning: 'hold', maxHeldChars: 10 })

describeConformance(
  hold,
  [
    {
      name: 'at the limit the text is reasoning: nothing doubtful is shown',
      input: '0123456789 and more</think>4',
      parts: [reasoning('0123456789 and more', { boundary: 'closer' }), answer('4')],
      expect: { warnings: ['hold-limit'] },
    },
    {
      name: 'a delimiter that begins before the limit still decides',
      input: '012345678<think>a</think>b',
      parts: [answer('012345678'), reasoning('a'), answer('b')],
      expect: { warnings: [] },
    },
    {
      name: 'one that begins at the limit does not',
      input: '0123456789<think>a</think>b',
      parts: [reasoning('0123456789<think>a'), answer('b')],
      expect: { warnings: ['hold-limit'] },
    },
    {
      name: 'at the limit the text is answer where that was asked for',
      input: '0123456789 and more<think>a</think>4',
      adapter: thinkTags({ ...think, startsInReasoning: 'hold', maxHeldChars: 10, onHoldLimit: 'answer' }),
      parts: [answer('0123456789 and more'), reasoning('a'), answer('4')],
      expect: { warnings: ['hold-limit'] },
    },
    {
      name: 'a block that is too long to wait for its closer is reasoning, also when unclosed ones were to be answer',
      input: '<think>0123456789 and more',
      adapter: thinkTags({ ...think, unclosed: 'answer', maxHeldChars: 10 }),
      parts: [reasoning('0123456789 and more', { boundary: 'end-of-stream' })],
      expect: { warnings: ['hold-limit', 'unclosed'] },
    },
    {
      name: 'an answer that is too long to wait for a later marker is reasoning',
      input: 'a FINAL 0123456789 and more',
      adapter: thinkTags({ startTag: null, endTag: 'FINAL', startsInReasoning: true, markerOccurrence: 'last', maxHeldChars: 10 }),
      parts: [reasoning('a FINAL 0123456789 and more')],
      expect: { warnings: ['hold-limit', 'marker-missing'] },
    },
    {
      name: 'what followed a marker that was refused at the limit stands on the line where it stood',
      input: '\nFINALFINAL 0123456789\n',
      adapter: thinkTags({
        startTag: null,
        endTag: 'FINAL',
        startsInReasoning: true,
        markerOccurrence: 'last',
        markerLine: 'start',
        maxHeldChars: 10,
      }),
      parts: [reasoning('\nFINALFINAL 0123456789\n')],
    },
    {
      name: 'so it does behind a later marker that was refused',
      input: 'FINAL\nFINALFINAL 0123456789\n',
      adapter: thinkTags({
        startTag: null,
        endTag: 'FINAL',
        startsInReasoning: true,
        markerOccurrence: 'last',
        markerLine: 'start',
        maxHeldChars: 10,
      }),
      parts: [reasoning('FINAL\nFINALFINAL 0123456789\n')],
    },
    {
      name: 'text that was held stands on the lines where it stood when it is read again',
      input: 'aFINAL\nFINALb',
      adapter: thinkTags({ startTag: null, endTag: 'FINAL', startsInReasoning: 'hold', markerLine: 'start' }),
      parts: [reasoning('aFINAL\n', { boundary: 'orphan' }), answer('b')],
    },
    {
      name: 'a code span that is too long to wait for its end is none',
      input: 'a `<think>0123456789 and more`',
      adapter: thinkTags({ ...think, codeAware: true, maxHeldChars: 10 }),
      parts: [answer('a `'), reasoning('0123456789 and more`')],
      expect: { warnings: ['hold-limit', 'unclosed'] },
    },
  ],
  { delimiters: ['<think>', '</think>'], runs: 60 },
)

describe('holding', () => {
  test('lets nothing out before the start is decided', () => {
    const splitter = thinkTags({ ...think, startsInReasoning: 'hold' }).createSplitter()
    expect(splitter.isUndecided!()).toBe(false)
    expect([splitter.push('2+2'), splitter.push('</thin')]).toEqual([[], []])
    expect(splitter.isUndecided!()).toBe(true)
    expect(splitter.push('k>')[0]).toEqual({ type: 'block-start', block: 0, channel: 'reasoning' })
    expect(splitter.isUndecided!()).toBe(false)
  })

  test.each([
    ['reasoning', { reasoning: '2+2 <', answer: '4' }],
    ['answer', { reasoning: '', answer: '2+2 <4' }],
  ] as const)('when time runs out, what is held becomes %s', async (onHoldLimit, expected) => {
    const splitter = thinkTags({ ...think, onHoldLimit }).createSplitter({ start: 'unknown' })
    const parts: Part[] = [...splitter.push('2+2 <'), ...splitter.decide!('timeout'), ...splitter.push('</think>4'), ...splitter.end()]
    const { reasoning: hidden, answer: shown, warnings } = await collect(parts)
    expect({ reasoning: hidden, answer: shown }).toEqual(expected)
    expect(warnings.map(({ code }) => code)).toContain('fallback')
    expect(splitter.decide!('timeout')).toEqual([])
  })

  test.each([
    ['reasoning', { reasoning: 'ab', answer: '<tool_call>{}</tool_call>c' }],
    ['answer', { reasoning: 'a', answer: '<tool_call>{}</tool_call>bc' }],
  ] as const)('when time runs out behind a call that cut a thought off, what is held becomes %s', async (onHoldLimit, expected) => {
    const splitter = thinkTags({ model: 'glm-4.7', onHoldLimit }).createSplitter()
    const parts: Part[] = [...splitter.push('a<tool_call>{}</tool_call>')]
    expect(splitter.isUndecided!()).toBe(false)
    expect(splitter.push('b</thi')).toEqual([])
    expect(splitter.isUndecided!()).toBe(true)
    parts.push(...splitter.decide!('timeout'))
    expect(splitter.isUndecided!()).toBe(false)
    parts.push(...splitter.push('nk>c'), ...splitter.end())
    const { reasoning: hidden, answer: shown, warnings } = await collect(parts)
    expect({ reasoning: hidden, answer: shown }).toEqual(expected)
    expect(warnings.map(({ code }) => code)).toContain('fallback')
  })

  test.each([
    [true, []],
    [false, ['Four']],
  ])('behind an empty first closer, text waits where the model may be thinking (%s)', (thinking, texts) => {
    const splitter = thinkTags({ family: 'deepseek_v4' }).createSplitter({ start: 'answer', thinking })
    const parts = [...splitter.push('</think>'), ...splitter.push('Four')]
    expect(parts.flatMap((part) => (part.type === 'delta' ? [part.text] : []))).toEqual(texts)
  })

  test('under a trim policy, keeps whitespace back only until more text comes', () => {
    const splitter = thinkTags({ ...think, trim: ['beforeClose'] }).createSplitter()
    splitter.push('<think>')
    expect(splitter.push('a \n')).toMatchObject([{ type: 'delta', text: 'a' }])
    expect(splitter.push('\n')).toEqual([])
    expect(splitter.push('b').map((part) => (part.type === 'delta' ? part.text : part.type))).toEqual([' \n\n', 'b'])
  })

  test('keeps one newline back where one may have to go', () => {
    const splitter = thinkTags({ ...think, trim: ['newline1BeforeClose'] }).createSplitter()
    splitter.push('<think>')
    expect([splitter.push('\n'), splitter.push('\n').at(-1), splitter.push('\n').at(-1)]).toEqual([
      [],
      { type: 'delta', block: 0, channel: 'reasoning', text: '\n' },
      { type: 'delta', block: 0, channel: 'reasoning', text: '\n' },
    ])
  })

  test('hands plain text on as the very string that came', () => {
    const splitter = thinkTags().createSplitter()
    splitter.push('<think>a')
    expect(splitter.push('plain text')).toEqual([{ type: 'delta', block: 0, channel: 'reasoning', text: 'plain text' }])
  })

  test('of a whole text holds no more than 10,000 parts that are no text, whatever its pieces are', () => {
    const context = { model: 'brand-new-7b', whole: true, guarded: true } as const
    const blocks = '<think>a</think>b'.repeat(5000)
    for (const size of [1, 7, blocks.length]) {
      const splitter = thinkTags().createSplitter(context)
      const parts: Part[] = []
      for (let at = 0; at < blocks.length; at += size) parts.push(...splitter.push(blocks.slice(at, at + size)))
      expect(parts.filter(({ type }) => type === 'warning')).toMatchObject([{ code: 'hold-limit' }])
      expect(answerOf([...parts, ...splitter.end()])).toBe('')
    }
    const few = thinkTags().createSplitter(context)
    expect(few.push('<think>a</think>b'.repeat(1000))).toEqual([])
    expect(answerOf(few.end())).toBe('b'.repeat(1000))
  })
})

const answerOf = (parts: readonly Part[]): string =>
  parts.map((part) => (part.type === 'delta' && part.channel === 'answer' ? part.text : '')).join('')

describe('an answer that a server has split', () => {
  const context = { origin: {}, wireReasoning: true }

  test.each([
    ['It is 51.', 'It is 51.'],
    ['<table><td>51</td></table>', '<table><td>51</td></table>'],
    ['so 51</think>It is <b>51</b>.', 'It is <b>51</b>.'],
  ])('is held as a whole, and is an answer at the limit: %s', async (text, shown) => {
    for (const guarded of [false, true]) {
      const splitter = thinkTags().createSplitter({ ...context, guarded, whole: true })
      const held = [...splitter.push(text), ...splitter.decide!('wire')]
      expect(held).toEqual([])
      const parts = [...splitter.decide!('limit')]
      expect(answerOf(parts)).toContain('51')
      parts.push(...splitter.push(' Bye.'))
      expect(answerOf(parts)).toContain('Bye.')
      parts.push(...splitter.end())
      // A client that may see reasoning gets a closer in a sentence as text.
      expect((await collect(parts)).answer).toBe(`${guarded || !text.startsWith('so') ? shown : text} Bye.`)
    }
  })

  test('may be code before its first delimiter', () => {
    const splitter = thinkTags().createSplitter(context)
    splitter.push('Run:\n```sh\nnpm')
    expect(splitter.isInCode!()).toBe(true)
    splitter.push(' test\n```\n')
    expect(splitter.isInCode!()).toBe(false)
  })
})
