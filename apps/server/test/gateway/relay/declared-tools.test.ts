import OpenAI from 'openai'
import { describe, expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { chunk, completion, done, sendStream, startReadingUpstream } from '../../support/upstream.ts'

const parameters = { type: 'object', properties: {} }
const fn = (name: string, more: object = {}) => ({ type: 'function', name, parameters, strict: false, ...more })
const user = { role: 'user', content: 'x' }

describe.each(['full', 'none'])("a client's search for tools, before Chat Completions, at visibility %s", (visibility) => {
  it.each([false, true])('is called as a function and comes back as a search (stream: %s)', async (stream) => {
    const asked: { tools: { function: { name: string } }[]; messages: { role: string; content: string; tool_calls?: object[] }[] }[] = []
    const url = await startReadingUpstream((text, response) => {
      asked.push(JSON.parse(text) as never)
      const calls = [{ index: 0, id: 'call_1', type: 'function', function: { name: 'tool_search', arguments: '{"query":"q"}' } }]
      if (!stream) return void response.setHeader('content-type', 'application/json').end(completion({ content: null, tool_calls: calls }))
      sendStream(response)
      response.write(chunk({ tool_calls: calls }))
      response.end(chunk({}, { finish_reason: 'tool_calls' }) + done)
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
