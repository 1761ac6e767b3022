import { describe, expect, it } from 'vitest'
import { startGateway } from '../../../support/gateway.ts'
import { chunk, completion, done, startReadingUpstream, startUpstream } from '../../../support/upstream.ts'

/** A model may repeat a bracket without end, and its client sends back what it got. `JSON.stringify` fails on such a value. */
const deep = `{"a":${'['.repeat(20_000)}${']'.repeat(20_000)}}`
const call = { id: 'call_1', type: 'function', function: { name: 'f', arguments: deep } }
const post = (url: string, path: string, body: object) =>
  fetch(url + path, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) })

describe('arguments that nest too deeply', () => {
  it.each([
    ['/v1/chat/completions', {}],
    ['/v1/messages', { max_tokens: 9 }],
    ['/v1/responses', { input: 'x' }],
  ])('reach the client: %s', async (path, more) => {
    const upstream = await startReadingUpstream((text, response) => {
      const isStream = text.includes('"stream":true')
      response.setHeader('content-type', isStream ? 'text/event-stream' : 'application/json')
      const events = chunk({ tool_calls: [{ index: 0, ...call }] }) + chunk({}, { finish_reason: 'tool_calls' }) + done
      response.end(isStream ? events : completion({ content: null, tool_calls: [call] }))
    })
    const { url } = await startGateway('--upstream', upstream)
    for (const stream of [false, true]) {
      const response = await post(url, path, { model: 'm', stream, messages: [{ role: 'user', content: 'x' }], ...more })
      expect([response.status, (await response.text()).includes('[[[[[[')]).toEqual([200, true])
    }
  })

  it.each(['anthropic-messages', 'gemini', 'bedrock-converse', 'ollama', 'cohere', 'openai-responses'])(
    'reach the upstream as a text: %s',
    async (format) => {
      let asked = ''
      const upstream = await startUpstream((request, response) => {
        request.on('data', (piece) => (asked += String(piece)))
        request.on('end', () => void response.writeHead(401).end('{}'))
      })
      const { chat } = await startGateway('--upstream', upstream.replace('/v1', ''), '--upstream-format', format)
      const result = { role: 'tool', tool_call_id: 'call_1', content: 'r' }
      const assistant = { role: 'assistant', content: null, tool_calls: [call] }
      await chat({ model: 'm', messages: [{ role: 'user', content: 'x' }, assistant, result] })
      expect(asked).toContain('[[[[[[')
    },
  )
})
