import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { startGateway } from '../../../support/gateway.ts'
import { chunk, completion, done, sendStream, startReadingUpstream, startUpstream } from '../../../support/upstream.ts'
import { postJson } from '../../../support/post.ts'

type Body = { stream?: boolean; tools: { function: { name: string } }[]; tool_choice?: unknown; messages: Record<string, unknown>[] }

/** A server that knows functions alone, and calls these. */
async function server(names: readonly string[]): Promise<{ url: string; asked: Body[] }> {
  const asked: Body[] = []
  const url = await startReadingUpstream((text, response) => {
    const body = JSON.parse(text) as Body
    asked.push(body)
    const said = {
      reasoning_content: 'I look.',
      content: 'Well.',
      tool_calls: names.map((name, index) => ({
        index,
        id: `call_${index}`,
        type: 'function',
        function: { name, arguments: '{"input":"x"}' },
      })),
    }
    if (body.stream !== true) return void response.setHeader('content-type', 'application/json').end(completion(said))
    sendStream(response)
    const { tool_calls: calls, ...texts } = said
    response.write(chunk(texts))
    for (const call of calls) response.write(chunk({ tool_calls: [call] }))
    response.end(chunk({}, { finish_reason: 'tool_calls' }) + done)
  })
  return { url, asked }
}

const parameters = { type: 'object', properties: {} }
const tools = [
  { type: 'function', name: 'list', parameters, strict: false },
  {
    type: 'namespace',
    name: 'mcp__files__',
    description: 'Files.',
    tools: [
      { type: 'function', name: 'list', description: 'Lists them.', parameters, strict: false, defer_loading: true },
      { type: 'custom', name: 'patch', description: 'Patches one.' },
    ],
  },
  { type: 'namespace', name: 'crm', description: 'Customers.', tools: [{ type: 'function', name: 'find', parameters, strict: false }] },
]
const flat = ['list', 'mcp__files__list', 'mcp__files__patch', 'crm__find']

const called = [
  { type: 'function_call', call_id: 'call_0', name: 'list', arguments: '{"input":"x"}' },
  { type: 'function_call', call_id: 'call_1', namespace: 'mcp__files__', name: 'list', arguments: '{"input":"x"}' },
  { type: 'custom_tool_call', call_id: 'call_2', namespace: 'mcp__files__', name: 'patch', input: 'x' },
  { type: 'function_call', call_id: 'call_3', namespace: 'crm', name: 'find', arguments: '{"input":"x"}' },
]

describe.each(['full', 'none'])('tools in namespaces of Responses, before Chat Completions, at visibility %s', (visibility) => {
  it.each([false, true])('are offered under one name each, and called in their namespaces (stream: %s)', async (stream) => {
    const { url, asked } = await server(flat)
    const gateway = await startGateway('--upstream', url, '--visibility', visibility)
    const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'none', maxRetries: 0 })
    const ask = async (input: unknown) => {
      const request = { model: 'm', store: false, tools, input } as unknown as OpenAI.Responses.ResponseCreateParamsNonStreaming
      return stream ? client.responses.stream(request as never).finalResponse() : client.responses.create(request)
    }
    const question = { role: 'user', content: 'Look.' }
    const { output } = await ask([question])
    const calls = output.filter(({ type }) => type.endsWith('_call'))
    expect(calls).toMatchObject(called.map((call) => ({ ...call, call_id: expect.any(String) as string })))
    expect(calls[0]).not.toHaveProperty('namespace')
    expect(asked[0]!.tools.map((tool) => tool.function.name)).toEqual(flat)
    expect(JSON.stringify(asked[0])).not.toContain('namespace')

    const results = (calls as typeof called).map(({ type, call_id }) => ({ type: `${type}_output`, call_id, output: 'Done.' }))
    await ask([question, ...output, ...results])
    const back = asked[1]!.messages.find(({ role }) => role === 'assistant')!
    expect((back['tool_calls'] as { id: string; function: { name: string } }[]).map((call) => [call.id, call.function.name])).toEqual(
      flat.map((name, index) => [`call_${index}`, name]),
    )
    expect(asked[1]!.messages.filter(({ role }) => role === 'tool').map((message) => message['tool_call_id'])).toEqual(
      flat.map((_, index) => `call_${index}`),
    )
  })
})

it.each([
  [{ type: 'function', name: 'find' }, 'crm__find'],
  [{ type: 'function', name: 'list' }, 'list'],
  [{ type: 'function', name: 'list', namespace: 'mcp__files__' }, 'mcp__files__list'],
])('a choice of a tool is one of the tool that is meant: %j', async (choice, expected) => {
  const { url, asked } = await server([])
  const gateway = await startGateway('--upstream', url)
  const response = await postJson(`${gateway.url}/v1/responses`, { model: 'm', tools, tool_choice: choice, input: 'Look.' })
  // The note is about `defer_loading`.
  expect([response.status, response.headers.get('x-reason-notes')]).toEqual([200, '1'])
  expect(asked[0]!.tool_choice).toEqual({ type: 'function', function: { name: expected } })
})

/** Names that models and servers write, and the calls that Codex can route. `list` is also a tool without a namespace. */
const written: readonly (readonly [name: string, expected: object])[] = [
  ['find', { namespace: 'crm', name: 'find' }],
  ['crm.find', { namespace: 'crm', name: 'find' }],
  ['crm/find', { namespace: 'crm', name: 'find' }],
  ['mcp__files.list', { namespace: 'mcp__files__', name: 'list' }],
  ['list', { name: 'list' }],
  ['other', { name: 'other' }],
  ['read', { name: 'read' }],
]
/** Two namespaces with a tool of one name. Nothing tells which one a bare name means. */
const alike = ['erp', 'wiki'].map((name) => ({
  type: 'namespace',
  name,
  description: 'Pages.',
  tools: [{ type: 'function', name: 'read', parameters, strict: false }],
}))
const ofServer = (fields: object): object => ({
  id: 'resp_1',
  object: 'response',
  status: 'completed',
  model: 'm',
  output: [{ type: 'function_call', id: 'fc_1', call_id: 'call_1', arguments: '{}', status: 'completed', ...fields }],
})

describe.each(['openai-chat', 'openai-responses'])('a namespace that %s has lost is found again', (format) => {
  it.each(written)('%s', async (name, expected) => {
    const called = { id: 'call_1', type: 'function', function: { name, arguments: '{}' } }
    const message = { role: 'assistant', content: null, tool_calls: [called] }
    const ofChat = { id: 'c', object: 'chat.completion', model: 'm', choices: [{ index: 0, message, finish_reason: 'tool_calls' }] }
    const url = await startUpstream((request, response) => {
      const body = JSON.stringify(format === 'openai-chat' ? ofChat : ofServer({ name }))
      request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(body))
    })
    const gateway = await startGateway('--upstream', url, '--upstream-format', format)
    const call = await calledBy(gateway.url)
    expect({ ...('namespace' in call && { namespace: call['namespace'] }), name: call['name'] }).toEqual(expected)
  })
})

it('a namespace that the upstream names stays', async () => {
  const fields = { namespace: 'mine', name: 'find', caller: { type: 'direct' } }
  const url = await startUpstream((request, response) => {
    request.resume().on('end', () => response.setHeader('content-type', 'application/json').end(JSON.stringify(ofServer(fields))))
  })
  const gateway = await startGateway('--upstream', url, '--upstream-format', 'openai-responses')
  expect(await calledBy(gateway.url)).toMatchObject(fields)
})

async function calledBy(url: string): Promise<Record<string, unknown>> {
  const response = await postJson(`${url}/v1/responses`, { model: 'm', store: false, tools: [...tools, ...alike], input: 'Look.' })
  const { output } = (await response.json()) as { output: Record<string, unknown>[] }
  return output.find(({ type }) => type === 'function_call')!
}
