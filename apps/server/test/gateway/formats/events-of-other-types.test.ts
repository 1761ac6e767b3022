import { describe, expect, it } from 'vitest'
import { startGateway } from '../../support/gateway.ts'
import { chunk, done, startUpstream } from '../../support/upstream.ts'

/** Proxies and servers send a stream of events under another content type, or under none. */
const events = chunk({ content: 'Hällo ' }) + chunk({ content: 'wörld' }) + chunk({}, { finish_reason: 'stop' }) + done
const bodies = { events, 'events behind a comment': `: processing\n\n${events}`, 'events behind blank lines': `\n\n${events}` }

describe.each(['text/plain', 'application/json', 'application/octet-stream', undefined])('events as %s', (type) => {
  it.each(Object.entries(bodies))('%s are read, however they are cut', async (_, body) => {
    const url = await startUpstream((_request, response) => {
      if (type !== undefined) response.setHeader('content-type', type)
      const bytes = Buffer.from(body)
      const write = (at: number): void => {
        if (at >= bytes.length) return void response.end()
        response.write(bytes.subarray(at, at + 7))
        setImmediate(write, at + 7)
      }
      write(0)
    })
    const { client } = await startGateway('--upstream', url)
    const request = { model: 'm', messages: [{ role: 'user' as const, content: 'x' }] }
    const whole = await client.chat.completions.create(request)
    const streamed = await client.chat.completions.stream(request).finalChatCompletion()
    expect([whole, streamed].map(({ choices }) => choices[0]!.message.content)).toEqual(['Hällo wörld', 'Hällo wörld'])
  })
})

it('lines of JSON are read that come as a document', async () => {
  const line = (message: object, done: boolean) => JSON.stringify({ model: 'm', message: { role: 'assistant', ...message }, done })
  const body = [line({ content: 'Hällo ' }, false), line({ content: 'wörld' }, false), line({ content: '' }, true), ''].join('\n')
  const url = await startUpstream((_, response) => void response.setHeader('content-type', 'application/json').end(body))
  const { client } = await startGateway('--upstream', url, '--upstream-format', 'ollama')
  const messages = [{ role: 'user' as const, content: 'x' }]
  const { choices } = await client.chat.completions.stream({ model: 'm', messages }).finalChatCompletion()
  expect(choices[0]!.message.content).toBe('Hällo wörld')
})

it('what is neither events nor JSON is named', async () => {
  const url = await startUpstream((_, response) => void response.setHeader('content-type', 'text/plain').end('data'))
  const { chat } = await startGateway('--upstream', url)
  const response = await chat({ model: 'm', messages: [{ role: 'user', content: 'x' }] })
  expect([response.status, await response.text()]).toEqual([502, expect.stringContaining('is no chat completion')])
})
