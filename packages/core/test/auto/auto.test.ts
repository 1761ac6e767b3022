import { createAccumulator, splitText, type Part, type StreamContext } from '@reason/core'
import { auto, plain } from '@reason/core/adapter'
import { startsIn } from '@reason/core/start'
import { describe, expect, it } from 'vitest'
import { tags } from '../tags.ts'

const automatic = auto({ candidates: [tags()], maxHeldChars: 16 })
/** One whose signals come late to what does not know them. */
const late = auto({ candidates: [tags()], fallback: plain(), maxHeldChars: 16 })
const long = 'no structure at all in here'

/** The result of any cutting must be that of the whole. */
function everyWay(text: string, adapter = automatic, context: StreamContext = {}) {
  const whole = splitText(text, adapter, context)
  for (let size = 1; size < text.length; size++) {
    const accumulator = createAccumulator()
    const splitter = adapter.createSplitter(context)
    for (let from = 0; from < text.length; from += size) splitter.push(text.slice(from, from + size)).forEach(accumulator.push)
    splitter.end().forEach(accumulator.push)
    expect(accumulator.snapshot()).toEqual(whole)
  }
  return whole
}

const codes = (result: ReturnType<typeof splitText>) => result.warnings.map(({ code }) => code)

describe('auto', () => {
  it('takes the format of the first signal', () => {
    const result = everyWay('Hm <r>a</r>b')
    expect(result).toMatchObject({ reasoning: 'a', answer: 'Hm b' })
    expect(codes(result)).toEqual([])
  })

  it('takes text before a closing signal as reasoning', () => {
    expect(everyWay('Hm</r>b')).toMatchObject({ reasoning: 'Hm', answer: 'b' })
  })

  it('ignores a token of another format in code', () => {
    const other = tags({ id: 'other', capabilities: { streaming: true }, signals: [{ text: '<o>' }] })
    const readers = [true, false].map((isInCode) =>
      tags({ createSplitter: (context) => ({ ...tags().createSplitter(context), isInCode: () => isInCode }) }),
    )
    for (const text of ['Hm ``` <o>', `${long}<o>`, `${long}<o>${long}<o>`, '~~~ <o> <o>']) {
      const [inCode, outside] = readers.map((reader) => everyWay(text, auto({ candidates: [reader, other], maxHeldChars: 16 })))
      expect(inCode).toMatchObject({ answer: text })
      expect(codes(inCode!)).toEqual(['fallback'])
      expect(codes(outside!)).not.toEqual(['fallback'])
    }
    // Nothing stands before it.
    expect(codes(everyWay('<o>', auto({ candidates: [readers[0]!, other] })))).toEqual([])
  })

  it('leaves JSON of a grammar to the adapter for tags, and a token in a string of it', () => {
    const other = tags({
      id: 'other',
      capabilities: { streaming: true },
      signals: [{ text: '<o>' }],
      createSplitter: () => tags().createSplitter({ start: 'reasoning' }),
    })
    const adapter = auto({ candidates: [tags(), other] })
    const json = '{"a": "to <o>", "b": [1]}'
    expect(everyWay(json, adapter)).toMatchObject({ reasoning: json, answer: '' })
    expect(everyWay(json, adapter, { grammar: true })).toMatchObject({ reasoning: '', answer: json, warnings: [] })
    const followed = everyWay(`${json}<o>x`, adapter, { grammar: true })
    expect(followed).toMatchObject({ reasoning: '<o>x', answer: json })
    expect(codes(followed)).toEqual(['late-structure'])
    expect(everyWay('{no JSON} <o>', adapter, { grammar: true })).toMatchObject({ answer: '' })
  })

  it('counts the calls of a late format on from those of the fallback', () => {
    const calling = (id: string) =>
      tags({
        id,
        capabilities: { streaming: true, toolCalls: true },
        signals: [{ text: `<${id}>` }],
        createSplitter: () => ({
          push: (name) => [
            { type: 'tool-call-start', call: 0, name },
            { type: 'tool-call-end', call: 0, boundary: 'closer' },
          ],
          end: () => [],
        }),
      })
    const splitter = auto({ candidates: [calling('late')], fallback: calling('early'), maxHeldChars: 2 }).createSplitter()
    const parts = [...splitter.push('first'), ...splitter.push('<late>second'), ...splitter.end()]
    expect(parts.flatMap((part) => (part.type === 'tool-call-start' ? [[part.call, part.name]] : []))).toEqual([
      [0, 'first'],
      [1, '<late>second'],
    ])
  })

  it('takes a token after code that ended in an earlier piece', () => {
    const other = tags({ id: 'other', capabilities: { streaming: true }, signals: [{ text: '<o>' }] })
    const reader = tags({
      createSplitter(context) {
        const inner = tags().createSplitter(context)
        let text = ''
        return { ...inner, push: (piece) => inner.push(((text += piece), piece)), isInCode: () => text.split('```').length % 2 === 0 }
      },
    })
    const adapter = auto({ candidates: [reader, other], maxHeldChars: 64 })
    for (const text of ['``` <o> ``` <o>', 'Hm ``` <o> <o> ``` and <o>']) expect(codes(everyWay(text, adapter))).toEqual([])
    expect(codes(everyWay('``` <o> ``` ``` <o>', adapter))).toEqual(['fallback'])
  })

  it('falls back once, with a warning, if the window is full', () => {
    const result = everyWay(long)
    expect(result).toMatchObject({ reasoning: '', answer: long })
    expect(codes(result)).toEqual(['fallback'])
  })

  it('falls back at the end of a short text', () => {
    expect(codes(everyWay('Hello'))).toEqual(['fallback'])
    expect(codes(everyWay(''))).toEqual([])
  })

  it('counts the window up to the start of the signal', () => {
    expect(everyWay('0123456789abcde<r>x</r>')).toMatchObject({ reasoning: 'x', answer: '0123456789abcde' })
    expect(codes(everyWay('0123456789abcdef<r>x</r>', late))).toEqual(['fallback', 'late-structure'])
  })

  it('removes structure that comes late', () => {
    const result = everyWay(`${long}<r>a</r>b<call>c</call>`, late)
    expect(result).toMatchObject({ reasoning: 'a', answer: `${long}b`, toolCalls: [{ arguments: 'c' }] })
    expect(codes(result)).toEqual(['fallback', 'late-structure'])
    expect(result.items.map((item) => (item.type === 'block' ? item.channel : item.type))).toEqual([
      'answer',
      'reasoning',
      'answer',
      'tool-call',
    ])
  })

  it('leaves late tags to the tag adapter', () => {
    const result = everyWay(`${long}<r>a</r>b`)
    expect(result).toMatchObject({ reasoning: 'a', answer: `${long}b` })
    expect(codes(result)).toEqual(['fallback'])
  })

  it.each([
    ['', ''],
    ['', long],
    ['"', ''],
    ['`', long],
  ])('takes no token after a mark of %j as structure, after %j', (mark, before) => {
    const tokens = auto({ candidates: [tags({ id: 'tokens', capabilities: {} })], maxHeldChars: 16 })
    const text = `${before}a ${mark}<r>${mark} b`
    expect(everyWay(text, tokens).reasoning).toBe(mark === '' ? ' b' : '')
    if (mark !== '') expect(everyWay(text, tokens).answer).toBe(text)
  })

  it('drops a closing signal that comes late', () => {
    expect(everyWay(`${long}</r>b`)).toMatchObject({ reasoning: '', answer: `${long}b` })
  })

  it('decides when the time is up, and only once', () => {
    const splitter = automatic.createSplitter()
    expect(splitter.isUndecided!()).toBe(false)
    expect(splitter.push('Hm')).toEqual([])
    expect(splitter.isUndecided!()).toBe(true)
    const types = (parts: readonly Part[]) => parts.map(({ type }) => type)
    expect(types(splitter.decide!('timeout'))).toEqual(['warning', 'block-start', 'delta'])
    expect(splitter.isUndecided!()).toBe(false)
    expect(splitter.decide!('timeout')).toEqual([])
  })

  it('has nothing to decide without held text, and after an empty stream', () => {
    const early = automatic.createSplitter()
    expect(early.decide!('timeout')).toEqual([])
    expect(early.push('<r>a</r>b').filter(({ type }) => type === 'warning')).toEqual([])
    const empty = automatic.createSplitter()
    expect(empty.end()).toEqual([])
    expect(empty.decide!('timeout')).toEqual([])
  })

  it('does not make text wait when the wire has split already', () => {
    const splitter = automatic.createSplitter({ wireReasoning: true })
    expect(splitter.push('Hm').at(-1)).toMatchObject({ type: 'delta', text: 'Hm' })
  })

  it('waits for the whole text if the client may not see reasoning, and gives it in one piece', () => {
    for (const context of [{}, { wireReasoning: true }]) {
      const whole = { ...context, guarded: true, whole: true }
      const result = splitText(`${long}</r>b`, automatic, whole)
      expect(result).toMatchObject({ reasoning: long, answer: 'b' })
      expect(codes(result)).toEqual([])
      expect(splitText(long, automatic, whole)).toMatchObject({ reasoning: '', answer: long })
    }
    expect(codes(splitText(long, automatic, { guarded: true, whole: true }))).toEqual(['fallback'])
    expect(codes(splitText(long, automatic, { guarded: true, whole: true, wireReasoning: true }))).toEqual([])
  })

  it('hides everything before a signal if the text is known to begin in reasoning', () => {
    const start = 'reasoning'
    expect(splitText('just thinking', automatic, { start })).toMatchObject({ reasoning: 'just thinking', answer: '', closed: false })
    const result = splitText(`${long}</r>b`, automatic, { start })
    expect(result).toMatchObject({ reasoning: long, answer: 'b' })
    expect(codes(result)).toEqual([])
    expect(automatic.createSplitter({ start }).push('a').at(-1)).toMatchObject({ channel: 'reasoning', text: 'a' })
  })

  it('takes the format at the end of the prompt', () => {
    const prompted = tags({
      createSplitter: (context) => tags().createSplitter({ start: context?.prefill === '<r>' ? 'reasoning' : 'answer' }),
    })
    const adapter = auto({ candidates: [prompted], maxHeldChars: 16 })
    expect(splitText(`${long}</r>b`, adapter, { prefill: '<r>' })).toMatchObject({ reasoning: long, answer: 'b' })
  })

  it.each([
    ['at once', '<r>a', {}],
    ['late', `${long}<r>a`, {}],
    ['in the prompt', 'a', { prefill: '<r>' }],
  ])('passes the format that shows %s its own context', (_, text, context) => {
    const seen: unknown[] = []
    const candidate = tags({
      createSplitter(given) {
        seen.push(given?.options)
        return tags().createSplitter(given)
      },
    })
    splitText(text, auto({ candidates: [candidate], options: { tags: { family: 'x' }, other: 1 }, maxHeldChars: 16 }), context)
    expect(seen).toEqual([{ family: 'x' }])
  })

  it.each([
    ['at once', startsIn('reasoning', 'closers seen')],
    ['past the limit', { ...startsIn('reasoning', 'contradictory'), start: 'unknown', maxHeldChars: 8 } as const],
  ])('follows the start plan of the tag adapter for reasoning, %s', (_, plan) => {
    const seen: unknown[] = []
    const candidate = tags({
      start: () => plan,
      createSplitter(given) {
        seen.push(given?.start)
        return tags().createSplitter({ start: 'reasoning' })
      },
    })
    expect(splitText(long, auto({ candidates: [candidate] }), { origin: {} })).toMatchObject({ reasoning: long, answer: '' })
    expect(seen).toEqual([undefined])
  })

  it('falls back to the configured adapter', () => {
    const inverse = tags({ id: 'inverse', createSplitter: () => tags().createSplitter({ start: 'reasoning' }) })
    expect(splitText(long, auto({ candidates: [tags()], fallback: inverse, maxHeldChars: 4 }))).toMatchObject({
      reasoning: long,
      answer: '',
    })
  })
})
