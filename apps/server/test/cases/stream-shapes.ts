import type { Json } from '@reason/gateway/json'
import type { OurWire } from '@reason/gateway/upstreams'
import type { Served } from '../matrix/upstream.ts'
import { block, chat, chunk, claudeStream, counts, head, json, sse } from './sibling-bodies.ts'
import { f, piece } from './sibling-calls.ts'
import type { Told } from './wire-drive.ts'
import type { WireSibling } from './wire-siblings.ts'

const raw = (text: string, type = 'text/event-stream'): Served => ({ type, body: Buffer.from(text) })
const data = (value: unknown): string => `data: ${JSON.stringify(value)}\n\n`
const done = 'data: [DONE]\n\n'
const usage = (value: Json): Json => ({ ...head, object: 'chat.completion.chunk', choices: [], usage: value })

const plain: readonly Json[] = [
  chunk({ role: 'assistant', content: '' }),
  chunk({ reasoning_content: 'T' }),
  chunk({ content: 'ok' }),
  chunk({}, 'stop'),
]

/** Variants of the framing around events. */
const framings: readonly (readonly [kind: string, text: string])[] = [
  ['no [DONE]', plain.map(data).join('')],
  ['CRLF', (plain.map(data).join('') + done).replaceAll('\n', '\r\n')],
  ['a byte order mark', `\uFEFF${plain.map(data).join('')}${done}`],
  ['comments', plain.map((event) => `: PROCESSING\n\n${data(event)}`).join('') + done],
  ['no space', (plain.map(data).join('') + done).replaceAll('data: ', 'data:')],
  ['ids and names', plain.map((event, at) => `id: ${at}\nevent: message\nretry: 3\n${data(event)}`).join('') + done],
  ['one line break between events', `${plain.map((event) => data(event).trimEnd()).join('\n')}\n\n${done}`],
  ['no blank line at its end', plain.map(data).join('').trimEnd()],
  ['usage behind [DONE]', plain.map(data).join('') + done + data(usage(counts))],
  ['events without data', `data: \n\n${plain.map(data).join('data:\n\n')}${done}`],
  ['a list in an event', data(plain) + done],
]

/** Fields that carry a thought, also two at once. */
const carried: readonly (readonly [kind: string, deltas: readonly Json[]])[] = [
  ['two fields', [{ reasoning: 'T', reasoning_content: 'T' }, { content: 'ok' }]],
  ['a field and details', [{ reasoning: 'T', reasoning_details: [{ type: 'reasoning.text', text: 'T', index: 0 }] }, { content: 'ok' }]],
  ['one field after another', [{ reasoning_content: 'T' }, { reasoning: 'U' }, { content: 'ok' }]],
  ['thinking', [{ thinking: 'T' }, { content: 'ok' }]],
  [
    'blocks beside a field',
    [{ reasoning_content: 'T', thinking_blocks: [{ type: 'thinking', thinking: 'T', signature: null }] }, { content: 'ok' }],
  ],
  ['the delta of the answer', [{ reasoning_content: 'T', content: 'o' }, { content: 'k' }]],
  [
    'deltas with empty texts',
    [
      { content: '', reasoning_content: 'T' },
      { content: 'ok', reasoning_content: '' },
    ],
  ],
  [
    'deltas with nulls',
    [
      { content: null, reasoning_content: 'T' },
      { content: 'ok', reasoning_content: null },
    ],
  ],
  [
    'deltas with roles',
    [
      { role: 'assistant', reasoning: 'T' },
      { role: 'assistant', content: 'ok' },
    ],
  ],
  ['a field behind a tag', [{ content: '<think>' }, { reasoning_content: 'T' }, { content: 'ok' }]],
  ['a field behind half a tag', [{ content: '<thi' }, { content: 'nk>\n' }, { reasoning_content: 'T' }, { content: 'ok' }]],
  ['a field between tags', [{ content: '[THINK]' }, { reasoning_content: 'T' }, { content: '[/THINK]ok' }]],
]

/** Events that carry token counts. */
const counted: readonly (readonly [kind: string, events: readonly Json[]])[] = [
  [
    'in each piece',
    [
      { ...chunk({ content: 'o' }), usage: { ...counts, completion_tokens: 1, total_tokens: 11 } },
      { ...chunk({ content: 'k' }, 'stop'), usage: counts },
    ],
  ],
  [
    'zero at first',
    [
      { ...chunk({ content: 'ok' }), usage: { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 } },
      { ...chunk({}, 'stop'), usage: counts },
    ],
  ],
  ['in the choice', [chunk({ content: 'ok' }), { ...head, choices: [{ index: 0, delta: {}, finish_reason: 'stop', usage: counts }] }]],
  ['before the finish', [chunk({ content: 'ok' }), usage(counts), chunk({}, 'stop')]],
  ['said twice', [chunk({ content: 'ok' }), { ...chunk({}, 'stop'), usage: counts }, usage(counts)]],
  ['beside choices that are null', [chunk({ content: 'ok' }), chunk({}, 'stop'), { ...head, choices: null, usage: counts }]],
]

/** Streams that fail after their beginning. */
const broken: readonly (readonly [kind: string, upstream: OurWire, answer: Served, told: string])[] = [
  [
    'an error beside a finish',
    'openai-chat',
    sse([{ ...chunk({ content: '' }, 'error'), error: { code: 502, message: 'Boom 1' } }]),
    'Boom 1 / 502',
  ],
  [
    'an error that is a detail',
    'openai-chat',
    raw(`${data(chunk({ content: 'o' }))}event: error\ndata: {"detail":"Boom 3"}\n\n`),
    'Boom 3 / upstream_error',
  ],
]

const calls: readonly (readonly [kind: string, deltas: readonly Json[]])[] = [
  ['calls behind the word for them', [{ __finish: 'tool_calls' }, { tool_calls: [piece(0, 'a', 'f', '{"q":1}')] }]],
  [
    'empty words for an ending',
    [
      { tool_calls: [piece(0, 'a', 'f', '{"q"')], __finish: '' },
      { tool_calls: [piece(0, undefined, undefined, ':1}')], __finish: '' },
      { __finish: 'tool_calls' },
    ],
  ],
  [
    'names in each piece',
    [{ tool_calls: [piece(0, 'a', 'f', '{"q"')] }, { tool_calls: [piece(0, 'a', 'f', ':1}')] }, { __finish: 'tool_calls' }],
  ],
]
const withFinish = ({ __finish: finish, ...delta }: Json): Json => chunk(delta, (finish as string | undefined) ?? null)

const text = { type: 'text', text: '' }
const ok = { type: 'text_delta', text: 'ok' }
const blocks: readonly (readonly [kind: string, answer: Served, called?: true])[] = [
  [
    'whole blocks at their start',
    claudeStream(
      { stop_reason: 'end_turn' },
      block(0, { type: 'thinking', thinking: 'T', signature: 'c2ln' }),
      block(1, { type: 'text', text: 'ok' }),
    ),
  ],
  [
    'a signature without a thought',
    claudeStream(
      { stop_reason: 'end_turn' },
      block(0, { type: 'thinking', thinking: '', signature: '' }, { type: 'signature_delta', signature: 'c2ln' }),
      block(1, text, ok),
    ),
  ],
  [
    'an empty text first',
    claudeStream(
      { stop_reason: 'end_turn' },
      block(0, text),
      block(1, { type: 'thinking', thinking: '' }, { type: 'thinking_delta', thinking: 'T' }),
      block(2, text, ok),
    ),
  ],
  [
    'a whole input at its start',
    claudeStream({ stop_reason: 'tool_use' }, block(0, { type: 'tool_use', id: 'a', name: 'f', input: { q: 1 } })),
    true,
  ],
]

type Row = readonly [id: string, upstream: OurWire, answer: Served, told: Partial<Told>]

const finishes = { completions: 'stop', messages: 'end_turn', responses: 'completed' } as const
const calledFinishes = { completions: 'tool_calls', messages: 'tool_use', responses: 'completed' } as const
const endpoints = ['completions', 'messages', 'responses'] as const

const said: readonly Row[] = [
  ...framings.map(([kind, body]): Row => [`a stream with ${kind}`, 'openai-chat', raw(body), { answer: 'ok' }]),
  ...carried.map(([kind, deltas]): Row => [
    `a thought in ${kind}`,
    'openai-chat',
    sse([...deltas.map((delta) => chunk(delta)), chunk({}, 'stop')]),
    { answer: 'ok' },
  ]),
  ...blocks
    .filter(([, , called]) => called !== true)
    .map(([kind, answer]): Row => [`a stream of Claude with ${kind}`, 'anthropic-messages', answer, { answer: 'ok' }]),
  ['a whole body for a stream', 'openai-chat', json(chat({ content: 'ok', reasoning_content: 'T' })), { answer: 'ok' }],
]

const called: readonly Row[] = [
  ...calls.map(([kind, deltas]): Row => [`a stream with ${kind}`, 'openai-chat', sse(deltas.map(withFinish)), { calls: [f] }]),
  ...blocks
    .filter(([, , isCalled]) => isCalled === true)
    .map(([kind, answer]): Row => [`a stream of Claude with ${kind}`, 'anthropic-messages', answer, { calls: [f] }]),
]

/** Shapes of streams from public threads: framing, fields of thoughts and counts, calls and failures. */
export const streamShapes: readonly WireSibling[] = [
  ...said.flatMap((row) => endpoints.map((endpoint) => shape(row, endpoint, finishes[endpoint]))),
  ...called.flatMap((row) => endpoints.map((endpoint) => shape(row, endpoint, calledFinishes[endpoint]))),
  ...counted.map(([kind, events]): WireSibling => ({
    id: `counts that are ${kind}`,
    endpoint: 'completions',
    upstream: 'openai-chat',
    request: { stream: true, stream_options: { include_usage: true } },
    answer: sse(events),
    told: { answer: 'ok', finish: 'stop' },
    usage: counts,
  })),
  ...broken.map(([kind, upstream, answer, error]): WireSibling => ({
    id: `a stream with ${kind}`,
    endpoint: 'completions',
    upstream,
    request: { stream: true },
    answer,
    told: { error },
  })),
]

function shape([id, upstream, answer, told]: Row, endpoint: (typeof endpoints)[number], finish: string): WireSibling {
  return { id: `${id}, to ${endpoint}`, endpoint, upstream, request: { stream: true }, answer, told: { ...told, finish } }
}
