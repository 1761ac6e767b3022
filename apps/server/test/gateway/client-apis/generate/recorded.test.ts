import { describe, expect, it } from 'vitest'
import { generateAnswer, type GenerateAnswer, generateEvent } from '@reason/gateway-api/generate'
import { recordedFiles } from '../../../support/recorded-files.ts'
import { connectGenerate, finalOf, postGenerate, streamed, textOf } from '../../../support/generate.ts'
import { startGateway } from '../../../support/gateway.ts'

describe.each(Object.entries(recordedFiles))('%s', (model, { said }) => {
  const calls = (said.toolCalls ?? []).map(({ name, arguments: text }) => ({ name, arguments: text }))
  const request = { model, prompt: 'What is 17 * 3?' }

  it('comes in our own events', async () => {
    const { url } = await startGateway('--no-trim')
    const events = await streamed(url, request)
    for (const event of events) expect(generateEvent.parse(event)).toEqual(event)
    expect(textOf(events, 'analysis')).toBe(said.reasoning)
    expect(textOf(events, 'token')).toBe(said.answer)
    expect(events.flatMap((event) => (event.type === 'tool_call' ? [{ name: event.name, arguments: event.arguments }] : []))).toEqual(calls)
    const final = finalOf(events)
    expect(final).toMatchObject({
      answer: said.answer,
      reasoning: null,
      leak_detected: false,
      finish_reason: calls.length > 0 ? 'tool_calls' : 'stop',
      tool_calls: calls,
    })
    const [thought, answered] = [Math.ceil(said.reasoning.length / 4), Math.ceil(said.answer.length / 4)]
    expect(final.stats).toMatchObject({ reasoning_tokens: thought, reasoning_tokens_source: 'estimated', final_tokens: answered })
    expect(final.stats.reasoning_ratio).toBeCloseTo(thought / (thought + answered))
    const usage = events.at(-2)
    expect(usage).toMatchObject({
      type: 'usage',
      usage: { input_tokens: expect.any(Number) as number, output_tokens: expect.any(Number) as number },
    })
  })

  it('comes as one, which says the same', async () => {
    const { url } = await startGateway()
    const events = await streamed(url, request)
    const response = await postGenerate(url, request)
    const answer = (await response.json()) as GenerateAnswer
    expect(generateAnswer.parse(answer)).toEqual(answer)
    const { type: _, id: __, created: ___, ...final } = finalOf(events)
    expect(answer).toMatchObject({
      ...final,
      tool_calls: final.tool_calls.map((call) => ({ ...call, id: expect.any(String) as string })),
      message: expect.any(Object) as object,
    })
    expect(answer.analysis).toBe(textOf(events, 'analysis'))
    expect(answer.warnings).toEqual([])
    expect(answer.usage).toMatchObject({ input_tokens: expect.any(Number) as number })
  })

  it('comes over a WebSocket as it does over HTTP', async () => {
    const { url } = await startGateway()
    const { send, rest } = await connectGenerate(url)
    const expected = await streamed(url, request)
    const ofAll = (events: typeof expected): unknown => ({
      analysis: textOf(events, 'analysis'),
      token: textOf(events, 'token'),
      types: [...new Set(events.map(({ type }) => type))],
      stats: finalOf(events).stats,
      answer: finalOf(events).answer,
    })
    for (let times = 0; times < 2; times++) {
      send(request)
      expect(ofAll(await rest())).toEqual(ofAll(expected))
    }
  })
})

it('an answer that calls keeps what was thought, for the next request', async () => {
  const { url } = await startGateway()
  const { message } = finalOf(await streamed(url, { model: 'embedded/qwen3-tool', prompt: 'Weather?' }))
  expect(message.content).toEqual([
    { type: 'reasoning', text: 'The user wants the weather, so I call get_weather.\n' },
    { type: 'text', text: 'One moment.\n' },
    { type: 'tool_call', id: expect.any(String) as string, name: 'get_weather', arguments: '{"city": "Paris", "unit": "celsius"}' },
  ])
  const plain = finalOf(await streamed(url, { model: 'embedded/qwen3-tags', prompt: 'Q' }))
  expect(plain.message.content).toEqual([{ type: 'text', text: 'The answer is 51.' }])
})

it('reasoning is in the result where histories keep it', async () => {
  const { url } = await startGateway(
    '--llm',
    JSON.stringify({
      postproc: { reasoning: { drop_from_history: false } },
      harmony: { channels_parser: { drop_commentary_from_history: false } },
    }),
  )
  const final = finalOf(await streamed(url, { model: 'embedded/qwen3-native', prompt: 'Q' }))
  expect(final.reasoning).toBe(recordedFiles['embedded/qwen3-native']!.said.reasoning)
  expect(final.message.content[0]).toMatchObject({ type: 'reasoning', text: final.reasoning })
})
