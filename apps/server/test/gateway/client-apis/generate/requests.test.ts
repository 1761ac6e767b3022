import { describe, expect, it } from 'vitest'
import { type OurWire, ourWires } from '@reason/gateway/upstreams'
import { connectGenerate, postGenerate, streamed, finalOf } from '../../../support/generate.ts'
import { startGateway } from '../../../support/gateway.ts'
import { rememberingUpstream, type Seen } from '../../../support/remembering-upstream.ts'
import { completion } from '../../../support/upstream.ts'

const answer = { type: 'application/json', body: completion({ content: 'Yes.' }) }

async function sent(request: object, format = 'openai-chat'): Promise<Seen> {
  const { origin, seen } = await rememberingUpstream(answer)
  const { url } = await startGateway(
    '--upstream',
    origin,
    '--upstream-format',
    format,
    '--model-family',
    'plain-model',
    '--adapter',
    'plain',
  )
  await (await postGenerate(url, request)).text()
  expect(seen).toHaveLength(1)
  return seen[0]!
}

describe('a request', () => {
  it('is written for the upstream', async () => {
    const { body } = await sent({
      model: 'm',
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image', data: 'AAAA', media_type: 'image/png' },
          ],
        },
        {
          role: 'assistant',
          content: [
            { type: 'text', text: 'I look.' },
            { type: 'tool_call', id: 'c1', name: 'look', arguments: '{"at":1}' },
          ],
        },
        { role: 'tool', call: 'c1', content: 'A cat.' },
      ],
      tools: [{ name: 'look', description: 'Looks.', parameters: { type: 'object', properties: { at: { type: 'number' } } } }],
      tool_choice: 'auto',
      effort: 'low',
      max_tokens: 100,
      temperature: 0.5,
      top_p: 0.9,
      seed: 7,
      stop: ['END'],
      session: 'alice',
      visibility: 'none',
    })
    expect(body).toMatchObject({
      model: 'm',
      messages: [
        { role: 'system', content: 'Be brief.' },
        {
          role: 'user',
          content: [
            { type: 'text', text: 'What is this?' },
            { type: 'image_url', image_url: { url: 'data:image/png;base64,AAAA' } },
          ],
        },
        {
          role: 'assistant',
          content: 'I look.',
          tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{"at":1}' } }],
        },
        { role: 'tool', tool_call_id: 'c1', content: 'A cat.' },
      ],
      tools: [{ type: 'function', function: { name: 'look', description: 'Looks.' } }],
      tool_choice: 'auto',
      reasoning_effort: 'low',
      temperature: 0.5,
      top_p: 0.9,
      seed: 7,
      stop: ['END'],
    })
    expect(Object.values(body)).toContain(100)
    for (const ours of ['session', 'visibility', 'effort', 'prompt']) expect(body).not.toHaveProperty(ours)
  })

  it.each(ourWires.map((id) => [id]))('with a prompt is a question to any upstream: %s', async (format: OurWire) => {
    const { body } = await sent({ model: 'some-model', prompt: 'Is a heron a bird?', max_tokens: 50 }, format)
    expect(JSON.stringify(body)).toContain('Is a heron a bird?')
  })

  it('asks for tokens to be counted in a stream', async () => {
    const { body } = await sent({ model: 'm', prompt: 'Q', stream: true })
    expect(body).toMatchObject({ stream: true, stream_options: { include_usage: true } })
  })

  it.each([['full'], ['none']] as const)('takes the message of an answer back as it was, at visibility %s', async (visibility) => {
    const { origin, seen } = await rememberingUpstream({
      type: 'application/json',
      body: JSON.stringify({
        id: 'msg_1',
        type: 'message',
        role: 'assistant',
        model: 'claude-sonnet-4-5',
        content: [
          { type: 'thinking', thinking: 'I need the weather.', signature: 'c2lnbmF0dXJlLW9mLXRoZS10aG91Z2h0' },
          { type: 'text', text: 'One moment.' },
          { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Paris' } },
        ],
        stop_reason: 'tool_use',
        usage: { input_tokens: 5, output_tokens: 20 },
      }),
    })
    const { url } = await startGateway('--upstream', origin, '--upstream-format', 'anthropic-messages', '--upstream-provider', 'anthropic')
    const first = { role: 'user', content: 'Weather?' }
    const tools = [{ name: 'weather', parameters: { type: 'object' } }]
    const asked = { model: 'claude-sonnet-4-5', visibility, tools, max_tokens: 4000, budget_tokens: 2000 }
    const { message } = finalOf(await streamed(url, { ...asked, messages: [first] }))
    expect(JSON.stringify(message)).not.toContain(origin)
    expect(JSON.stringify(message).includes('I need the weather.')).toBe(visibility === 'full')
    await streamed(url, { ...asked, messages: [first, message, { role: 'tool', call: 'toolu_1', content: 'Sunny.' }] })
    const { messages, thinking } = seen[1]!.body as { messages: { role: string; content: unknown }[]; thinking: unknown }
    expect(thinking).toMatchObject({ type: 'enabled', budget_tokens: 2000 })
    expect(messages[1]).toMatchObject({
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'I need the weather.', signature: 'c2lnbmF0dXJlLW9mLXRoZS10aG91Z2h0' },
        { type: 'text', text: 'One moment.' },
        { type: 'tool_use', id: 'toolu_1', name: 'weather', input: { city: 'Paris' } },
      ],
    })
  })
})

describe('a request that is wrong', () => {
  it.each([
    [{ prompt: 'Q' }, 'model', /names no model/],
    [{ model: 'm' }, 'messages', /has "prompt" and "messages", or neither/],
    [{ model: 'm', prompt: 'Q', messages: [{ role: 'user', content: 'Q' }] }, 'messages', /or neither/],
    [{ model: 'm', prompt: 5 }, 'prompt', /^"prompt" must be text\.$/],
    [{ model: 'm', prompt: 'Q', promt: 'Q' }, 'promt', /^"promt" is no field of a request\. .*There are: model, prompt/],
    [{ model: 'm', messages: [] }, 'messages', /^"messages" is empty\.$/],
    [
      { model: 'm', messages: [{ role: 'owner', content: 'Q' }] },
      'messages[0].role',
      /^"messages\[0\]\.role" must be one of: system, user, assistant, tool\.$/,
    ],
    [{ model: 'm', messages: [{ role: 'user', content: [{ type: 'text', txt: 'Q' }] }] }, 'messages[0].content[0].text', /must be text/],
    [
      { model: 'm', messages: [{ role: 'user', content: [{ type: 'image' }] }] },
      'messages[0].content[0]',
      /must have "url", or "data" with "media_type"/,
    ],
    [{ model: 'm', prompt: 'Q', effort: 'huge' }, 'effort', /must be one of: none, minimal, low/],
    [{ model: 'm', prompt: 'Q', budget_tokens: 0 }, 'budget_tokens', /must be at least 1/],
    [{ model: 'm', prompt: 'Q', max_tokens: 1.5 }, 'max_tokens', /must be a whole number/],
    [{ model: 'm', prompt: 'Q', visibility: 'some' }, 'visibility', /must be one of: full, summary, label, none/],
    [{ model: 'm', prompt: 'Q', stream: 'yes' }, 'stream', /must be true or false/],
    [{ model: 'm', prompt: 'Q', session: ' ' }, 'session', /is empty/],
    [{ model: 'm', prompt: 'Q', tools: [{ name: 'x', parameters: 5 }] }, 'tools[0].parameters', /must be an object/],
    [{ model: 'm', prompt: 'Q', tool_choice: 'required' }, 'tool_choice', /^"tool_choice" is "required", but there are no "tools"\. Offer/],
    [
      { model: 'm', prompt: 'Q', tools: [{ name: 'look' }], tool_choice: { name: 'find' } },
      'tool_choice',
      /^"tool_choice" is \{"name":"find"\}, but "tools" has: look\./,
    ],
    [
      {
        model: 'm',
        messages: [
          { role: 'user', content: 'Q' },
          { role: 'tool', content: 'found' },
        ],
      },
      'messages[1].call',
      /^"messages\[1\]" is the result of a call, but no call before it is open\. Add "call"/,
    ],
  ])('is told what to change: %j', async (body, param, message) => {
    const { url } = await startGateway()
    const response = await postGenerate(url, body)
    expect(response.status).toBe(400)
    const { error } = (await response.json()) as { error: { message: string } }
    expect(error).toMatchObject({ param, type: 'invalid_request_error', message: expect.stringMatching(message) as string })
  })

  it('is no JSON', async () => {
    const { url } = await startGateway()
    const response = await postGenerate(url, '{"model":')
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({ error: { message: expect.stringMatching(/not JSON \(Unexpected end/) as string } })
  })
})

it('takes the message of an answer back that calls a tool without a name', async () => {
  const call = { id: 'c1', type: 'function', function: { name: '', arguments: '{}' } }
  const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: completion({ content: '', tool_calls: [call] }) })
  const { url } = await startGateway('--upstream', origin, '--adapter', 'plain')
  const request = { model: 'm', tools: [{ name: 'look' }] }
  const { message } = finalOf(await streamed(url, { ...request, prompt: 'Q' }))
  const result = { role: 'tool', call: 'c1', content: 'There is no such tool.' }
  const response = await postGenerate(url, { ...request, messages: [{ role: 'user', content: 'Q' }, message, result] })
  expect(response.status).toBe(200)
  expect(seen[1]!.body).toMatchObject({ messages: [{}, { role: 'assistant', tool_calls: [call] }, { role: 'tool', tool_call_id: 'c1' }] })
})

it('takes the results of calls in their order, and the choice of a tool in another spelling', async () => {
  const call = (name: string) => ({ type: 'tool_call', name, arguments: '{}' })
  const { body } = await sent({
    model: 'm',
    tools: [{ name: 'look_up' }],
    tool_choice: { name: 'lookUp' },
    messages: [
      { role: 'user', content: 'Q' },
      { role: 'assistant', content: [call('look_up'), call('look_up')] },
      { role: 'tool', content: 'one' },
      { role: 'tool', content: 'two' },
    ],
  })
  expect(body['messages']).toMatchObject([{}, {}, { role: 'tool', content: 'one' }, { role: 'tool', content: 'two' }])
})

describe('a message over a WebSocket', () => {
  it.each([
    ['with a field twice', '{"model":"dear","prompt":"Q","model":"cheap"}'],
    ['that is no UTF-8', Buffer.from('{"model":"m","prompt":"caf\u00e9"}', 'latin1')],
    ['with a word for whether it streams', '{"model":"m","prompt":"Q","stream":"yes"}'],
  ])('%s is refused as a body is', async (_, message) => {
    const { origin, seen } = await rememberingUpstream(answer)
    const { url } = await startGateway('--upstream', origin)
    const response = await fetch(`${url}/v1/generate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: message,
    })
    expect(response.status).toBe(400)
    const { error } = (await response.json()) as { error: object }
    const { socket, rest } = await connectGenerate(url)
    socket.send(message)
    expect(await rest()).toEqual([{ type: 'error', error: { ...error, status: 400 } }])
    expect(seen).toEqual([])
  })

  it('says long numbers as it has them, and gets events whatever it says', async () => {
    const { origin, seen } = await rememberingUpstream(answer)
    const { url } = await startGateway('--upstream', origin, '--adapter', 'plain')
    const { send, rest } = await connectGenerate(url)
    const tool = '{"name":"look","parameters":{"maximum":9223372036854775807}}'
    send(`{"model":"m","prompt":"Q","stream":false,"tools":[${tool}],"answer_schema":{"const":9007199254740993}}`)
    expect(finalOf(await rest()).answer).toBe('Yes.')
    const { text } = seen[0]!
    expect(text).toContain('"maximum":9223372036854775807')
    expect(text).toContain('"const":9007199254740993')
    expect(text).toContain('"stream":true')
  })
})
