import { SpanStatusCode } from '@opentelemetry/api'
import type { Part, Stage } from '@reason/core'
import type { Redactor } from '@reason/core/pipeline'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { createContent } from '../src/content.ts'
import type { OtelRequest } from '../src/index.ts'
import { block, setup, stop } from './setup.ts'

const call: Part[] = [
  { type: 'tool-call-start', call: 0, id: 'c1', name: 'weather' },
  { type: 'tool-call-delta', call: 0, text: '{"city":' },
  { type: 'tool-call-delta', call: 0, text: '"Paris"}' },
  { type: 'tool-call-end', call: 0 },
]
const turn: Part[] = [...block(0, 'reasoning', 'a secret thought'), ...block(1, 'answer', 'my secret'), ...call, ...stop]

/** Replaces a word, also where it comes in pieces. */
const word = (secret: string): Redactor => {
  const redact = (text: string) => ({ text: text.replaceAll(secret, '[redacted]'), counts: {}, redactions: [] })
  return {
    id: 'test',
    redact,
    stream() {
      let held = ''
      return {
        push(text) {
          const all = (held + text).replaceAll(secret, '[redacted]')
          held = all.slice(Math.max(0, all.length - secret.length + 1))
          return all.slice(0, all.length - held.length)
        },
        end: () => held,
        counts: () => ({}),
      }
    },
  }
}

async function captured(options: Parameters<typeof setup>[0], policies: Stage[] = [], request: OtelRequest = {}): Promise<unknown> {
  const { run, span } = setup(options)
  await run(turn, request, { policies })
  const messages = span().attributes['gen_ai.output.messages']
  return typeof messages === 'string' ? (JSON.parse(messages) as unknown) : messages
}

const reasoning = { type: 'reasoning', content: 'a secret thought' }
const answer = [
  { type: 'text', content: 'my secret' },
  { type: 'tool_call', id: 'c1', name: 'weather', arguments: { city: 'Paris' } },
]
const message = (...parts: unknown[]) => [{ role: 'assistant', parts, finish_reason: 'stop' }]

describe('content', () => {
  test('is not captured unless it is allowed', async () => {
    expect(await captured({})).toBeUndefined()
  })

  test('has no secret that escapes hide in the arguments of a call', () => {
    const text = JSON.stringify({ city: 'secret', list: ['my secret', 7], secret: null }).replaceAll('secret', '\\u0073ecret')
    const content = createContent(word('secret'), 1000)
    content.add({ type: 'tool-call-start', call: 0, name: 'weather' })
    for (const character of text) content.add({ type: 'tool-call-delta', call: 0, text: character })
    expect(content.messages(new Map())[0]!.parts).toEqual([
      { type: 'tool_call', name: 'weather', arguments: { city: '[redacted]', list: ['my [redacted]', 7], '[redacted]': null } },
    ])
  })

  test('is captured as far as it is allowed', async () => {
    expect(await captured({ capture: { answer: true } })).toEqual(message(...answer))
    expect(await captured({ capture: { reasoning: true } })).toEqual(message(reasoning))
    expect(await captured({ capture: { answer: true, reasoning: true } })).toEqual(message(reasoning, ...answer))
  })

  test('is captured of one generation as far as is asked for it, and never further', async () => {
    const both = { capture: { answer: true, reasoning: true } }
    expect(await captured(both, [], { capture: { reasoning: false } })).toEqual(message(...answer))
    expect(await captured(both, [], { capture: { answer: false } })).toEqual(message(reasoning))
    expect(await captured(both, [], { capture: { answer: false, reasoning: false } })).toBeUndefined()
    expect(await captured({ capture: { answer: true } }, [], both)).toEqual(message(...answer))
  })

  test('of the answer is what the client got, of the reasoning what the model thought', async () => {
    const mask: Stage = { push: (part) => [part.type === 'delta' ? { ...part, text: '***' } : part] }
    expect(await captured({ capture: { answer: true, reasoning: true } }, [mask])).toEqual(
      message(reasoning, { type: 'text', content: '***' }, answer[1]),
    )
  })

  test('is redacted', async () => {
    expect(await captured({ capture: { answer: true, reasoning: true }, redactor: word('secret') })).toEqual(
      message({ type: 'reasoning', content: 'a [redacted] thought' }, { type: 'text', content: 'my [redacted]' }, answer[1]),
    )
  })

  test('stays within its limit, and a cut keeps nothing of a secret', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.array(fc.integer({ min: 1, max: 9 })), (limit, cuts) => {
        const text = 'it is hunter2, hunter2 and again hunter2'
        const content = createContent(word('hunter2'), limit)
        let from = 0
        for (const length of [...cuts, text.length]) {
          content.add({ type: 'delta', block: 0, channel: 'answer', text: text.slice(from, from + length) })
          from += length
        }
        const kept = content.messages(new Map())[0]!.parts[0]!.content!
        expect(kept.length).toBeLessThanOrEqual(limit)
        expect('it is [redacted], [redacted] and again [redacted]'.startsWith(kept)).toBe(true)
      }),
    )
  })

  test('that no redactor could read is left out, and its span ends all the same', async () => {
    const broken = (): never => {
      throw new Error('no rules')
    }
    const redactor: Redactor = { id: 'broken', redact: broken, stream: () => ({ push: broken, end: broken, counts: () => ({}) }) }
    const { run, span } = setup({ capture: { answer: true }, redactor })
    await run([...block(0, 'answer', 'my secret'), { type: 'error', error: { message: 'my secret' } }, { type: 'end' }])
    expect(JSON.stringify([span().attributes, span().status])).not.toContain('secret')
    expect(span().status.code).toBe(SpanStatusCode.ERROR)
  })

  test('is not captured without a tracer', async () => {
    let opened = 0
    const redactor = word('secret')
    const counting = { ...redactor, stream: () => (opened++, redactor.stream()) }
    for (const tracer of [undefined, setup().tracer])
      await setup({ tracer: tracer as never, capture: { answer: true }, redactor: counting }).run(turn)
    // Only with the tracer: one for the text, and one for the call.
    expect(opened).toBe(2)
  })
})
