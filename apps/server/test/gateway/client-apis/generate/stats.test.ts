import { describe, expect, it } from 'vitest'
import type { TraceRecord } from '@reason/trace-store'
import { finalOf, postGenerate, streamed } from '../../../support/generate.ts'
import { startGateway } from '../../../support/gateway.ts'
import { chunk, done, sendStream, startUpstream } from '../../../support/upstream.ts'

/** 72 characters: 18 tokens, as they are estimated. */
const thought = 'Seventeen times three is ten times three and seven times three, or fifty'
const event = (type: string, more: object): string => `event: ${type}\ndata: ${JSON.stringify({ type, ...more })}\n\n`
const usageChunk = (reasoning?: number): string =>
  `data: ${JSON.stringify({
    id: 'chatcmpl-1',
    object: 'chat.completion.chunk',
    created: 1,
    model: 'm',
    choices: [],
    usage: {
      prompt_tokens: 5,
      completion_tokens: 40,
      total_tokens: 45,
      ...(reasoning !== undefined && { completion_tokens_details: { reasoning_tokens: reasoning } }),
    },
  })}\n\n`

const claude = (model: string, details: object = {}): string =>
  [
    event('message_start', {
      message: { id: 'msg_1', type: 'message', role: 'assistant', model, content: [], usage: { input_tokens: 5, output_tokens: 1 } },
    }),
    event('content_block_start', { index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } }),
    event('content_block_delta', { index: 0, delta: { type: 'thinking_delta', thinking: thought } }),
    event('content_block_delta', { index: 0, delta: { type: 'signature_delta', signature: 'c2ln' } }),
    event('content_block_stop', { index: 0 }),
    event('content_block_start', { index: 1, content_block: { type: 'text', text: '' } }),
    event('content_block_delta', { index: 1, delta: { type: 'text_delta', text: 'Fifty-one.' } }),
    event('content_block_stop', { index: 1 }),
    event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 40, ...details } }),
    event('message_stop', {}),
  ].join('')
const chat = (thoughts: Record<string, unknown>, usage: string): string =>
  chunk(thoughts) + chunk({ content: 'Fifty-one.' }) + chunk({}, { finish_reason: 'stop' }) + usage + done

const anthropic = ['--upstream-format', 'anthropic-messages']
/** The output of 40 tokens without the answer. */
const unknown = { tokens: null, source: null, charged: 37 }
const estimated = { tokens: 18, source: 'estimated', charged: 18 }
const reported = { tokens: 33, source: 'reported', charged: 33 }

const rows: [string, string, string, string[], { tokens: number | null; source: string | null; charged: number }][] = [
  ['a summary without a count', 'claude-sonnet-4-5', claude('claude-sonnet-4-5'), anthropic, unknown],
  [
    'a summary for which 0 is reported',
    'claude-sonnet-4-5',
    claude('claude-sonnet-4-5', { output_tokens_details: { thinking_tokens: 0 } }),
    anthropic,
    unknown,
  ],
  [
    'a summary with a count',
    'claude-sonnet-4-5',
    claude('claude-sonnet-4-5', { output_tokens_details: { thinking_tokens: 33 } }),
    anthropic,
    reported,
  ],
  ['the words themselves without a count', 'claude-3-7-sonnet-20250219', claude('claude-3-7-sonnet-20250219'), anthropic, estimated],
  ['a field without a count', 'm', chat({ reasoning_content: thought }, usageChunk()), [], estimated],
  ['a field with a count', 'm', chat({ reasoning_content: thought }, usageChunk(33)), [], reported],
  ['a field for which 0 is reported', 'm', chat({ reasoning_content: thought }, usageChunk(0)), [], estimated],
  ['tags in the text for which 0 is reported', 'qwen3-8b', chat({ content: `<think>${thought}</think>` }, usageChunk(0)), [], estimated],
  [
    'a field and tags, with a heading of ours between the two thoughts',
    'qwen3-8b',
    chat({ reasoning_content: thought.slice(0, 36), content: `<think>${thought.slice(36)}</think>` }, usageChunk()),
    [],
    estimated,
  ],
  ['no usage at all', 'm', chat({ reasoning_content: thought }, ''), [], estimated],
  ['no reasoning, for which 0 is reported', 'm', chat({}, usageChunk(0)), [], { tokens: 0, source: 'reported', charged: 0 }],
]

describe.each(['full', 'none'])('stats of a generation at visibility %s', (visibility) => {
  it.each(rows)('agree with its trace and its budget: %s', async (_, model, body, flags, expected) => {
    const upstream = await startUpstream((_request, response) => {
      sendStream(response)
      response.end(body)
    })
    const budgets = JSON.stringify({ session: { tokens: 1000, window: 'lifetime' } })
    const { url } = await startGateway('--upstream', upstream, '--traces', 'sqlite', '--budgets', budgets, ...flags)
    const headers = { 'x-reason-session': 'alice', 'x-reason-visibility': visibility }
    const { stats } = finalOf(await streamed(url, { model, prompt: 'What is 17 * 3?' }, headers))
    const whole = stats.commentary_tokens + stats.final_tokens + (expected.tokens ?? 0)
    expect(stats).toMatchObject({
      reasoning_tokens: expected.tokens,
      reasoning_tokens_source: expected.source,
      charged_tokens: expected.charged,
      final_tokens: 3,
      reasoning_ratio: expected.tokens === null ? null : expected.tokens / whole,
    })
    const trace = async (): Promise<Partial<TraceRecord> | undefined> => {
      const { items } = (await (await fetch(`${url}/api/traces?session=alice`)).json()) as { items: { id: string }[] }
      return items[0] && ((await (await fetch(`${url}/api/traces/${items[0].id}`)).json()) as TraceRecord)
    }
    await expect.poll(trace).toMatchObject({
      reasoningTokens: expected.tokens,
      reasoningTokensSource: expected.source,
      metadata: { chargedTokens: expected.charged },
    })
    expect(await (await fetch(`${url}/api/sessions/alice/budget`)).json()).toMatchObject({
      budgets: [{ used: expected.charged, reserved: 0 }],
    })
  })
})

it('charges nothing where no budget binds a generation', async () => {
  const { url } = await startGateway()
  const { stats } = (await (await postGenerate(url, { model: 'embedded/qwen3-native', prompt: 'What is 17 * 3?' })).json()) as {
    stats: object
  }
  expect(stats).toMatchObject({ reasoning_tokens_source: 'estimated' })
  expect(stats).not.toHaveProperty('charged_tokens')
})
