import { asList, asObject, type Json } from '@reason/gateway/json'
import { describe, expect, it, onTestFinished } from 'vitest'
import { startScripted } from '../../matrix/upstream.ts'
import { startGateway } from '../../support/gateway.ts'
import { chat, chunk, json, sse } from '../../cases/sibling-bodies.ts'
import { eventsIn } from '../../cases/wire-drive.ts'

const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }
const copilot = { reasoning_text: 'R', reasoning_opaque: 'OPAQUE' }

/** Fields in which a server of an unknown make sends its reasoning, and expects it back. */
const fields: readonly Json[] = [
  { reasoning_content: 'R' },
  { reasoning: 'R' },
  { reasoning_text: 'R' },
  copilot,
  { reasoning_opaque: 'OPAQUE' },
  // Mistral and Databricks behind a proxy.
  { content: [{ type: 'thinking', thinking: [{ type: 'text', text: 'R' }] }] },
  { content: [{ type: 'thinking', thinking: 'R' }] },
  { content: [{ type: 'reasoning', summary: [{ type: 'summary_text', text: 'R' }] }] },
]
const cells = fields.flatMap((sent) =>
  ['full', 'none'].flatMap((visibility) =>
    [true, false].map((stream) => [JSON.stringify(sent), visibility, stream ? 'streamed' : 'whole', sent] as const),
  ),
)

async function start(visibility: string, how: string, sent: Json) {
  const upstream = await startScripted()
  onTestFinished(() => upstream.close())
  const called = { ...call, index: 0 }
  const first =
    how === 'whole'
      ? json(chat({ content: null, ...sent, tool_calls: [call] }, 'tool_calls'))
      : sse([
          ...Object.entries(sent).map(([name, value]) => chunk({ [name]: value })),
          chunk({ tool_calls: [called] }),
          chunk({}, 'tool_calls'),
        ])
  upstream.play([first, json(chat({ content: 'ok' }))])
  const { url } = await startGateway('--upstream', upstream.origin, '--visibility', visibility)
  const ask = async (path: string, body: Json): Promise<string> => {
    const head = { 'content-type': 'application/json', 'anthropic-version': '2023-06-01' }
    const response = await fetch(`${url}${path}`, { method: 'POST', headers: head, body: JSON.stringify({ model: 'm', ...body }) })
    return response.text()
  }
  const broughtBack = (): Json => {
    const message =
      asList(upstream.seen[1]?.['messages'])
        .map(asObject)
        .find(({ role }) => role === 'assistant') ?? {}
    return Object.fromEntries(Object.entries(message).filter(([name, value]) => /^(?:reasoning|content)/.test(name) && value !== null))
  }
  return { ask, stream: how === 'streamed', broughtBack }
}

const x = { role: 'user', content: 'x' }

describe('a server of an unknown make gets its reasoning back in its own fields', () => {
  it.each(cells)('%s at %s, %s, from a Chat client that keeps the calls alone', async (_, visibility, how, sent) => {
    const { ask, stream, broughtBack } = await start(visibility, how, sent)
    const tools = [{ type: 'function', function: { name: 'f', parameters: { type: 'object' } } }]
    const raw = await ask('/v1/chat/completions', { stream, tools, messages: [x] })
    const messages = stream ? eventsIn(raw).map((event) => delta(event, 'delta')) : [delta(JSON.parse(raw) as Json, 'message')]
    const calls = messages.flatMap((message) => asList(message['tool_calls']).map(asObject))
    const { id } = calls.find((one) => one['id'] !== undefined)!
    const kept = { role: 'assistant', content: null, tool_calls: [{ ...call, id }] }
    await ask('/v1/chat/completions', { tools, messages: [x, kept, { role: 'tool', tool_call_id: id, content: 'r' }] })
    expect(broughtBack()).toEqual(sent)
  })

  it.each(cells.filter(([, , how]) => how === 'whole'))('%s at %s, %s, from a Messages client', async (_, visibility, how, sent) => {
    const { ask, broughtBack } = await start(visibility, how, sent)
    const body = { max_tokens: 100, tools: [{ name: 'f', input_schema: { type: 'object' } }] }
    const { content } = JSON.parse(await ask('/v1/messages', { ...body, messages: [x] })) as { content: Json[] }
    const { id } = content.find(({ type }) => type === 'tool_use')!
    const result = { role: 'user', content: [{ type: 'tool_result', tool_use_id: id, content: 'r' }] }
    await ask('/v1/messages', { ...body, messages: [x, { role: 'assistant', content }, result] })
    expect(broughtBack()).toEqual(sent)
  })
})

const delta = (event: Json, name: string): Json => asObject(asObject(asList(event['choices'])[0])[name])
