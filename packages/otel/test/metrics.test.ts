import { ReasonError, type Part } from '@reason/core'
import { describe, expect, test } from 'vitest'
import { createOtel } from '../src/index.ts'
import { block, setup, stop, usage } from './setup.ts'

const labels = { 'gen_ai.operation.name': 'chat', 'gen_ai.provider.name': 'local', 'gen_ai.request.model': 'm' }
const request = { model: 'm', provider: 'local' }
const turn: (Part | number)[] = [300, ...block(0, 'reasoning', 'why'), 200, ...block(1, 'answer', 'so'), 100, usage, ...stop]
const tokens = { ...labels, 'gen_ai.token.modality': 'unknown' }

describe('metrics', () => {
  test('are those of the conventions', async () => {
    const { run, points } = setup()
    await run(turn, request)
    expect(await points('gen_ai.client.inference.duration')).toEqual([{ labels, value: { sum: 0.6, count: 1 } }])
    expect(await points('gen_ai.client.inference.time_to_first_chunk')).toEqual([{ labels, value: { sum: 0.3, count: 1 } }])
    expect(await points('gen_ai.client.inference.usage.input_tokens')).toEqual([{ labels: tokens, value: 7 }])
    expect(await points('gen_ai.client.inference.usage.output_tokens')).toEqual([{ labels: tokens, value: 30 }])
    expect(await points('gen_ai.client.inference.usage.reasoning.output_tokens')).toEqual([{ labels: tokens, value: 20 }])
    expect(await points('gen_ai.client.inference.usage.cache_read.input_tokens')).toEqual([{ labels: tokens, value: 5 }])
    expect(await points('gen_ai.client.inference.operation.output_tokens')).toEqual([{ labels, value: { sum: 30, count: 1 } }])
  })

  test('tell the first thought from the first answer', async () => {
    const { run, points } = setup()
    await run(turn, request)
    expect(await points('reason.client.time_to_first_reasoning')).toEqual([{ labels, value: { sum: 0.3, count: 1 } }])
    expect(await points('reason.client.time_to_first_answer')).toEqual([{ labels, value: { sum: 0.5, count: 1 } }])
    expect(await points('reason.client.reasoning.duration')).toEqual([{ labels, value: { sum: 0, count: 1 } }])
  })

  test('of a failure say so, and count no token', async () => {
    const { run, points } = setup()
    await run([{ type: 'error', error: { message: 'm', status: 529 } }, { type: 'end' }], request)
    expect(await points('gen_ai.client.inference.duration')).toMatchObject([{ labels: { 'error.type': '529' } }])
    expect(await points('gen_ai.client.inference.usage.input_tokens')).toEqual([{ labels: tokens, value: 0 }])
    expect(await points('gen_ai.client.inference.usage.reasoning.output_tokens')).toEqual([])
  })

  test('tell the first 64 errors apart', async () => {
    const { run, points } = setup()
    for (let number = 0; number < 70; number++) {
      await run([{ type: 'error', error: { message: 'm', code: `incident-${number}` } }, { type: 'end' }], request)
    }
    const all = (await points('gen_ai.client.inference.duration')) as { labels: Record<string, string>; value: { count: number } }[]
    expect(all).toHaveLength(65)
    expect(all.filter(({ labels }) => labels['error.type'] === '_OTHER')).toMatchObject([{ value: { count: 6 } }])
  })

  test('of the time between chunks are there where they are asked for', async () => {
    const silent = setup()
    await silent.run(turn, request)
    expect(await silent.points('gen_ai.client.inference.time_per_output_chunk')).toEqual([])
    const { run, points } = setup({ perChunk: true })
    await run(turn, request)
    expect(await points('gen_ai.client.inference.time_per_output_chunk')).toEqual([{ labels, value: { sum: 0.2, count: 1 } }])
  })

  test('of warnings are counted by code', async () => {
    const { run, points } = setup()
    const warning: Part = { type: 'warning', code: 'reasoning-in-answer', message: 'm' }
    await run([...block(0, 'answer', 'x'), warning, warning, ...stop], request)
    expect(await points('reason.client.warnings')).toEqual([
      { labels: { ...labels, 'reason.warning.code': 'reasoning-in-answer' }, value: 2 },
    ])
  })

  test('can have the names of the conventions before', async () => {
    const { run, points } = setup({ conventions: '1.41' })
    await run(turn, request)
    expect(await points('gen_ai.client.operation.duration')).toHaveLength(1)
    expect(await points('gen_ai.client.token.usage')).toEqual([
      { labels: { ...labels, 'gen_ai.token.type': 'input' }, value: { sum: 7, count: 1 } },
      { labels: { ...labels, 'gen_ai.token.type': 'output' }, value: { sum: 30, count: 1 } },
    ])
    expect(await points('gen_ai.client.inference.usage.input_tokens')).toEqual([])
  })

  test('can be bounded by a list of models', async () => {
    const { run, points } = setup({ models: ['gpt-oss-*'] })
    const started: Part = { type: 'start', model: 'made-up-by-a-provider' }
    await run([started, ...stop], { model: 'openai/gpt-oss-20b', provider: 'local' })
    await run([started, ...stop], { model: 'made-up', provider: 'local' })
    const models = (await points('gen_ai.client.inference.duration')).map(({ labels: of }) => of)
    expect(models).toEqual([
      { ...labels, 'gen_ai.request.model': 'openai/gpt-oss-20b' },
      { ...labels, 'gen_ai.request.model': '_OTHER' },
    ])
  })

  test.each([
    ['Anthropic', { input_tokens: 7, cache_read_input_tokens: 5, cache_creation_input_tokens: 3, output_tokens: 30 }],
    ['Converse', { inputTokens: 7, cacheReadInputTokens: 5, cacheWriteInputTokens: 3, outputTokens: 30 }],
  ])('count what was cached among the input, also where the provider counts it beside: %s', async (_, raw) => {
    const { run, points, span } = setup()
    await run([{ ...usage, usage: { ...usage.usage, raw } }, ...stop], request)
    expect(await points('gen_ai.client.inference.usage.input_tokens')).toEqual([{ labels: tokens, value: 15 }])
    expect(await points('gen_ai.client.inference.usage.cache_read.input_tokens')).toEqual([{ labels: tokens, value: 5 }])
    expect(span().attributes['gen_ai.usage.input_tokens']).toBe(15)
  })

  test('of several choices add up what each of them put out, and count the prompt that they share once', async () => {
    const { run, points } = setup()
    await run([usage, { ...usage, choice: 1 } as Part, ...stop], request)
    expect(await points('gen_ai.client.inference.usage.output_tokens')).toEqual([{ labels: tokens, value: 60 }])
    expect(await points('gen_ai.client.inference.usage.input_tokens')).toEqual([{ labels: tokens, value: 7 }])
  })
})

describe('options', () => {
  test('that are wrong are refused', () => {
    expect(() => createOtel({ tracers: 1 } as never)).toThrow(/did you mean "tracer"/)
    expect(() => createOtel({ tracer: {} as never })).toThrow(ReasonError)
    expect(() => createOtel({ maxContentChars: 0 })).toThrow(ReasonError)
  })

  test('may leave out both, and then nothing is told', () => {
    const { observers, span } = createOtel({}).generation({})
    expect(span).toBeUndefined()
    for (const part of stop) for (const observer of observers) observer.onPart(part)
  })
})
