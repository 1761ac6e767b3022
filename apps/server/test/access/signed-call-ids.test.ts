import Anthropic from '@anthropic-ai/sdk'
import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { startGateway } from '../support/gateway.ts'
import { chunk, done, sendStream, startReadingUpstream } from '../support/upstream.ts'

const signature = `CiQB${'q7Zm'.repeat(40)}==`
const ids = [`call_1__thought__${signature}`, 'call_2']

interface Asked {
  stream?: boolean
  messages: Record<string, unknown>[]
}

/** LiteLLM in front of Gemini: what is sealed of a thought stands in the id of the first call. */
async function litellm(callIds = ids, thought?: string): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = []
  const url = await startReadingUpstream((text, response) => {
    const body = JSON.parse(text) as Asked
    asked.push(body)
    const calls = callIds.map((id, index) => ({
      index,
      id,
      type: 'function',
      function: { name: 'weather', arguments: `{"city":"${index === 0 ? 'Rome' : 'Oslo'}"}` },
    }))
    if (body.stream === true) {
      sendStream(response)
      for (const call of calls) response.write(chunk({ tool_calls: [call] }))
      return void response.end(chunk({}, { finish_reason: 'tool_calls' }) + done)
    }
    const choices = [
      {
        index: 0,
        message: { role: 'assistant', content: null, reasoning_content: thought, tool_calls: calls },
        finish_reason: 'tool_calls',
      },
    ]
    const whole = { id: 'c', object: 'chat.completion', created: 1, model: 'gemini-3-pro', choices }
    response.setHeader('content-type', 'application/json').end(JSON.stringify(whole))
  })
  return { url, asked }
}

const model = 'gemini-3-pro'
const parameters = { type: 'object' as const, properties: {} }

/** The calls that go back with the results, each with its original id. */
const whole = [
  { role: 'assistant', tool_calls: ids.map((id) => ({ id, function: { name: 'weather' } })) },
  ...ids.map((id) => ({ role: 'tool', tool_call_id: id, content: 'Sunny' })),
]

describe.each(['none', 'label', 'summary'])('a signature in the id of a call, at visibility %s', (visibility) => {
  it.each(['field', 'call-id'])('is not seen by a client of Chat Completions, and comes back (carrier: %s)', async (carrier) => {
    const { url, asked } = await litellm()
    const gateway = await startGateway('--upstream', url, '--visibility', visibility, '--seal-carrier', carrier, '--call-ids', 'whole')
    const tools: OpenAI.ChatCompletionTool[] = [{ type: 'function', function: { name: 'weather', parameters } }]
    const question: OpenAI.ChatCompletionMessageParam = { role: 'user', content: 'Weather?' }
    const streamed = await gateway.chat({ model, messages: [question], tools, stream: true })
    expect(await streamed.text()).not.toContain('q7Zm')
    const { choices } = await gateway.client.chat.completions.create({ model, messages: [question], tools })
    const { message } = choices[0]!
    expect(JSON.stringify(choices)).not.toContain('q7Zm')
    expect(message.tool_calls!.map(({ id }) => id.replace(/__rsn1_.*/, ''))).toEqual(['call_1', 'call_2'])
    const results = message.tool_calls!.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: 'Sunny' }))
    await gateway.client.chat.completions.create({ model, tools, messages: [question, message, ...results] })
    expect(asked[2]!.messages.slice(1)).toMatchObject(whole)
  })

  it('is not seen by a client of Messages, and comes back', async () => {
    const { url, asked } = await litellm()
    const gateway = await startGateway('--upstream', url, '--visibility', visibility)
    const client = new Anthropic({ baseURL: gateway.url, apiKey: 'unused', maxRetries: 0 })
    const settings = { model, max_tokens: 4000, tools: [{ name: 'weather', input_schema: parameters }] }
    const { content } = await client.messages.create({ ...settings, messages: [{ role: 'user', content: 'Weather?' }] })
    expect(JSON.stringify(content)).not.toContain('q7Zm')
    const calls = content.flatMap((block) => (block.type === 'tool_use' ? [block.id] : []))
    expect(calls).toEqual(['call_1', 'call_2'])
    const results = calls.map((id) => ({ type: 'tool_result' as const, tool_use_id: id, content: 'Sunny' }))
    await client.messages.create({
      ...settings,
      messages: [
        { role: 'user', content: 'Weather?' },
        { role: 'assistant', content },
        { role: 'user', content: results },
      ],
    })
    expect(asked[1]!.messages.slice(1)).toMatchObject(whole)
  })

  it('is not seen by a client of Responses that keeps each call beside its result, and comes back', async () => {
    const { url, asked } = await litellm()
    const gateway = await startGateway('--upstream', url, '--visibility', visibility)
    const tools: OpenAI.Responses.Tool[] = [{ type: 'function', name: 'weather', parameters, strict: false }]
    const question: OpenAI.Responses.ResponseInputItem = { role: 'user', content: 'Weather?' }
    const { output } = await gateway.client.responses.create({ model, input: [question], tools })
    expect(JSON.stringify(output)).not.toContain('q7Zm')
    const input = output.flatMap((item): OpenAI.Responses.ResponseInputItem[] =>
      item.type === 'function_call'
        ? [item, { type: 'function_call_output', call_id: item.call_id, output: 'Sunny' }]
        : [item as OpenAI.Responses.ResponseInputItem],
    )
    await gateway.client.responses.create({ model, tools, input: [question, ...input] })
    expect(JSON.stringify(asked[1])).toContain(ids[0])
    expect(asked[1]!.messages.filter(({ role }) => role === 'tool')).toMatchObject(whole.slice(1))
  })
})

describe('a single signed call after a thought', () => {
  const [id] = ids as [string]
  const expected = [
    { role: 'assistant', reasoning_content: 'Which city?', tool_calls: [{ id }] },
    { role: 'tool', tool_call_id: id },
  ]

  it.each(['none', 'full'])('comes back from a client of Messages, at visibility %s', async (visibility) => {
    const { url, asked } = await litellm([id], 'Which city?')
    const gateway = await startGateway('--upstream', url, '--visibility', visibility)
    const client = new Anthropic({ baseURL: gateway.url, apiKey: 'unused', maxRetries: 0 })
    const settings = { model, max_tokens: 4000, tools: [{ name: 'weather', input_schema: parameters }] }
    const question = { role: 'user' as const, content: 'Weather?' }
    const { content } = await client.messages.create({ ...settings, messages: [question] })
    const results = content.flatMap((block) =>
      block.type === 'tool_use' ? [{ type: 'tool_result' as const, tool_use_id: block.id, content: 'Sunny' }] : [],
    )
    await client.messages.create({ ...settings, messages: [question, { role: 'assistant', content }, { role: 'user', content: results }] })
    expect(asked[1]!.messages.slice(1)).toMatchObject(expected)
  })

  it.each(['none', 'full'])('comes back from a client of Responses, at visibility %s', async (visibility) => {
    const { url, asked } = await litellm([id], 'Which city?')
    const gateway = await startGateway('--upstream', url, '--visibility', visibility)
    const tools: OpenAI.Responses.Tool[] = [{ type: 'function', name: 'weather', parameters, strict: false }]
    const { output } = await gateway.client.responses.create({ model, input: 'Weather?', tools })
    const results = output.flatMap((item): OpenAI.Responses.ResponseInputItem[] =>
      item.type === 'function_call' ? [{ type: 'function_call_output', call_id: item.call_id, output: 'Sunny' }] : [],
    )
    const said = output as OpenAI.Responses.ResponseInputItem[]
    await gateway.client.responses.create({ model, tools, input: [{ role: 'user', content: 'Weather?' }, ...said, ...results] })
    expect(asked[1]!.messages.slice(1)).toMatchObject(expected)
  })
})

it('a signature in the id of a call is not seen where no reasoning is delivered, and comes back', async () => {
  const { url, asked } = await litellm()
  const gateway = await startGateway('--upstream', url, '--delivery', 'off')
  const tools: OpenAI.ChatCompletionTool[] = [{ type: 'function', function: { name: 'weather', parameters } }]
  const question: OpenAI.ChatCompletionMessageParam = { role: 'user', content: 'Weather?' }
  const { choices } = await gateway.client.chat.completions.create({ model, messages: [question], tools })
  const { message } = choices[0]!
  expect(JSON.stringify(choices)).not.toContain('q7Zm')
  const results = message.tool_calls!.map(({ id }) => ({ role: 'tool' as const, tool_call_id: id, content: 'Sunny' }))
  await gateway.client.chat.completions.create({ model, tools, messages: [question, message, ...results] })
  expect(asked[1]!.messages.slice(1)).toMatchObject(whole)
})

it('who sees all gets the id as it came', async () => {
  const { url } = await litellm()
  const gateway = await startGateway('--upstream', url)
  const tools: OpenAI.ChatCompletionTool[] = [{ type: 'function', function: { name: 'weather', parameters } }]
  const { choices } = await gateway.client.chat.completions.create({ model, messages: [{ role: 'user', content: 'Weather?' }], tools })
  expect(choices[0]!.message.tool_calls!.map(({ id }) => id)).toEqual(ids)
})

it('calls that come back in another order have each its own id again', async () => {
  const both = [ids[0]!, `call_2__thought__${signature}`]
  const { url, asked } = await litellm(both)
  const gateway = await startGateway('--upstream', url, '--visibility', 'none')
  const tools: OpenAI.ChatCompletionTool[] = [{ type: 'function', function: { name: 'weather', parameters } }]
  const question: OpenAI.ChatCompletionMessageParam = { role: 'user', content: 'Weather?' }
  const { choices } = await gateway.client.chat.completions.create({ model, messages: [question], tools })
  const { message } = choices[0]!
  const calls = message.tool_calls!.toReversed()
  const results = calls.map(({ id }, index) => ({ role: 'tool' as const, tool_call_id: id, content: `of call_${calls.length - index}` }))
  await gateway.client.chat.completions.create({ model, tools, messages: [question, { ...message, tool_calls: calls }, ...results] })
  const sent = asked[1]!.messages.filter(({ role }) => role === 'tool')
  expect(Object.fromEntries(sent.map(({ tool_call_id: id, content }) => [id, content]))).toEqual({
    [both[0]!]: 'of call_1',
    [both[1]!]: 'of call_2',
  })
})
