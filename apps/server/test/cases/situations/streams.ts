import type { Json } from '@reason/gateway/json'
import type { OurWire } from '@reason/gateway/upstreams'
import type { Served } from '../../matrix/upstream.ts'
import { block, chat, chunk, claude, claudeStream, counts, gemini, head, json, sse } from '../sibling-bodies.ts'
import { f, piece } from '../sibling-calls.ts'
import type { Told } from '../wire-drive.ts'
import type { Endpoint } from '../wire-rows.ts'
import type { WireSibling } from '../wire-siblings.ts'
import { calls, endpoints, message, responses, stops } from './situation-bodies.ts'

const created = { type: 'response.created', response: { id: 'resp_1', status: 'in_progress', model: 'm', output: [] } }
const added = {
  type: 'response.output_item.added',
  output_index: 0,
  item: { type: 'message', id: 'msg_1', role: 'assistant', status: 'in_progress', content: [] },
}
const delta = (text: string): Json => ({
  type: 'response.output_text.delta',
  item_id: 'msg_1',
  output_index: 0,
  content_index: 0,
  delta: text,
  obfuscation: 'zz',
})
const cuts = { completions: 'length', messages: 'max_tokens', responses: 'incomplete' } as const

/** Streams as their providers send them, and as they end. */
const streams: readonly (readonly [
  kind: string,
  upstream: OurWire,
  answer: Served,
  finishes: Readonly<Record<Endpoint, string>> | undefined,
  told: Partial<Told>,
])[] = [
  [
    'calls of Claude that take turns',
    'anthropic-messages',
    sse([
      { type: 'message_start', message: claude([], null) },
      { type: 'content_block_start', index: 0, content_block: { type: 'tool_use', id: 'a', name: 'f', input: {} } },
      { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'b', name: 'g', input: {} } },
      { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"q":2}' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"q":1}' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_stop', index: 1 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 5 } },
      { type: 'message_stop' },
    ]),
    calls,
    { calls: [f, { name: 'g', arguments: '{"q":2}' }] },
  ],
  [
    'pings of Claude',
    'anthropic-messages',
    claudeStream(
      { stop_reason: 'end_turn' },
      [{ type: 'ping' }],
      block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'o' }, { type: 'text_delta', text: 'k' }),
      [{ type: 'ping' }],
    ),
    stops,
    { answer: 'ok' },
  ],
  [
    'blocks of a cited text',
    'anthropic-messages',
    claudeStream(
      { stop_reason: 'end_turn' },
      block(0, { type: 'text', text: '' }, { type: 'text_delta', text: 'o' }),
      block(
        1,
        { type: 'text', text: '', citations: [] },
        { type: 'citations_delta', citation: { type: 'char_location', cited_text: 'c', document_index: 0 } },
        { type: 'text_delta', text: 'k' },
      ),
    ),
    stops,
    { answer: 'ok' },
  ],
  [
    'nothing but the last event',
    'openai-responses',
    sse([{ type: 'response.completed', response: responses([message('ok')]) }]),
    stops,
    { answer: 'ok' },
  ],
  [
    'an item that comes whole',
    'openai-responses',
    sse([
      created,
      { type: 'response.output_item.done', output_index: 0, item: message('ok') },
      { type: 'response.completed', response: responses([message('ok')]) },
    ]),
    stops,
    { answer: 'ok' },
  ],
  [
    'obfuscation, and a cut',
    'openai-responses',
    sse([
      created,
      added,
      delta('o'),
      delta('k'),
      {
        type: 'response.incomplete',
        response: responses([], { status: 'incomplete', incomplete_details: { reason: 'max_output_tokens' } }),
      },
    ]),
    cuts,
    { answer: 'ok' },
  ],
  [
    'two choices',
    'openai-chat',
    sse([
      {
        ...head,
        choices: [
          { index: 0, delta: { role: 'assistant', reasoning_content: 'R' } },
          { index: 1, delta: { role: 'assistant', reasoning_content: 'S' } },
        ],
      },
      { ...head, choices: [{ index: 1, delta: { content: 'other' } }] },
      { ...head, choices: [{ index: 0, delta: { content: 'ok' } }] },
      { ...head, choices: [{ index: 1, delta: {}, finish_reason: 'length' }] },
      { ...head, choices: [{ index: 0, delta: {}, finish_reason: 'stop' }] },
      { ...head, choices: [], usage: counts },
    ]),
    undefined,
    {},
  ],
  [
    'a function call of old',
    'openai-chat',
    sse([
      chunk({ role: 'assistant', content: null, function_call: { name: 'f', arguments: '' } }),
      chunk({ function_call: { arguments: '{"q":1}' } }),
      chunk({}, 'function_call'),
    ]),
    calls,
    { calls: [f] },
  ],
  [
    'obfuscation of Chat',
    'openai-chat',
    sse([
      { ...chunk({ content: 'ok' }), obfuscation: 'zz' },
      { ...chunk({}, 'stop'), obfuscation: 'y' },
    ]),
    stops,
    { answer: 'ok' },
  ],
  [
    'calls of Gemini, one in each piece',
    'gemini',
    sse([
      gemini([{ functionCall: { name: 'f', args: { q: 1 } } }], undefined),
      gemini([{ functionCall: { name: 'g', args: { q: 2 } } }], undefined),
      gemini([{ text: '' }], 'STOP'),
    ]),
    calls,
    { calls: [f, { name: 'g', arguments: '{"q":2}' }] },
  ],
]
export const streamed: readonly WireSibling[] = streams.flatMap(([kind, upstream, answer, finishes, told]) =>
  endpoints.flatMap((endpoint): WireSibling[] =>
    finishes === undefined && endpoint === 'completions'
      ? []
      : [
          {
            id: `a stream with ${kind}, to ${endpoint}`,
            endpoint,
            upstream,
            request: { stream: true },
            answer,
            told: finishes === undefined ? { answer: 'ok', finish: stops[endpoint] } : { ...told, finish: finishes[endpoint] },
          },
        ],
  ),
)

const called = (at: number, ...pieces: Json[]): Json => ({ index: at, delta: { tool_calls: pieces }, finish_reason: null })
const text: Json = { index: 0, delta: { role: 'assistant', content: 'L' }, finish_reason: null }
const f_ = piece(0, 'call_1', 'f', '{"q":1}')
const g_ = piece(0, 'call_2', 'g', '{}')
const ended = (at: number): Json => ({ index: at, delta: {}, finish_reason: 'tool_calls' })
const choices = (...list: Json[]): Json => ({ ...head, object: 'chat.completion.chunk', choices: list })
const both = [f, { name: 'g', arguments: '{}' }]
const whole = (index: number, message: Json): Json => ({ index, message: { role: 'assistant', ...message }, finish_reason: 'tool_calls' })

/** One answer of Copilot, spread over several choices. */
export const spread: readonly WireSibling[] = (
  [
    ['a text and a call', sse([choices(text), choices(called(1, f_)), choices(ended(0), ended(1))]), [f]],
    [
      'an ended text, then a call',
      sse([choices(text), choices({ ...ended(0), finish_reason: 'stop' }), choices(called(1, f_)), choices(ended(1))]),
      [f],
    ],
    [
      'a text and two calls',
      sse([choices(text), choices(called(1, f_)), choices(ended(1)), choices(called(2, g_)), choices(ended(2))]),
      both,
    ],
    [
      'a whole text and two calls',
      json({
        ...chat({}),
        choices: [whole(0, { content: 'L' }), whole(1, { content: null, tool_calls: [f_] }), whole(2, { tool_calls: [g_] })],
      }),
      both,
    ],
  ] as const
).flatMap(([kind, answer, expected]) =>
  endpoints.map((endpoint): WireSibling => ({
    id: `choices with ${kind}, to ${endpoint}`,
    endpoint,
    upstream: 'openai-chat',
    provider: 'copilot',
    request: { stream: answer.type !== 'application/json' },
    answer,
    told: { answer: 'L', calls: [...expected], finish: calls[endpoint] },
  })),
)
