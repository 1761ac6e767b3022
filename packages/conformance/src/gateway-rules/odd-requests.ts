interface OddRequest {
  path: string
  request: Readonly<Record<string, unknown>>
}

const long = 'x'.repeat(200_000)
const parts = [
  { type: 'text', text: 'Look.' },
  { type: 'image_url', image_url: { url: 'data:image/png;base64,AA==' } },
]

/** Requests that a gateway accepts, but a rule that reads only `messages[0].content` as text does not expect. */
export const oddRequests: readonly OddRequest[] = [
  { path: '/v1/chat/completions', request: { messages: [{ role: 'user', content: parts }] } },
  { path: '/v1/chat/completions', request: { messages: [{ role: 'user', content: '' }] } },
  { path: '/v1/chat/completions', request: { messages: [{ role: 'user', content: long }] } },
  { path: '/v1/chat/completions', request: { messages: [{ role: 'user', content: '\u{1F600}\u0000\u2028' }] } },
  {
    path: '/v1/chat/completions',
    request: {
      messages: [
        { role: 'user', content: 'Weather?' },
        { role: 'assistant', content: null, tool_calls: [{ id: 'c', type: 'function', function: { name: 'f', arguments: '{' } }] },
        { role: 'tool', tool_call_id: 'c', content: 'rain' },
      ],
    },
  },
  { path: '/v1/responses', request: { input: 'What is 17 times 3?' } },
  { path: '/v1/responses', request: { input: [{ role: 'user', content: [{ type: 'input_text', text: 'What?' }] }] } },
  { path: '/v1/messages', request: { max_tokens: 100, messages: [{ role: 'user', content: [{ type: 'text', text: 'What?' }] }] } },
  {
    path: '/v1/messages',
    request: { max_tokens: 100, system: [{ type: 'text', text: 'Be brief.' }], messages: [{ role: 'user', content: 'Why?' }] },
  },
  { path: '/v1/generate', request: { messages: [{ role: 'user', content: 'Why?' }] } },
]
