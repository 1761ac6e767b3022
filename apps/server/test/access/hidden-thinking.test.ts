import { describe, expect, it } from 'vitest'
import { asObject, type Json } from '@reason/gateway/json'
import { startGateway } from '../support/gateway.ts'
import { rememberingUpstream } from '../support/remembering-upstream.ts'
import { chunk, completion, done } from '../support/upstream.ts'
import { postJson } from '../support/post.ts'

const events = (...all: Json[]): string =>
  all.map((event) => `event: ${String(event['type'])}\ndata: ${JSON.stringify(event)}\n\n`).join('')
const usage = { prompt_tokens: 1, completion_tokens: 60, total_tokens: 61, completion_tokens_details: { reasoning_tokens: 50 } }
const text = { type: 'text', text: 'Answer.' }

/** Claude's message, of which the thinking is left out. */
const claude = (...thinking: Json[]): { whole: string; streamed: string } => {
  const message = { id: 'msg_1', type: 'message', role: 'assistant', model: 'claude-x', stop_sequence: null }
  const counts = { input_tokens: 1, output_tokens: 60 }
  const blocks = [...thinking, text].flatMap((block, index): Json[] => {
    const { signature, text: said, ...rest } = block as Json
    const piece = signature === undefined ? { type: 'text_delta', text: said } : { type: 'signature_delta', signature }
    return [
      {
        type: 'content_block_start',
        index,
        content_block: { ...rest, ...(said !== undefined && { text: '' }), ...(signature !== undefined && { signature: '' }) },
      },
      ...(rest['type'] === 'redacted_thinking' ? [] : [{ type: 'content_block_delta', index, delta: piece }]),
      { type: 'content_block_stop', index },
    ]
  })
  return {
    whole: JSON.stringify({ ...message, content: [...thinking, text], stop_reason: 'end_turn', usage: counts }),
    streamed: events(
      { type: 'message_start', message: { ...message, content: [], stop_reason: null, usage: { input_tokens: 1, output_tokens: 1 } } },
      ...blocks,
      { type: 'message_delta', delta: { stop_reason: 'end_turn', stop_sequence: null }, usage: counts },
      { type: 'message_stop' },
    ),
  }
}

/** A response of which the reasoning has no summary. */
const output = [
  { type: 'reasoning', id: 'rs_1', summary: [] },
  {
    type: 'message',
    id: 'msg_1',
    role: 'assistant',
    status: 'completed',
    content: [{ type: 'output_text', text: 'Answer.', annotations: [] }],
  },
]
const response = { id: 'resp_1', object: 'response', created_at: 1, model: 'gpt-x', status: 'completed', output }
const responses = {
  whole: JSON.stringify(response),
  streamed: events(
    { type: 'response.created', sequence_number: 0, response: { ...response, status: 'in_progress', output: [] } },
    ...output.flatMap((item, output_index): Json[] => [
      { type: 'response.output_item.added', sequence_number: 1, output_index, item: { ...item, content: [] } },
      { type: 'response.output_item.done', sequence_number: 2, output_index, item },
    ]),
    { type: 'response.completed', sequence_number: 3, response },
  ),
}

const gemini = {
  candidates: [{ index: 0, content: { role: 'model', parts: [{ text: 'Answer.' }] }, finishReason: 'STOP' }],
  usageMetadata: { promptTokenCount: 1, candidatesTokenCount: 10, thoughtsTokenCount: 50, totalTokenCount: 61 },
}

/** By the upstream's format: an answer that hides its reasoning. */
const hiding: Readonly<Record<string, { whole: string; streamed: string }>> = {
  'anthropic-messages': claude({ type: 'thinking', thinking: '', signature: 'SIG' }),
  'openai-responses': responses,
  gemini: { whole: JSON.stringify(gemini), streamed: `data: ${JSON.stringify(gemini)}\n\n` },
  'openai-chat': {
    whole: JSON.stringify({ ...(JSON.parse(completion({ content: 'Answer.' })) as Json), usage }),
    streamed:
      chunk({ content: 'Answer.' }) +
      chunk({}, { finish_reason: 'stop' }) +
      chunk({}, {}).replace(/"choices":\[.*?\]/, `"choices":[],"usage":${JSON.stringify(usage)}`) +
      done,
  },
}

const paths = {
  'openai-chat': ['/v1/chat/completions', { messages: [{ role: 'user', content: 'Q' }], stream_options: { include_usage: true } }],
  'openai-responses': ['/v1/responses', { input: 'Q' }],
  'anthropic-messages': ['/v1/messages', { max_tokens: 3000, messages: [{ role: 'user', content: 'Q' }] }],
  generate: ['/v1/generate', { prompt: 'Q' }],
} as const

const says = 'The provider does not show its reasoning. '
const or = ', or let the gateway request it (--ask-reasoning, in an app: askReasoning).'
const ways = {
  'openai-chat': `${says}Ask for it with reasoning: {"exclude": false}${or}`,
  'openai-responses': `${says}Ask for it with reasoning.summary: "auto"${or}`,
  'anthropic-messages': `${says}Ask for it with thinking.display: "summarized"${or}`,
  generate: `${says}Ask for it with visibility: "summary"${or}`,
}
const noWay = `${says}Chat Completions has no setting for that; some providers show reasoning in Responses or Messages.`

async function ask(
  answer: { whole: string; streamed: string },
  [upstream, client, stream]: [upstream: string, client: keyof typeof paths, stream: boolean],
  { flags = [], body = {} }: { flags?: string[]; body?: Json } = {},
) {
  const { origin, seen } = await rememberingUpstream(
    stream ? { type: 'text/event-stream', body: answer.streamed } : { type: 'application/json', body: answer.whole },
  )
  const { url } = await startGateway('--upstream', origin, '--upstream-format', upstream, ...flags)
  const [path, question] = paths[client]
  const { stream_options: options, ...rest } = { stream_options: undefined, ...question }
  const reply = await postJson(url + path, {
    ...rest,
    ...(stream && options !== undefined && { stream_options: options }),
    model: 'some-model',
    stream,
    ...body,
  })
  const said = await reply.text()
  expect(said).toContain('Answer.')
  return { told: toldIn(said), seen }
}

/** The `reason` field's statements about thinking, and our own warning events. */
function toldIn(said: string): unknown[] {
  const all = said.startsWith('{') && !said.includes('\n') ? [said] : Array.from(said.matchAll(/^data: (\{.*\})$/gm), ([, json]) => json!)
  return all.flatMap((json) => {
    const { reason, type, code, message, warnings } = JSON.parse(json) as Json
    const { thinking, message: how } = asObject(reason)
    const own = type === 'warning' ? [{ code, message }] : Array.isArray(warnings) ? (warnings as Json[]) : []
    return [
      ...(thinking === undefined ? [] : [[thinking, how]]),
      ...own.filter((one) => one['code'] === 'reasoning-hidden').map((one) => ['hidden', one['message']]),
    ]
  })
}

describe.each(Object.keys(hiding))('thinking that %s hides', (upstream) => {
  it.each(Object.keys(paths) as (keyof typeof paths)[])('is said to %s to be hidden, once, and how to see it', async (client) => {
    const expected = upstream === 'openai-chat' && client === 'openai-chat' ? noWay : ways[client]
    for (const stream of [true, false]) {
      const { told } = await ask(hiding[upstream]!, [upstream, client, stream])
      expect([stream, ...told]).toEqual([stream, ['hidden', expected]])
    }
  })
})

it.each([
  ['below full', hiding['anthropic-messages']!, ['--visibility', 'none'], {}, []],
  ['where reasoning is not delivered', hiding['anthropic-messages']!, ['--delivery', 'off'], {}, []],
  [
    'where some of it is shown',
    claude({ type: 'redacted_thinking', data: 'R' }, { type: 'thinking', thinking: 'Shown.', signature: 'A' }),
    [],
    {},
    [],
  ],
  [
    'where it was redacted',
    claude({ type: 'redacted_thinking', data: 'R' }),
    [],
    {},
    [['hidden', `${says}It was redacted for safety. No setting shows it.`]],
  ],
  [
    'where it was asked for',
    hiding['anthropic-messages']!,
    [],
    { thinking: { type: 'adaptive', display: 'summarized' } },
    [['hidden', `${says}The request asks for it already.`]],
  ],
  ['where there is none', claude(), [], {}, []],
] as const)('%s', async (_, answer, flags, body, expected) => {
  const { told } = await ask(answer, ['anthropic-messages', 'anthropic-messages', true], { flags: [...flags], body })
  expect(told).toEqual(expected)
})

it.each([
  ['openai-chat', 'anthropic-messages', { reasoning: { exclude: false } }, 'thinking.display', 'summarized'],
  ['openai-chat', 'openai-responses', { reasoning: { exclude: false } }, 'reasoning.summary', 'detailed'],
  ['openai-chat', 'gemini', { reasoning: { exclude: false } }, 'generationConfig.thinkingConfig.includeThoughts', true],
  ['openai-responses', 'gemini', { reasoning: { summary: 'auto' } }, 'generationConfig.thinkingConfig.includeThoughts', true],
  ['anthropic-messages', 'openai-responses', { thinking: { type: 'adaptive', display: 'summarized' } }, 'reasoning.summary', 'auto'],
  ['generate', 'anthropic-messages', { visibility: 'summary' }, 'thinking.display', 'summarized'],
] as const)('the way that a client of %s learns reaches %s', async (client, upstream, body, path, value) => {
  const model = { 'anthropic-messages': 'claude-opus-5-5', 'openai-responses': 'gpt-5.5', gemini: 'gemini-3-pro' }[upstream]
  const { seen } = await ask(hiding[upstream]!, [upstream, client, false], { body: { ...body, model } })
  expect(path.split('.').reduce<unknown>((holder, name) => asObject(holder)[name], seen.at(-1)!.body)).toBe(value)
})
