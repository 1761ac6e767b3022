import { describe, expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { rememberingUpstream } from '../../support/remembering-upstream.ts'
import { postJson } from '../../support/post.ts'

const event = (name: string, data: object): string => `event: ${name}\ndata: ${JSON.stringify({ type: name, ...data })}\n\n`

/** Streams without what says who answers: proxies lose it, and some servers never say it. */
const streams = {
  'openai-chat':
    'data: {"choices":[{"index":0,"delta":{"content":"Hi"}}]}\n\ndata: {"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}\n\ndata: [DONE]\n\n',
  'anthropic-messages':
    event('content_block_delta', { index: 0, delta: { type: 'text_delta', text: 'Hi' } }) +
    event('content_block_stop', { index: 0 }) +
    event('message_delta', { delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 1 } }) +
    event('message_stop', {}),
  'openai-responses':
    event('response.output_text.delta', { item_id: 'm', output_index: 0, content_index: 0, delta: 'Hi' }) +
    event('response.completed', {
      response: {
        status: 'completed',
        output: [{ type: 'message', id: 'm', role: 'assistant', content: [{ type: 'output_text', text: 'Hi' }] }],
      },
    }),
  cohere:
    event('content-delta', { index: 0, delta: { message: { content: { text: 'Hi' } } } }) +
    event('message-end', { delta: { finish_reason: 'COMPLETE' } }),
  gemini: 'data: {"candidates":[{"content":{"role":"model","parts":[{"text":"Hi"}]},"finishReason":"STOP"}]}\n\n',
  ollama: '{"message":{"role":"assistant","content":"Hi"}}\n{"message":{"content":""},"done":true,"done_reason":"stop"}\n',
} as const

const clients = [
  ['/v1/chat/completions', { messages: [{ role: 'user', content: 'Hi' }] }],
  ['/v1/messages', { max_tokens: 100, messages: [{ role: 'user', content: 'Hi' }] }],
  ['/v1/responses', { input: 'Hi' }],
] as const

describe.each(Object.entries(streams))('a stream of %s that does not say who answers', (format, body) => {
  it.each(clients)('names the model that was asked for, at %s', async (path, request) => {
    const type = format === 'ollama' ? 'application/x-ndjson' : 'text/event-stream'
    const { origin } = await rememberingUpstream({ type, body })
    const { url } = await startGateway('--upstream', origin, '--upstream-format', format)
    const response = await postJson(url + path, { model: 'some-model', stream: true, ...request })
    const text = await response.text()
    expect(text).toContain('Hi')
    const named = [...text.matchAll(/"model":"([^"]*)"/g)].map(([, model]) => model)
    expect(new Set(named)).toEqual(new Set(['some-model']))
  })
})
