import { describe, expect, it } from 'vitest'
import { wireOf } from '@reason/gateway/test/support/apis'
import { startGateway } from '../../support/gateway.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'
import { postJson } from '../../support/post.ts'

const weather = { name: 'weather', description: 'Of a city', parameters: { type: 'object', properties: { city: { type: 'string' } } } }

/** As programs from before tools ask, in the middle of a loop. */
const request = {
  model: 'claude-sonnet-4-5',
  max_tokens: 100,
  functions: [weather],
  function_call: { name: 'weather' },
  messages: [
    { role: 'user', content: 'And in Rome?' },
    { role: 'assistant', content: null, function_call: { name: 'weather', arguments: '{"city":"Oslo"}' } },
    { role: 'function', name: 'weather', content: 'rain' },
  ],
}

const answer = {
  id: 'msg_1',
  type: 'message',
  role: 'assistant',
  model: 'claude-sonnet-4-5',
  content: [{ type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Rome' } }],
  stop_reason: 'tool_use',
  usage: { input_tokens: 1, output_tokens: 1 },
}

const sse = (events: readonly { type: string }[]): string =>
  events.map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`).join('')

const stream = sse([
  { type: 'message_start', message: { ...answer, content: [], stop_reason: null } },
  { type: 'content_block_start', index: 0, content_block: { ...answer.content[0], input: {} } },
  { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '{"city":' } },
  { type: 'content_block_delta', index: 0, delta: { type: 'input_json_delta', partial_json: '"Rome"}' } },
  { type: 'content_block_stop', index: 0 },
  { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 1 } },
  { type: 'message_stop' },
] as { type: string }[])

async function ask(changes: object, type: string, body: string, ...flags: string[]) {
  const { origin, seen } = await rememberingUpstream({ type, body })
  const { url } = await startGateway('--upstream', origin, ...flags)
  const response = await postJson(`${url}/v1/chat/completions`, { ...request, ...changes })
  return { text: await response.text(), seen, notes: response.headers.get('x-reason-notes') }
}

interface Chunk {
  choices: { delta: { function_call?: { name?: string; arguments?: string }; tool_calls?: unknown }; finish_reason: string | null }[]
}

const messages = ['--upstream-format', 'anthropic-messages']

describe('a client of the first version of Chat Completions, which knows no tools', () => {
  it('has its functions asked of another API, and is told of the call', async () => {
    const { text, seen, notes } = await ask({}, 'application/json', JSON.stringify(answer), ...messages)
    expect(seen[0]!.body).toMatchObject({
      tools: [{ name: 'weather', description: 'Of a city', input_schema: weather.parameters }],
      tool_choice: { type: 'tool', name: 'weather' },
      messages: [
        { role: 'user' },
        { content: [{ type: 'tool_use', name: 'weather', input: { city: 'Oslo' } }] },
        { content: [{ type: 'tool_result' }] },
      ],
    })
    expect(notes).toBeNull()
    const [choice] = (JSON.parse(text) as { choices: unknown[] }).choices
    expect(choice).toMatchObject({
      message: {
        role: 'assistant',
        content: null,
        function_call: { name: 'weather', arguments: expect.stringMatching(/"Rome"/) as string },
      },
      finish_reason: 'function_call',
    })
    expect(text).not.toContain('tool_calls')
  })

  it('is told of the call in a stream', async () => {
    const { text } = await ask({ stream: true }, 'text/event-stream', stream, ...messages)
    expect(text).not.toContain('tool_calls')
    const chunks = [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => JSON.parse(data!) as Chunk)
    const calls = chunks.flatMap(({ choices }) => choices.flatMap(({ delta }) => delta.function_call ?? []))
    expect(calls.map(({ name }) => name).filter((name) => name !== undefined)).toEqual(['weather'])
    expect(JSON.parse(calls.map((call) => call.arguments ?? '').join(''))).toEqual({ city: 'Rome' })
    expect(chunks.flatMap(({ choices }) => choices.flatMap(({ finish_reason: reason }) => reason ?? []))).toEqual(['function_call'])
  })

  it('asks an upstream of its own API as it asks, and gets its own words', async () => {
    const message = { role: 'assistant', content: null, function_call: { name: 'weather', arguments: '{"city":"Rome"}' } }
    const body = JSON.stringify({
      id: 'c',
      object: 'chat.completion',
      created: 1,
      model: 'm',
      choices: [{ index: 0, message, finish_reason: 'function_call' }],
    })
    const { text, seen } = await ask({}, 'application/json', body)
    expect(seen[0]!.body).toEqual(request)
    expect(JSON.parse(text)).toMatchObject({ choices: [{ message, finish_reason: 'function_call' }] })
    expect(text).not.toContain('tool_calls')
  })

  it('has its request written anew as it was', () => {
    const chat = wireOf('openai-chat')
    expect(chat.writeRequest(chat.readRequest(request), { wire: chat.id, provider: 'openai', model: request.model }).body).toEqual(request)
  })
})
