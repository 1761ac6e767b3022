import type { Part } from '@reason/core'
import { describe, expect, it, vi } from 'vitest'
import { createAnswerBounds, TooLargeError } from '../../src/bounds/answer-bounds.ts'
import { AnswerTranslation } from '../../src/relay/attempt/translation.ts'
import { createFormats } from '../../src/upstreams/formats.ts'

const { wire, registry } = createFormats({ reasoningField: 'reasoning_content', upstreamFormat: 'openai-chat' })

const translationOf = (framing: 'sse' | 'json', context = {}, keepsAll = false): AnswerTranslation =>
  new AnswerTranslation({
    wire: wire('openai-chat'),
    resolution: registry.resolve({ model: 'qwen3-8b', hints: { adapter: 'think-tags' } }),
    context,
    reader: {},
    framing,
    limit: 1e9,
    bounds: createAnswerBounds(1, false, keepsAll),
  })

/** Its parts, as they came out one slice after another. */
function slicesOf(translation: AnswerTranslation, body: string, isWhole: boolean): Part[][] {
  const slices = [[...translation.push(Buffer.from(body))]]
  goOn()
  if (isWhole) translation.close()
  goOn()
  return [...slices, [...translation.end()]]

  function goOn(): void {
    while (translation.isBehind()) slices.push([...translation.goOn()])
  }
}

const weightOf = (parts: readonly Part[]): number => parts.reduce((sum, part) => sum + 1 + ('text' in part ? part.text.length / 32 : 0), 0)

const textIn = (parts: readonly Part[], channel: string): string =>
  parts.map((part) => (part.type === 'delta' && part.channel === channel && part.inserted !== true ? part.text : '')).join('')

const choiceOf = (delta: object, finish: string | null = null): string =>
  JSON.stringify({ choices: [{ index: 0, delta, finish_reason: finish }] })
const streamed = (...deltas: object[]): string =>
  `${deltas.map((delta) => `data: ${choiceOf(delta)}\n\n`).join('')}data: ${choiceOf({}, 'stop')}\n\ndata: [DONE]\n\n`
const whole = (message: object, more = {}): string =>
  JSON.stringify({ choices: [{ index: 0, message: { role: 'assistant', ...message }, finish_reason: 'stop' }], ...more })

const prose = 'The model thinks about 😀 and answers. '.repeat(30_000)
const tags = '<think>a</think>b'.repeat(900)

describe('much work comes in slices, and says the same', () => {
  it.each<[string, 'sse' | 'json', string, string, string]>([
    ['a long text in one event', 'sse', streamed({ content: prose }), '', prose],
    ['a long thought in one event', 'sse', streamed({ reasoning_content: prose }, { content: 'Hi.' }), prose, 'Hi.'],
    ['many tags in one event', 'sse', streamed({ content: tags }), 'a'.repeat(900), 'b'.repeat(900)],
    ['many events at once', 'sse', streamed(...Array.from({ length: 3000 }, () => ({ content: 'x' }))), '', 'x'.repeat(3000)],
    ['many events of nothing at all', 'sse', 'data: {"choices":[]}\n\n'.repeat(3000) + streamed({ content: 'x' }), '', 'x'],
    ['many events that say nothing', 'sse', 'data: {}\n\n'.repeat(3000) + streamed({ content: 'x' }), '', 'x'],
    ['a whole answer', 'json', whole({ content: prose }), '', prose],
    ['a whole answer of many tags', 'json', whole({ content: tags }), 'a'.repeat(900), 'b'.repeat(900)],
    [
      'a whole answer of escapes',
      'json',
      whole({ content: '' }).replace('""', `"${'\\u0041\\"'.repeat(60_000)}"`),
      '',
      'A"'.repeat(60_000),
    ],
  ])('%s', (_, framing, body, reasoning, answer) => {
    const slices = slicesOf(translationOf(framing), body, framing === 'json')
    const parts = slices.flat()
    expect([textIn(parts, 'reasoning') === reasoning, textIn(parts, 'answer') === answer]).toEqual([true, true])
    expect(parts.slice(-2)).toMatchObject([{ type: 'finish', reason: 'stop' }, { type: 'end' }])
    expect(slices.length).toBeGreaterThan(4)
    // A slice ends with the part that makes it one.
    expect(Math.max(...slices.map(weightOf))).toBeLessThan(500 + 16_384 / 32 + 1)
  })

  it('few events that take long', () => {
    let now = 0
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => (now += 8))
    const body = streamed(...Array.from({ length: 400 }, () => ({ content: 'x' })))
    const slices = slicesOf(translationOf('sse'), body, false)
    clock.mockRestore()
    expect(textIn(slices.flat(), 'answer')).toBe('x'.repeat(400))
    expect(slices.length).toBeGreaterThan(5)
  })

  it('a text that waits for its end, where no thought may show', () => {
    const slices = slicesOf(
      translationOf('json', { guarded: true, whole: true, origin: {} }),
      whole({ content: `${prose}</think>${prose}` }),
      true,
    )
    expect(textIn(slices.flat(), 'answer') === prose).toBe(true)
    expect(Math.max(...slices.map(weightOf))).toBeLessThan(500 + 16_384 / 32 + 1)
  })

  it('several long parts in one event, and what comes later', () => {
    const translation = translationOf('sse')
    const [reasoning_content, content, more] = ['r', 'a', 'b'].map((unit) => unit.repeat(15_000))
    const parts: Part[] = []
    for (const delta of [{ reasoning_content, content, refusal: more }, { content: 'late' }, { content: prose }]) {
      parts.push(...translation.push(Buffer.from(`data: ${choiceOf(delta)}\n\n`)))
      // Bounded, so that what never ends fails.
      for (let slice = 0; slice < 1000 && translation.isBehind(); slice++) parts.push(...translation.goOn())
    }
    expect(textIn(parts, 'reasoning') === reasoning_content).toBe(true)
    expect(textIn(parts, 'answer') === `${content}${more}late${prose}`).toBe(true)
  })

  it('a long text behind a comment, which is no comment', () => {
    const translation = translationOf('sse')
    translation.push(Buffer.from(': ping\n\n'))
    expect(translation.wasComment()).toBe(true)
    translation.push(Buffer.from(streamed({ content: prose })))
    expect(translation.wasComment()).toBe(false)
  })

  it('long JSON that is cut', () => {
    const slices = slicesOf(translationOf('sse'), `data: {"choices":[{"delta":{"content":"${'x'.repeat(400_000)}\n\n`, false)
    expect(slices.flat()).toContainEqual(expect.objectContaining({ type: 'warning', code: 'invalid-json' }))
  })
})

describe('what is as much as models send in one read', () => {
  it.each<[string, string]>([
    ['some hundred tokens', streamed(...Array.from({ length: 300 }, (_, at) => ({ content: `token ${at} ` })))],
    ['an event of some kilobytes', streamed({ content: 'x'.repeat(10_000) })],
  ])('comes at once: %s', (_, body) => {
    const translation = translationOf('sse')
    const clock = vi.spyOn(performance, 'now').mockReturnValue(0)
    expect(translation.push(Buffer.from(body)).length).toBeGreaterThan(2)
    clock.mockRestore()
    expect(translation.isBehind()).toBe(false)
  })
})

describe('limits hold in slices, too', () => {
  const listOf = (count: number): object[] => Array.from({ length: count }, () => ({ a: 1 }))
  it.each<[string, string, string]>([
    ['blocks', whole({ content: '<think>a</think>b'.repeat(10_000) }), 'more than 2500 blocks'],
    ['objects', whole({ content: 'x' }, { list: listOf(10_001) }), 'a list of more than 10000 objects'],
    [
      'choices',
      JSON.stringify({ choices: Array.from({ length: 400 }, (_, index) => ({ index, message: { content: 'a long text' } })) }),
      'more than 16 choices',
    ],
  ])('%s', (_, body, message) => {
    expect(() => slicesOf(translationOf('json'), body, true)).toThrow(new TooLargeError(message))
  })

  it.each([
    ['short events', '[],'.repeat(5000), 400],
    ['long events', '[],'.repeat(9000), 223],
    ['events that nest', '['.repeat(190) + ']'.repeat(190) + ',', 21_000],
  ])('values of %s that are kept', (_, values, count) => {
    const body = `data: {"x":[${values}1]}\n\n`.repeat(count)
    const excess = new TooLargeError('more than 4000000 values in all events')
    expect(() => slicesOf(translationOf('sse', {}, true), body, false)).toThrow(excess)
    expect(slicesOf(translationOf('sse'), body, false).flat().at(-1)).toEqual({ type: 'end' })
  })

  it('characters of a signature whose pieces wait in the reader', () => {
    const translation = new AnswerTranslation({
      wire: wire('anthropic-messages'),
      resolution: registry.resolve({ model: 'claude', hints: { adapter: 'plain' } }),
      context: {},
      reader: {},
      framing: 'sse',
      limit: 1e9,
      bounds: createAnswerBounds(1, false, false, 100_000),
    })
    const event = (fields: object): Buffer => Buffer.from(`data: ${JSON.stringify(fields)}\n\n`)
    translation.push(event({ type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '' } }))
    const piece = event({ type: 'content_block_delta', index: 0, delta: { type: 'signature_delta', signature: 'A'.repeat(10_000) } })
    expect(() => {
      for (let count = 0; count < 20; count++) translation.push(piece)
    }).toThrow(/^more than 100000 characters in events that are kept/)
  })

  it('and what came before is said, so that what ends has begun', () => {
    const translation = translationOf('sse')
    const parts: Part[] = []
    expect(() => {
      parts.push(...translation.push(Buffer.from(streamed({ content: '<think>a</think>b'.repeat(10_000) }))))
      while (translation.isBehind()) parts.push(...translation.goOn())
    }).toThrow(new TooLargeError('more than 2500 blocks'))
    parts.push(...translation.fail('too many', 'bad'))
    const blocksOf = (type: Part['type']): unknown[] => parts.flatMap((part) => (part.type === type && 'block' in part ? [part.block] : []))
    expect(blocksOf('block-end')).toEqual(blocksOf('block-start'))
    expect(parts.slice(-2)).toMatchObject([{ type: 'error' }, { type: 'end' }])
  })

  it('and the same text comes before it, however the body is cut', () => {
    const event = JSON.stringify({ choices: [{ index: 0, delta: { content: 'x' }, logprobs: { content: [{ token: 'x', logprob: -1 }] } }] })
    const body = Buffer.from(`data: ${event}\n\n`.repeat(20))
    const textOf = (size: number): string => {
      const translation = new AnswerTranslation({
        wire: wire('openai-chat'),
        resolution: registry.resolve({ model: 'm', hints: { adapter: 'plain' } }),
        context: {},
        reader: {},
        framing: 'sse',
        limit: 1e9,
        bounds: createAnswerBounds(1, false, true, event.length * 5),
      })
      const parts: Part[] = []
      expect(() => {
        for (let at = 0; at < body.length; at += size) parts.push(...translation.push(body.subarray(at, at + size)))
      }).toThrow(TooLargeError)
      return textIn([...parts, ...translation.fail('too much', 'bad')], 'answer')
    }
    expect([1, 150, body.length].map(textOf)).toEqual(['xxxxx', 'xxxxx', 'xxxxx'])
  })

  it('and a part that exceeds a bound is left out, with those behind it', () => {
    const call = (index: number): object => ({ index, id: `c${index}`, type: 'function', function: { name: 'f', arguments: '{}' } })
    const calls = { tool_calls: Array.from({ length: 1001 }, (_, index) => call(index)) }
    const events = calls.tool_calls.map((one) => `data: ${choiceOf({ tool_calls: [one] })}\n\n`)
    for (const bodies of [events, [events.slice(0, 500).join(''), events.slice(500).join('')]]) {
      const translation = translationOf('sse')
      const parts: Part[] = []
      expect(() => {
        for (const one of bodies) {
          parts.push(...translation.push(Buffer.from(one)))
          while (translation.isBehind()) parts.push(...translation.goOn())
        }
      }).toThrow('more than 1000 calls')
      parts.push(...translation.fail('too many', 'bad'))
      expect(parts.filter(({ type }) => type === 'tool-call-start')).toHaveLength(1000)
    }
  })

  it('and one that fails behind its end has both, the error and the end', () => {
    const translation = translationOf('sse')
    translation.push(Buffer.from(streamed({ content: 'x' })))
    translation.close()
    expect(translation.fail('too many', 'bad')).toMatchObject([{ type: 'error' }, { type: 'end' }])
  })

  it('and a stream that exceeds one ends with the error', () => {
    const translation = translationOf('sse')
    const choices = Array.from({ length: 40 }, (_, index) => ({ index, delta: { content: 'text' }, finish_reason: null }))
    expect(() => translation.push(Buffer.from(`data: ${JSON.stringify({ choices })}\n\n`))).toThrow(TooLargeError)
    expect(translation.fail('too many', 'bad').slice(-2)).toMatchObject([{ type: 'error' }, { type: 'end' }])
  })
})
