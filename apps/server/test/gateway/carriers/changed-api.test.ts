import { afterAll, beforeAll, expect, test } from 'vitest'
import { asList, asObject, type Json } from '@reason/gateway/json'
import type { OurWire } from '@reason/gateway/upstreams'
import { startScripted, type Scripted } from '../../matrix/upstream.ts'
import { startGateway } from '../../support/gateway.ts'
import { claude, gemini, json } from '../../cases/sibling-bodies.ts'
import { responses, signature, x } from '../../cases/situations/situation-bodies.ts'
import { oneTool, type Endpoint } from '../../cases/wire-rows.ts'

/** A thought, its call, and a signature that has to come back. */
const answers: Readonly<Partial<Record<OurWire, Json>>> = {
  gemini: gemini([{ functionCall: { name: 'f', args: { q: 1 } }, thoughtSignature: signature }], 'STOP'),
  'anthropic-messages': claude(
    [
      { type: 'thinking', thinking: 'T', signature },
      { type: 'tool_use', id: 'toolu_1', name: 'f', input: { q: 1 } },
    ],
    'tool_use',
  ),
  'openai-responses': responses([
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: signature },
    { type: 'function_call', id: 'fc_1', call_id: 'call_1', name: 'f', arguments: '{"q":1}', status: 'completed' },
  ]),
}
const paths = { completions: '/v1/chat/completions', messages: '/v1/messages', responses: '/v1/responses' } as const
const endpoints = Object.keys(paths) as Endpoint[]
const rows = (Object.keys(answers) as OurWire[]).flatMap((format) =>
  endpoints.flatMap((from) => endpoints.filter((to) => to !== from).map((to) => [format, from, to] as const)),
)

const idOf: Readonly<Record<Endpoint, (answer: Json) => unknown>> = {
  completions: ({ choices }) => asObject(asList(asObject(asObject(asList(choices)[0])['message'])['tool_calls'])[0])['id'],
  messages: ({ content }) =>
    asList(content)
      .map(asObject)
      .find(({ type }) => type === 'tool_use')?.['id'],
  responses: ({ output }) =>
    asList(output)
      .map(asObject)
      .find(({ type }) => type === 'function_call')?.['call_id'],
}

/** A step as an agent writes it that keeps only calls and results, whatever API it uses next. */
const stepOf: Readonly<Record<Endpoint, (id: unknown) => Json[]>> = {
  completions: (id) => [
    { role: 'assistant', content: null, tool_calls: [{ id, type: 'function', function: { name: 'f', arguments: '{"q":1}' } }] },
    { role: 'tool', tool_call_id: id, content: 'r' },
  ],
  messages: (id) => [
    { role: 'assistant', content: [{ type: 'tool_use', id, name: 'f', input: { q: 1 } }] },
    { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'r' }] },
  ],
  responses: (id) => [
    { type: 'function_call', call_id: id, name: 'f', arguments: '{"q":1}' },
    { type: 'function_call_output', call_id: id, output: 'r' },
  ],
}

let upstream: Scripted
beforeAll(async () => void (upstream = await startScripted()))
afterAll(() => upstream.close())

test.each(rows)('%s: a client that goes from %s to %s keeps its sealed thought', async (format, from, to) => {
  const { url } = await startGateway('--upstream', upstream.origin, '--upstream-format', format, '--visibility', 'none')
  const ask = async (endpoint: Endpoint, conversation: readonly unknown[]): Promise<Json> => {
    const response = await fetch(url + paths[endpoint], {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' },
      body: JSON.stringify({
        model: 'claude-haiku-4-5',
        max_tokens: 4000,
        tools: [oneTool[endpoint]],
        [endpoint === 'responses' ? 'input' : 'messages']: conversation,
      }),
    })
    return asObject(await response.json())
  }
  upstream.play([json(answers[format]), json(answers[format])])
  const answer = await ask(from, [x])
  expect(JSON.stringify(answer)).not.toContain(signature)
  await ask(to, [x, ...stepOf[to](idOf[from](answer))])
  expect(JSON.stringify(upstream.seen.at(-1))).toContain(signature)
})
