import { context, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import type { Part, Stage } from '@reason/core'
import { describe, expect, test } from 'vitest'
import { block, setup, stop, usage } from './setup.ts'

const request = { model: 'gpt-oss-20b', provider: 'azure', effort: 'high', maxTokens: 500, session: 's1', adapter: 'harmony' }
const turn: (Part | number)[] = [
  { type: 'start', id: 'resp_1', model: 'gpt-oss-20b-2026' },
  300,
  ...block(0, 'reasoning', 'why'),
  200,
  ...block(1, 'answer', 'so'),
  usage,
  ...stop,
]

describe('a span', () => {
  test('says what was asked for, what came, and when', async () => {
    const { run, span } = setup()
    await run(turn, { ...request, server: { address: '127.0.0.1', port: 8080 } })
    const { name, kind, attributes, events, status } = span()
    expect(name).toBe('chat gpt-oss-20b')
    expect(kind).toBe(SpanKind.CLIENT)
    expect(status.code).toBe(SpanStatusCode.UNSET)
    expect(attributes).toEqual({
      'gen_ai.operation.name': 'chat',
      'gen_ai.provider.name': 'azure.ai.openai',
      'gen_ai.request.model': 'gpt-oss-20b',
      'gen_ai.request.stream': true,
      'gen_ai.request.reasoning.level': 'high',
      'gen_ai.request.max_tokens': 500,
      'gen_ai.conversation.id': 's1',
      'server.address': '127.0.0.1',
      'server.port': 8080,
      'reason.adapter': 'harmony',
      'gen_ai.response.id': 'resp_1',
      'gen_ai.response.model': 'gpt-oss-20b-2026',
      'gen_ai.response.finish_reasons': ['stop'],
      'gen_ai.response.time_to_first_chunk': 0.3,
      'gen_ai.usage.input_tokens': 7,
      'gen_ai.usage.output_tokens': 30,
      'gen_ai.usage.reasoning.output_tokens': 20,
      'gen_ai.usage.cache_read.input_tokens': 5,
      'reason.time_to_first_reasoning': 0.3,
      'reason.time_to_first_answer': 0.5,
      'reason.reasoning.duration': 0,
    })
    expect(events.map((event) => event.name)).toEqual(['reason.first_reasoning', 'reason.first_answer'])
  })

  test('begins when the request came, where that is said', async () => {
    const { run, span, clock } = setup()
    clock.ms = 90_000
    const before = Date.now()
    await run(turn, { ...request, startedAt: 30_000 })
    const [seconds] = span().startTime
    expect(seconds).toBeGreaterThanOrEqual(Math.floor((before - 60_000) / 1000))
    expect(seconds).toBeLessThanOrEqual(Math.ceil((Date.now() - 60_000) / 1000))
  })

  test('of an answer that came as a whole has no timings of its pieces', async () => {
    const { run, span } = setup()
    await run(turn, { ...request, stream: false })
    expect(Object.keys(span().attributes).filter((key) => /stream|first|duration/.test(key))).toEqual([])
  })

  test('has no count that cannot be true, nor an estimate', async () => {
    const { run, span } = setup()
    await run([...block(0, 'answer', 'x'), { type: 'usage', usage: { raw: null, output: { value: 0, source: 'implausible' } } }, ...stop])
    expect(Object.keys(span().attributes).filter((key) => key.includes('usage'))).toEqual([])
  })

  test('is a child of the given context, and links to earlier attempts', async () => {
    const { run, span, tracer } = setup()
    const parent = tracer.startSpan('request')
    const attempt = tracer.startSpan('attempt').spanContext()
    await run(turn, { ...request, context: trace.setSpan(context.active(), parent), attempts: [attempt] })
    expect(span().parentSpanContext?.spanId).toBe(parent.spanContext().spanId)
    expect(span().links.map((link) => link.context.spanId)).toEqual([attempt.spanId])
  })

  test('is left out where a generation is not to be traced; its metrics are there', async () => {
    const { run, span, points } = setup()
    await run(turn, { ...request, traced: false })
    expect(() => span()).toThrow('0 spans')
    expect(await points('gen_ai.client.inference.usage.output_tokens')).toMatchObject([{ value: 30 }])
  })

  test('of a failure in mid-stream is an error', async () => {
    const { run, span } = setup()
    await run([...block(0, 'answer', 'x'), { type: 'error', error: { message: 'overloaded', code: 'overloaded_error' } }, { type: 'end' }])
    expect(span().status).toEqual({ code: SpanStatusCode.ERROR, message: 'overloaded' })
    const other = setup()
    await other.run([{ type: 'error', error: { message: 'You thought: x', code: 'odd' } }, { type: 'end' }], {
      capture: { reasoning: false },
    })
    expect([other.span().status, other.span().attributes['error.type']]).toEqual([{ code: SpanStatusCode.ERROR }, 'odd'])
    expect(span().attributes).toMatchObject({ 'error.type': 'overloaded_error', 'gen_ai.response.finish_reasons': ['error'] })
  })

  test('of a source that broke off is an error; of a generation that a governor ended it is none', async () => {
    const cut: Part[] = [...block(0, 'answer', 'x'), { type: 'finish', reason: 'aborted' }, { type: 'end' }]
    const broken = setup()
    await broken.run(cut)
    expect(broken.span().status.code).toBe(SpanStatusCode.ERROR)
    const governed = setup()
    await governed.run([{ type: 'warning', code: 'aborted', message: 'Too long.' }, ...cut])
    expect(governed.span().status.code).toBe(SpanStatusCode.UNSET)
  })

  test('of a client that went away ends, and is no error', () => {
    const { otel, span } = setup()
    const { observers } = otel.generation(request)
    for (const part of block(0, 'reasoning', 'why')) for (const observer of observers) observer.onPart(part)
    for (const observer of observers) observer.close?.()
    for (const observer of observers) observer.close?.()
    expect(span().status.code).toBe(SpanStatusCode.UNSET)
    expect(span().attributes).toMatchObject({ 'gen_ai.response.finish_reasons': ['aborted'] })
  })

  test('has a finish reason for each choice, in their order', async () => {
    const { run, span } = setup()
    const ends: Part[] = [
      { type: 'finish', reason: 'tool-calls', choice: 1 },
      { type: 'finish', reason: 'reasoning-exhausted' },
      { type: 'end' },
    ]
    await run([...block(0, 'reasoning', 'x'), ...block(0, 'answer', 'y', 1), ...ends], { choices: 2 })
    expect(span().attributes).toMatchObject({ 'gen_ai.request.choice.count': 2, 'gen_ai.response.finish_reasons': ['length', 'tool_call'] })
  })

  test('has the finish reason that the client is told, where a policy knows better than the model', async () => {
    const held: Part[] = []
    const holding: Stage = { push: (part) => (held.push(part), part.type === 'end' ? held : []) }
    const withoutFinal: Stage = { push: (part) => [part.type === 'finish' ? { ...part, reason: 'no-final' } : part] }
    for (const policies of [[withoutFinal], [holding, withoutFinal]]) {
      const { run, span } = setup({ capture: { reasoning: true } })
      await run([...block(0, 'reasoning', 'x'), ...stop], request, { policies })
      expect(span().attributes['gen_ai.response.finish_reasons']).toEqual(['no_final'])
      expect(span().attributes['gen_ai.output.messages']).toContain('"finish_reason":"no_final"')
    }
  })

  test('has no time that is less than none, whatever the clock does', async () => {
    const { run, span } = setup()
    await run([...block(0, 'reasoning', 'x'), -5000, ...block(1, 'answer', 'y'), ...stop])
    expect(span().attributes).toMatchObject({ 'reason.time_to_first_answer': 0 })
  })

  test('names the warnings', async () => {
    const { run, span } = setup()
    const warning: Part = { type: 'warning', code: 'reasoning-in-answer', message: 'm' }
    await run([...block(0, 'answer', 'x'), warning, warning, ...stop])
    expect(span().attributes['reason.warnings']).toEqual(['reasoning-in-answer'])
  })
})
