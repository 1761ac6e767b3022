import OpenAI from 'openai'
import { expect, it } from 'vitest'
import { startGateway } from '../support/gateway.ts'
import { startReadingUpstream } from '../support/upstream.ts'

const call = {
  type: 'function_call',
  id: 'fc_1',
  status: 'completed',
  call_id: 'call_1',
  namespace: 'mcp__files',
  name: 'list',
  arguments: '{}',
}
const thought = { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'I list them.' }] }
const response = { id: 'resp_1', object: 'response', created_at: 1, status: 'completed', model: 'gpt-5.5', output: [thought, call] }

/** OpenAI, which calls a tool of a namespace, as Codex has one for each MCP server. */
const openai = (): Promise<string> =>
  startReadingUpstream((body, reply) => {
    const { stream } = JSON.parse(body) as { stream?: boolean }
    if (stream !== true) return void reply.setHeader('content-type', 'application/json').end(JSON.stringify(response))
    reply.setHeader('content-type', 'text/event-stream')
    const send = (event: { type: string }) => reply.write(`event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    const of = { item_id: 'fc_1', output_index: 1 }
    send({ type: 'response.created', response: { ...response, status: 'in_progress', output: [] } } as never)
    send({ type: 'response.output_item.added', output_index: 0, item: { ...thought, summary: [] } } as never)
    send({ type: 'response.output_item.done', output_index: 0, item: thought } as never)
    send({ type: 'response.output_item.added', output_index: 1, item: { ...call, status: 'in_progress', arguments: '' } } as never)
    send({ type: 'response.function_call_arguments.delta', ...of, delta: '{}' } as never)
    send({ type: 'response.function_call_arguments.done', ...of, arguments: '{}' } as never)
    send({ type: 'response.output_item.done', output_index: 1, item: call } as never)
    send({ type: 'response.completed', response } as never)
    reply.end()
  })

it.each(['full', 'summary', 'label', 'none'])('a client at visibility %s is told in which namespace the tool is', async (visibility) => {
  const gateway = await startGateway('--upstream', await openai(), '--upstream-format', 'openai-responses', '--visibility', visibility)
  const client = new OpenAI({ baseURL: `${gateway.url}/v1`, apiKey: 'none', maxRetries: 0 })
  const request = { model: 'gpt-5.5', store: false, input: 'List them.' }
  const whole = await client.responses.create(request)
  const streamed = await client.responses.stream(request).finalResponse()
  const done: unknown[] = []
  for await (const event of await client.responses.create({ ...request, stream: true })) {
    if (event.type === 'response.output_item.done') done.push(event.item)
  }
  for (const output of [whole.output, streamed.output, done]) {
    expect(output).toContainEqual(
      expect.objectContaining({ type: 'function_call', namespace: 'mcp__files', name: 'list', call_id: 'call_1' }),
    )
  }
  expect(JSON.stringify([whole, streamed, done]).includes('I list them.')).toBe(visibility === 'full' || visibility === 'summary')
})
