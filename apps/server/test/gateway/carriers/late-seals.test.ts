import { afterAll, beforeAll, expect, test } from 'vitest'
import { asList, asObject, type Json } from '@reason/gateway/json'
import type { OurWire } from '@reason/gateway/upstreams'
import { startScripted, type Scripted } from '../../matrix/upstream.ts'
import { startGateway } from '../../support/gateway.ts'
import { assembled } from '../../cases/assembled.ts'
import { claude, sse } from '../../cases/sibling-bodies.ts'
import { responses, signature } from '../../cases/situations/situation-bodies.ts'
import { eventsIn } from '../../cases/wire-drive.ts'
import { oneTool, type Endpoint } from '../../cases/wire-rows.ts'

const x = { role: 'user', content: 'x' }
const reasoning = { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'T' }], encrypted_content: 'gAAAAABx' }
const call = { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'f', arguments: '{"q":1}', status: 'completed' }
const thought: Json[] = [
  { type: 'response.created', response: { id: 'r', status: 'in_progress', model: 'm', output: [] } },
  { type: 'response.output_item.added', output_index: 0, item: { type: 'reasoning', id: 'rs_1', summary: [] } },
  { type: 'response.reasoning_summary_text.delta', output_index: 0, item_id: 'rs_1', summary_index: 0, delta: 'T' },
  { type: 'response.output_item.added', output_index: 1, item: { ...call, arguments: '' } },
  { type: 'response.output_item.done', output_index: 1, item: call },
]
const completed = { type: 'response.completed', response: responses([reasoning, call]) }
const delta = (index: number, of: Json): Json => ({ type: 'content_block_delta', index, delta: of })

/** Streams that send the seal of a thought behind the call that follows it, and the part of the next request that has it. */
const streams: readonly [kind: string, upstream: OurWire, events: Json[], back: Json][] = [
  [
    'the end of a reasoning item, as OpenRouter sends it',
    'openai-responses',
    [...thought, { type: 'response.output_item.done', output_index: 0, item: reasoning }, completed],
    { input: [x, reasoning, { type: 'function_call', call_id: 'call_1' }, {}] },
  ],
  [
    'the whole response alone, as Azure sends it',
    'openai-responses',
    [...thought, completed],
    { input: [x, reasoning, { type: 'function_call', call_id: 'call_1' }, {}] },
  ],
  [
    'a signature behind the beginning of the next block',
    'anthropic-messages',
    [
      { type: 'message_start', message: claude([], null) },
      { type: 'content_block_start', index: 0, content_block: { type: 'thinking', thinking: '', signature: '' } },
      delta(0, { type: 'thinking_delta', thinking: 'T' }),
      { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'toolu_1', name: 'f', input: {} } },
      delta(1, { type: 'input_json_delta', partial_json: '{"q":1}' }),
      delta(0, { type: 'signature_delta', signature }),
      { type: 'content_block_stop', index: 0 },
      { type: 'content_block_stop', index: 1 },
      { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 5 } },
      { type: 'message_stop' },
    ],
    {
      messages: [
        {},
        {
          content: [
            { type: 'thinking', thinking: 'T', signature },
            { type: 'tool_use', id: 'toolu_1' },
          ],
        },
        {},
      ],
    },
  ],
]
const endpoints: readonly Endpoint[] = ['completions', 'messages', 'responses']
const rows = streams.flatMap((row) =>
  (['full', 'none'] as const).flatMap((visibility) => endpoints.map((endpoint) => [...row, visibility, endpoint] as const)),
)

let upstream: Scripted
beforeAll(async () => void (upstream = await startScripted()))
afterAll(() => upstream.close())

test.each(rows)('%s: %s gets the thought back with its seal (%4$s, %5$s)', async (_, format, events, back, visibility, endpoint) => {
  const { url } = await startGateway('--upstream', upstream.origin, '--upstream-format', format, '--visibility', visibility)
  const path = { completions: '/v1/chat/completions', messages: '/v1/messages', responses: '/v1/responses' }[endpoint]
  const ask = async (conversation: readonly unknown[]): Promise<Json> => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
      body: JSON.stringify({
        model: 'claude-haiku-4-5',
        stream: true,
        max_tokens: 4000,
        tools: [oneTool[endpoint]],
        [endpoint === 'responses' ? 'input' : 'messages']: conversation,
      }),
    })
    return assembled[endpoint](eventsIn(await response.text()))
  }
  upstream.play([sse(events), sse(events)])
  const answer = await ask([x])
  await ask([x, ...nextOf[endpoint](answer)])
  expect(upstream.seen.at(-1)).toMatchObject(back)
})

/** The answer as a client sends it back, and a result of its call. */
const nextOf: Readonly<Record<Endpoint, (answer: Json) => unknown[]>> = {
  completions(answer) {
    const message = asObject(asObject(asList(answer['choices'])[0])['message'])
    const [call] = asList(message['tool_calls']).map(asObject)
    return [message, { role: 'tool', tool_call_id: call!['id'], content: 'r' }]
  },
  messages({ content }) {
    const call = asList(content)
      .map(asObject)
      .find(({ type }) => type === 'tool_use')
    const result = { type: 'tool_result', tool_use_id: call!['id'], content: 'r' }
    return [
      { role: 'assistant', content },
      { role: 'user', content: [result] },
    ]
  },
  responses({ output }) {
    const call = asList(output)
      .map(asObject)
      .find(({ type }) => type === 'function_call')
    return [...asList(output), { type: 'function_call_output', call_id: call!['call_id'], output: 'r' }]
  },
}
