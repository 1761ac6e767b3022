import OpenAI from 'openai'
import { describe, expect, it, test } from 'vitest'
import { declaredNames, withDeclaredTools } from '@reason/gateway/src/client-apis/tools/declared-tools'
import { startGateway } from '../../support/gateway.ts'
import { chunk, completion, done, sendStream, startUpstream } from '../../support/upstream.ts'

const parameters = { type: 'object', properties: {} }
const fn = (name: string, more: object = {}) => ({ type: 'function', name, parameters, strict: false, ...more })
const user = { role: 'user', content: 'x' }

describe('tools that a conversation of Responses declares', () => {
  const search = { type: 'tool_search', execution: 'client', description: 'Finds tools.', parameters }
  const found = { type: 'tool_search_output', call_id: 'c1', execution: 'client', tools: [fn('late', { defer_loading: true })] }
  const call = { type: 'tool_search_call', call_id: 'c1', execution: 'client', arguments: { query: 'q' } }
  const rows: [name: string, json: object, names: string[], types: (string | undefined)[]][] = [
    ['in an item', { input: [{ type: 'additional_tools', role: 'developer', tools: [fn('a')] }, user] }, ['a'], [undefined]],
    [
      'in several, beside those of the request, of which the last of each name counts',
      {
        tools: [fn('a'), fn('b')],
        input: [
          { type: 'additional_tools', role: 'developer', tools: [fn('a', { description: 'new' })] },
          user,
          { type: 'additional_tools', role: 'developer', tools: [fn('c')] },
        ],
      },
      ['a', 'b', 'c'],
      [undefined],
    ],
    [
      'of one namespace in two items',
      {
        input: [
          { type: 'additional_tools', tools: [{ type: 'namespace', name: 'n', tools: [fn('a')] }] },
          { type: 'additional_tools', tools: [{ type: 'namespace', name: 'n', tools: [fn('b')] }] },
        ],
      },
      ['n'],
      [],
    ],
    ['by a search that its client runs', { tools: [search], input: [user] }, ['tool_search'], [undefined]],
    [
      'by what that search has found',
      { tools: [search], input: [user, call, found] },
      ['tool_search', 'late'],
      [undefined, 'function_call', 'function_call_output'],
    ],
    [
      'by what a search of the provider has found',
      {
        input: [user, { ...call, call_id: null, execution: 'server' }, { ...found, call_id: null, execution: 'server' }],
      },
      ['late'],
      [undefined],
    ],
    ['in an item that has none', { input: [{ type: 'additional_tools' }, user] }, [], [undefined]],
    ['in nothing that is a tool', { input: [{ type: 'additional_tools', tools: [1, null, 'x'] }, user] }, [], [undefined]],
  ]
  test.each(rows)('%s', (_, json, names, types) => {
    expect(declaredNames('openai-responses', json as never)).toEqual(names)
    const { input } = withDeclaredTools('openai-responses', json as never)
    expect((input as { type?: string }[]).map(({ type }) => type)).toEqual(types)
  })

  it('says what was found, with namespaces', () => {
    const tools = [{ type: 'namespace', name: 'crm', tools: [fn('find')] }, fn('late')]
    const { input } = withDeclaredTools('openai-responses', { tools: [search], input: [call, { ...found, tools }] })
    expect((input as { output?: string }[])[1]!.output).toBe('These tools can be called now: crm.find, late')
  })

  it('sets what an update in the conversation sets, the last one of each', () => {
    const update = (fields: object) => ({ type: 'configuration_update', ...fields })
    const format = { type: 'json_schema', name: 'x', schema: {} }
    const json = withDeclaredTools('openai-responses', {
      reasoning: { effort: 'low', summary: 'auto' },
      input: [user, update({ reasoning: { effort: 'high' } }), update({ text: { format } }), update({ reasoning: { effort: 'xhigh' } })],
    })
    expect(json).toEqual({ reasoning: { effort: 'xhigh', summary: 'auto' }, text: { format }, input: [user] })
  })

  it('leaves a request alone that declares none', () => {
    const json = { tools: [fn('a')], input: [user] }
    expect(withDeclaredTools('openai-responses', json)).toBe(json)
    expect(withDeclaredTools('openai-chat', { messages: [] })).toEqual({ messages: [] })
  })
})

describe('tools that a conversation of Messages declares', () => {
  const tool = (name: string, more: object = {}) => ({ name, input_schema: parameters, ...more })
  const defines = (name: string) => ({ type: 'tool_addition', tool: { type: 'tool_definition', definition: tool(name) } })
  const adds = (name: string) => ({ type: 'tool_addition', tool: { type: 'tool_reference', name } })
  const removes = (name: string) => ({ type: 'tool_removal', tool: { type: 'tool_reference', name } })
  const system = (...content: object[]) => ({ role: 'system', content })
  const text = { type: 'text', text: 'MCP connected' }
  const rows: [name: string, tools: object[], messages: object[], names: string[], left: number][] = [
    ['adds one', [tool('a')], [user, system(defines('b'))], ['a', 'b'], 1],
    ['adds one in place of another of its name', [tool('a'), tool('b')], [user, system(defines('a'))], ['b', 'a'], 1],
    ['removes one', [tool('a'), tool('b')], [user, system(text, removes('a'))], ['b'], 2],
    ['removes one and adds it again', [tool('a')], [user, system(removes('a')), user, system(adds('a'))], ['a'], 2],
    ['removes what it has added', [], [system(defines('a')), user, system(removes('a'))], [], 1],
    ['adds what there never was', [], [system(adds('a')), user], [], 1],
    [
      'has had its beginning compacted',
      [tool('a')],
      [
        {
          role: 'user',
          content: [{ type: 'compaction', content: 'Summary.', signature: 's', tool_changes: [removes('a'), defines('b')] }],
        },
        user,
      ],
      ['b'],
      2,
    ],
    ['could not be compacted', [tool('a')], [{ role: 'user', content: [{ type: 'compaction', content: null }] }, user], ['a'], 1],
  ]
  test.each(rows)('%s', (_, tools, messages, names, left) => {
    const json = withDeclaredTools('anthropic-messages', { tools, messages })
    expect(((json['tools'] as { name: string }[] | undefined) ?? []).map(({ name }) => name)).toEqual(names)
    expect(json['messages']).toHaveLength(left)
    expect(JSON.stringify(json['messages'])).not.toMatch(/tool_addition|tool_removal|compaction/)
  })

  it('keeps the summary of what was compacted, as a text', () => {
    const json = withDeclaredTools('anthropic-messages', {
      messages: [{ role: 'user', content: [{ type: 'compaction', content: 'Summary.', encrypted_content: 'e' }] }],
    })
    expect(json['messages']).toEqual([{ role: 'user', content: [{ type: 'text', text: 'Summary.' }] }])
  })

  it('says in a result which tools a search of the client has found', () => {
    const result = { type: 'tool_result', tool_use_id: 't', content: [{ type: 'tool_reference', tool_name: 'a' }] }
    const json = withDeclaredTools('anthropic-messages', { messages: [{ role: 'user', content: [result] }] })
    expect(json['messages']).toEqual([
      { role: 'user', content: [{ ...result, content: [{ type: 'text', text: 'The tool a can be called now.' }] }] },
    ])
  })
})

describe.each(['full', 'none'])("a client's search for tools, before Chat Completions, at visibility %s", (visibility) => {
  it.each([false, true])('is called as a function and comes back as a search (stream: %s)', async (stream) => {
    const asked: { tools: { function: { name: string } }[]; messages: { role: string; content: string; tool_calls?: object[] }[] }[] = []
    const url = await startUpstream((request, response) => {
      const pieces: Buffer[] = []
      request.on('data', (piece: Buffer) => pieces.push(piece))
      request.on('end', () => {
        asked.push(JSON.parse(Buffer.concat(pieces).toString('utf8')) as never)
        const calls = [{ index: 0, id: 'call_1', type: 'function', function: { name: 'tool_search', arguments: '{"query":"q"}' } }]
        if (!stream)
          return void response.setHeader('content-type', 'application/json').end(completion({ content: null, tool_calls: calls }))
        sendStream(response)
        response.write(chunk({ tool_calls: calls }))
        response.end(chunk({}, { finish_reason: 'tool_calls' }) + done)
      })
    })
    const gateway = await startGateway('--upstream', url, '--visibility', visibility)
    const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'none', maxRetries: 0 })
    const ask = async (input: unknown) => {
      const additional = { type: 'additional_tools', role: 'developer', tools: [{ type: 'tool_search', execution: 'client', parameters }] }
      const request = { model: 'm', store: false, input: [additional, user, ...(input as [])] } as never
      return stream ? client.responses.stream(request).finalResponse() : client.responses.create(request)
    }
    const { output } = (await ask([])) as OpenAI.Responses.Response
    const searches = output.filter(({ type }) => type !== 'reasoning')
    expect(searches).toMatchObject([
      { type: 'tool_search_call', call_id: 'call_1', execution: 'client', status: 'completed', arguments: { query: 'q' } },
    ])
    const result = { type: 'tool_search_output', call_id: 'call_1', execution: 'client', status: 'completed', tools: [fn('late')] }
    await ask([...output, result])
    expect(asked.map(({ tools }) => tools.map((tool) => tool.function.name))).toEqual([['tool_search'], ['tool_search', 'late']])
    const messages = asked[1]!.messages.slice(-2)
    expect(messages[0]!.tool_calls).toEqual([
      { id: 'call_1', type: 'function', function: { name: 'tool_search', arguments: '{"query":"q"}' } },
    ])
    expect(messages[1]).toMatchObject({ role: 'tool', tool_call_id: 'call_1', content: 'These tools can be called now: late' })
  })
})
