import Anthropic from '@anthropic-ai/sdk'
import { expect, it } from 'vitest'
import { question, startGateway } from '../../support/gateway.ts'
import { chunk, done, sendStream, startUpstream } from '../../support/upstream.ts'

/** The format of its text is unknown, so that its beginning is held until the text shows it. */
const model = 'nobody-knows'

const saying = (...events: string[]) =>
  startUpstream((_, response) => {
    sendStream(response)
    response.end(events.join(''))
  })

const ofResponses = (...events: Record<string, unknown>[]): string[] =>
  events.map((event, number) => `event: ${String(event['type'])}\ndata: ${JSON.stringify({ ...event, sequence_number: number })}\n\n`)

it('what a model says before it calls a tool stays before the call', async () => {
  const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'f', arguments: '{}' } }
  const upstream = await saying(
    chunk({ content: 'I look.' }),
    chunk({ tool_calls: [call] }),
    chunk({}, { finish_reason: 'tool_calls' }),
    done,
  )
  const { client, url } = await startGateway('--upstream', upstream)
  const anthropic = new Anthropic({ baseURL: url, apiKey: 'unused', maxRetries: 0 })
  const asked = { model, input: 'x' }
  const tools = [{ name: 'f', input_schema: { type: 'object' as const } }]
  for (const { output } of [await client.responses.create(asked), await client.responses.stream(asked).finalResponse()]) {
    expect(output.filter(({ type }) => type !== 'reasoning').map(({ type }) => type)).toEqual(['message', 'function_call'])
  }
  const { content } = await anthropic.messages.stream({ model, max_tokens: 100, messages: question, tools }).finalMessage()
  expect(content.slice(0, 2).map(({ type }) => type)).toEqual(['text', 'tool_use'])
})

it('in an item of Responses, it keeps the item that it came in', async () => {
  const said = { id: 'msg_1', type: 'message', role: 'assistant', phase: 'commentary' }
  const content = [{ type: 'output_text', text: 'I look.', annotations: [], logprobs: [] }]
  const call = { id: 'fc_1', type: 'function_call', call_id: 'call_1', name: 'f', arguments: '{}', status: 'completed' }
  const response = { id: 'resp_1', object: 'response', created_at: 1, model, status: 'in_progress', output: [] }
  const output = [{ ...said, content, status: 'completed' }, call]
  const upstream = await saying(
    ...ofResponses(
      { type: 'response.created', response },
      { type: 'response.output_item.added', output_index: 0, item: { ...said, content: [], status: 'in_progress' } },
      { type: 'response.output_text.delta', output_index: 0, content_index: 0, item_id: 'msg_1', delta: 'I look.' },
      { type: 'response.output_item.done', output_index: 0, item: output[0] },
      { type: 'response.output_item.added', output_index: 1, item: { ...call, arguments: '', status: 'in_progress' } },
      { type: 'response.function_call_arguments.delta', output_index: 1, item_id: 'fc_1', delta: '{}' },
      { type: 'response.output_item.done', output_index: 1, item: call },
      { type: 'response.completed', response: { ...response, status: 'completed', output } },
    ),
  )
  const { client } = await startGateway('--upstream', upstream, '--upstream-format', 'openai-responses')
  const finished = await client.responses.stream({ model, input: 'x' }).finalResponse()
  expect(finished.output).toMatchObject(output)
  expect(finished.output).toHaveLength(2)
})

it('a call that was cut is not completed, as clients run what is', async () => {
  const call = { index: 0, id: 'call_1', type: 'function', function: { name: 'f', arguments: '{"a' } }
  const upstream = await saying(chunk({ tool_calls: [call] }), chunk({}, { finish_reason: 'length' }), done)
  const { client } = await startGateway('--upstream', upstream)
  const { status, output } = await client.responses.create({ model, input: 'x' })
  expect(status).toBe('incomplete')
  expect(output[0]).toMatchObject({ type: 'function_call', status: 'incomplete', arguments: '{"a' })
})
