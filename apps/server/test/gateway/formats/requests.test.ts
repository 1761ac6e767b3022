import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { apis } from '@reason/gateway/test/support/apis'
import { ourWires } from '@reason/gateway/upstreams'
import { question, startGateway } from '../../support/gateway.ts'
import { rememberingUpstream, type Answer } from '../../support/remembering-upstream.ts'

const message: Answer = {
  type: 'application/json',
  body: JSON.stringify({
    id: 'msg_1',
    type: 'message',
    role: 'assistant',
    model: 'claude-sonnet-4-5',
    content: [
      { type: 'thinking', thinking: 'I must look.', signature: 'c2lnbmF0dXJl' },
      { type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'Oslo' } },
    ],
    stop_reason: 'tool_use',
    usage: { input_tokens: 20, output_tokens: 9 },
  }),
}

const response: Answer = {
  type: 'application/json',
  body: JSON.stringify({
    id: 'resp_1',
    object: 'response',
    status: 'completed',
    model: 'gpt-5',
    output: [
      {
        type: 'message',
        id: 'msg_1',
        role: 'assistant',
        status: 'completed',
        content: [{ type: 'output_text', text: 'Hi', annotations: [] }],
      },
    ],
    usage: { input_tokens: 3, output_tokens: 2, total_tokens: 5 },
  }),
}

const tools = [
  {
    type: 'function' as const,
    function: {
      name: 'get_weather',
      description: 'Weather now.',
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
    },
  },
]

const anthropic = async (...flags: string[]) => {
  const { origin, seen } = await rememberingUpstream(message)
  const gateway = await startGateway(
    '--upstream',
    origin,
    '--upstream-format',
    'anthropic-messages',
    '--upstream-provider',
    'anthropic',
    ...flags,
  )
  return { ...gateway, seen }
}

const responses = async (...flags: string[]) => {
  const { origin, seen } = await rememberingUpstream(response)
  const gateway = await startGateway(
    '--upstream',
    origin,
    '--upstream-format',
    'openai-responses',
    '--upstream-provider',
    'openai',
    ...flags,
  )
  return { ...gateway, seen }
}

describe('a request in the format of the upstream', () => {
  it('arrives as Anthropic wants it', async () => {
    const { client, seen } = await anthropic()
    await client.chat.completions.create({
      model: 'claude-sonnet-4-5',
      reasoning_effort: 'medium',
      max_completion_tokens: 16_000,
      temperature: 0.3,
      messages: [{ role: 'system', content: 'Be brief.' }, ...question],
      tools,
    })
    const [{ method, url, headers, body }] = seen as [(typeof seen)[0]]
    expect([method, url]).toEqual(['POST', '/v1/messages'])
    expect(headers).toMatchObject({ 'x-api-key': 'client-key', 'anthropic-version': '2023-06-01', 'content-type': 'application/json' })
    expect(headers).not.toHaveProperty('authorization')
    expect(body).toMatchObject({
      model: 'claude-sonnet-4-5',
      system: [{ type: 'text', text: 'Be brief.' }],
      messages: [{ role: 'user' }],
      max_tokens: 16_000,
      thinking: { type: 'enabled' },
      tools: [{ name: 'get_weather', input_schema: { type: 'object' } }],
      stream: false,
    })
    expect(JSON.stringify(body['messages'])).toContain('What is 17 * 3?')
    // Refused while thinking is on.
    expect(body).not.toHaveProperty('temperature')
  })

  it('arrives as Responses wants it', async () => {
    const { client, seen } = await responses('--ask-reasoning', 'summary')
    const answer = await client.chat.completions.create({
      model: 'gpt-5',
      reasoning_effort: 'low',
      messages: [{ role: 'system', content: 'Be brief.' }, ...question],
      tools,
    })
    const [{ url, headers, body }] = seen as [(typeof seen)[0]]
    expect(url).toBe('/v1/responses')
    expect(headers).toMatchObject({ authorization: 'Bearer client-key' })
    expect(body).toMatchObject({
      model: 'gpt-5',
      reasoning: { effort: 'low', summary: 'auto' },
      tools: [{ type: 'function', name: 'get_weather' }],
      store: false,
      stream: false,
    })
    expect(JSON.stringify(body)).toContain('Be brief.')
    expect(JSON.stringify(body['input'])).toContain('What is 17 * 3?')
    expect(answer).toMatchObject({ id: 'resp_1', model: 'gpt-5', choices: [{ message: { content: 'Hi' }, finish_reason: 'stop' }] })
    expect(answer.created).toBeGreaterThan(1_700_000_000)
  })

  it('arrives as Converse wants it', async () => {
    const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: '{"message":"Seen."}', status: 418 })
    const { chat } = await startGateway('--upstream', origin, '--upstream-format', 'bedrock-converse')
    const model = 'us.anthropic.claude-sonnet-4-20250514-v1:0'
    await chat({ model, stream: true, reasoning_effort: 'medium', max_tokens: 16_000, messages: question, tools })
    expect(seen[0]!.url).toBe('/model/us.anthropic.claude-sonnet-4-20250514-v1%3A0/converse-stream')
    expect(seen[0]!.body).toMatchObject({
      messages: [{ role: 'user', content: [{ text: 'What is 17 * 3?' }] }],
      inferenceConfig: { maxTokens: 16_000 },
      toolConfig: { tools: [{ toolSpec: { name: 'get_weather' } }] },
      additionalModelRequestFields: { thinking: { type: 'enabled' } },
    })
    // The service refuses fields that it does not know.
    for (const field of ['model', 'stream', 'modelId']) expect(seen[0]!.body).not.toHaveProperty(field)
  })

  it('asks for reasoning as the client does, where it does', async () => {
    const { chat, seen } = await responses('--ask-reasoning', 'summary')
    await chat({ model: 'gpt-5', messages: question, include_reasoning: false })
    expect(JSON.stringify(seen[0]!.body['reasoning'] ?? {})).not.toContain('summary')
  })

  it('streams when the client does', async () => {
    const { chat, seen } = await anthropic()
    await (await chat({ model: 'claude-sonnet-4-5', messages: question, stream: true, stream_options: { include_usage: true } })).text()
    expect(seen[0]!.body).toMatchObject({ stream: true })
    expect(seen[0]!.body).not.toHaveProperty('stream_options')
  })

  it('bears the configured key, and none of the headers that are not for that provider', async () => {
    const keyFile = join(mkdtempSync(join(tmpdir(), 'reason-key-')), 'key')
    writeFileSync(keyFile, 'ours\n')
    const headers = {
      'content-type': 'application/json',
      authorization: 'Bearer client-key',
      'openai-organization': 'org',
      'anthropic-beta': 'interleaved-thinking-2025-05-14',
      traceparent: 't',
    }
    const { chat, seen } = await anthropic('--upstream-key-file', keyFile)
    await chat({ model: 'claude-sonnet-4-5', messages: question }, { headers })
    expect(seen[0]!.headers).toMatchObject({ 'x-api-key': 'ours', 'anthropic-beta': 'interleaved-thinking-2025-05-14', traceparent: 't' })
    expect(seen[0]!.headers).not.toHaveProperty('authorization')
    expect(seen[0]!.headers).not.toHaveProperty('openai-organization')
  })

  it('goes under the path of the address, where it has one', async () => {
    const { origin, seen } = await rememberingUpstream(message)
    const { chat } = await startGateway('--upstream', `${origin}/anthropic/?version=1`, '--upstream-format', 'anthropic-messages')
    await chat({ model: 'claude-sonnet-4-5', messages: question })
    expect(seen[0]!.url).toBe('/anthropic/messages?version=1')
  })

  it('is refused where it asks for several answers', async () => {
    const { chat, seen } = await anthropic()
    const answer = await chat({ model: 'claude-sonnet-4-5', messages: question, n: 2 })
    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ error: { param: 'n', code: 'unsupported_value', type: 'invalid_request_error' } })
    expect(seen).toEqual([])
  })

  it('is refused where the provider is known to refuse it, in the words of its rule', async () => {
    const { client, seen } = await anthropic()
    const begun = { role: 'assistant' as const, content: 'The answer is' }
    const asked = client.chat.completions.create({ model: 'claude-sonnet-4-5', reasoning_effort: 'medium', messages: [...question, begun] })
    await expect(asked).rejects.toMatchObject({
      status: 400,
      code: 'request_refused',
      message: expect.stringContaining('thinking') as string,
    })
    expect(seen).toEqual([])
  })
})

describe('a request', () => {
  it.each(ourWires.flatMap((id) => [true, false].map((stream) => ({ id, stream }))))(
    'goes to the path of $id with its key (stream: $stream)',
    async ({ id, stream }) => {
      const { origin, seen } = await rememberingUpstream({ status: 418, type: 'application/json', body: '{"error":{"message":"Seen."}}' })
      const { client } = await startGateway('--upstream', origin, '--upstream-format', id)
      const asked = client.chat.completions.create({ model: 'some/model:1', messages: question, stream })
      await expect(asked).rejects.toMatchObject({ status: 418, message: expect.stringContaining('Seen.') as string })
      const { base, keyHeader } = apis[id]
      expect(seen[0]!.url).toBe(base + apis[id].path('some/model:1', stream))
      expect(seen[0]!.headers[keyHeader]).toMatch(/^(?:Bearer )?client-key$/)
      expect(JSON.stringify(seen[0]!.body)).toContain('What is 17 * 3?')
    },
  )
})

describe('a tool loop', () => {
  it('goes on without the thought where a client of Chat Completions does not bring it back', async () => {
    const { client, seen } = await anthropic()
    const asked = { model: 'claude-sonnet-4-5', reasoning_effort: 'medium' as const, max_completion_tokens: 16_000, tools }
    const first = await client.chat.completions.create({ ...asked, messages: question })
    const said = first.choices[0]!.message
    expect(said).toMatchObject({ reasoning_content: 'I must look.', tool_calls: [{ function: { name: 'get_weather' } }] })

    // One with ids of its own.
    const result = { role: 'tool' as const, tool_call_id: 'toolu_1', content: 'rain' }
    const { content, tool_calls } = said
    const brought = { role: 'assistant' as const, content, tool_calls: tool_calls!.map((call) => ({ ...call, id: 'toolu_1' })) }
    const { response: head } = await client.chat.completions.create({ ...asked, messages: [...question, brought, result] }).withResponse()
    const { messages, thinking } = seen[1]!.body as { messages: { role: string; content: { type: string }[] }[]; thinking: unknown }
    // Claude would refuse to go on thinking without its own signed block.
    expect(thinking).toEqual({ type: 'disabled' })
    expect(messages.map(({ role }) => role)).toEqual(['user', 'assistant', 'user'])
    expect(messages[1]!.content).toEqual([{ type: 'tool_use', id: 'toolu_1', name: 'get_weather', input: { city: 'Oslo' } }])
    expect(messages[2]!.content).toMatchObject([{ type: 'tool_result', tool_use_id: 'toolu_1' }])
    expect(JSON.stringify(messages)).not.toContain('I must look.')
    expect(Number(head.headers.get('x-reason-notes'))).toBeGreaterThan(0)
  })

  it('goes on at Gemini, with its own word for a signature that is lost', async () => {
    const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: '{"error":{"message":"Seen."}}', status: 418 })
    const { chat } = await startGateway('--upstream', origin, '--upstream-format', 'gemini', '--upstream-provider', 'google')
    const call = { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } }
    const said = { role: 'assistant', content: null, reasoning_content: 'I must look.', tool_calls: [call] }
    const messages = [...question, said, { role: 'tool', tool_call_id: 'call_1', content: 'rain' }]
    await chat({ model: 'gemini-3-pro-preview', stream: true, messages, tools })
    expect(seen[0]!.url).toBe('/v1beta/models/gemini-3-pro-preview:streamGenerateContent?alt=sse')
    expect(seen[0]!.body['contents']).toMatchObject([
      { role: 'user' },
      { role: 'model', parts: [{ functionCall: { name: 'get_weather' }, thoughtSignature: 'skip_thought_signature_validator' }] },
      { role: 'user', parts: [{ functionResponse: { name: 'get_weather' } }] },
    ])
    expect(JSON.stringify(seen[0]!.body)).not.toContain('I must look.')
    for (const field of ['model', 'stream']) expect(seen[0]!.body).not.toHaveProperty(field)
  })

  it('brings reasoning back where the provider wants its text', async () => {
    const { origin, seen } = await rememberingUpstream(message)
    const { chat } = await startGateway('--upstream', origin, '--upstream-format', 'anthropic-messages', '--upstream-provider', 'deepseek')
    const call = { id: 'call_1', type: 'function', function: { name: 'get_weather', arguments: '{"city":"Oslo"}' } }
    const said = { role: 'assistant', content: '', reasoning_content: 'I must look.', tool_calls: [call] }
    await chat({
      model: 'deepseek-v4-flash',
      messages: [...question, said, { role: 'tool', tool_call_id: 'call_1', content: 'rain' }],
      tools,
    })
    expect(JSON.stringify(seen[0]!.body['messages'])).toContain('"thinking":"I must look."')
  })
})

describe('the count of notes', () => {
  it('is told only where there are any', async () => {
    const { chat } = await responses()
    const plain = await chat({ model: 'gpt-5', messages: question })
    expect(plain.headers.get('x-reason-notes')).toBeNull()
    const odd = await chat({ model: 'gpt-5', messages: question, seed: 7 })
    expect(odd.headers.get('x-reason-notes')).toBe('1')
  })
})
