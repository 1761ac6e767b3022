import Anthropic from '@anthropic-ai/sdk'
import { expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'

interface Event {
  type: string
  [field: string]: unknown
}

const block = (index: number, content_block: object, ...deltas: object[]): Event[] => [
  { type: 'content_block_start', index, content_block },
  ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
  { type: 'content_block_stop', index },
]
const empty = { type: 'text', text: '' }
const text = (piece: string): object => ({ type: 'text_delta', text: piece })
const location = { type: 'web_search_result_location', url: 'https://a.example/', title: 'A', encrypted_index: 'Eo8=', cited_text: 'a' }
const search = { type: 'server_tool_use', id: 'srvtoolu_1', name: 'web_search' }
const found = { type: 'web_search_tool_result', tool_use_id: 'srvtoolu_1', content: [], caller: { type: 'direct' } }
const call = { type: 'tool_use', id: 'toolu_1', name: 'get_weather' }

const message = (...blocks: Event[][]): string =>
  [
    {
      type: 'message_start',
      message: { id: 'msg_1', type: 'message', role: 'assistant', model: 'm', content: [], stop_reason: null, usage: { input_tokens: 1 } },
    },
    ...blocks.flat(),
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 9 } },
    { type: 'message_stop' },
  ]
    .map((event) => `event: ${event.type}\ndata: ${JSON.stringify(event)}\n\n`)
    .join('')

/** The answer that a client of Messages reads from the stream of an upstream that speaks Messages, too. */
async function contentOf(model: string, body: string): Promise<object[]> {
  const { origin } = await rememberingUpstream({ type: 'text/event-stream', body })
  const { url } = await startGateway('--upstream', origin, '--upstream-format', 'anthropic-messages')
  const client = new Anthropic({ baseURL: url, apiKey: 'k', maxRetries: 0 })
  const asked = { model, max_tokens: 100, messages: [{ role: 'user' as const, content: 'Hi' }] }
  const { content } = await client.messages.stream(asked).finalMessage()
  return content
}

it('Claude behind a proxy keeps its blocks, and each what it cites', async () => {
  const content = await contentOf(
    'vendor/claude-x-9',
    message(
      block(0, empty, text('\n\nI search.')),
      block(1, { ...search, input: {} }, { type: 'input_json_delta', partial_json: '{"query":"a"}' }),
      block(2, found),
      block(3, empty, text('It is ')),
      block(4, { ...empty, citations: [] }, { type: 'citations_delta', citation: location }, text('A')),
      block(5, empty, text('.')),
    ),
  )
  expect(content).toEqual([
    { ...empty, text: '\n\nI search.' },
    { ...search, input: { query: 'a' } },
    found,
    { ...empty, text: 'It is ' },
    { ...empty, text: 'A', citations: [location] },
    { ...empty, text: '.' },
  ])
})

it('a short text of an unknown model stays before the call behind it', async () => {
  const called = block(1, { ...call, input: {} }, { type: 'input_json_delta', partial_json: '{"city":"Paris"}' })
  expect(await contentOf('m', message(block(0, empty, text('I look.')), called))).toEqual([
    { ...empty, text: 'I look.' },
    { ...call, input: { city: 'Paris' } },
  ])
})
