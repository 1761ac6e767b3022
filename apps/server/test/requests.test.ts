import { describe, expect, it, vi } from 'vitest'
import { startGateway } from './support/gateway.ts'
import { openRaw } from './support/raw-client.ts'

const errorOf = async (response: Response): Promise<unknown> => ((await response.json()) as { error: unknown }).error

describe('requests that cannot be answered', () => {
  it.each([
    ['no JSON', '{"model":', /not JSON \(Unexpected end of JSON input\)\. Send {"model": "\.\.\.", "messages": \[\.\.\.\]}\./],
    ['half a word', '{"model":"m","user":tru,"secret":1}', /not JSON \(Unexpected token ','\)\./],
    ['an array', '[]', /The body is a list, and not a JSON object/],
    ['nothing', '', /The body is empty/],
    ['no model', '{"messages":[]}', /names no model.*GET \/v1\/models/],
    ['a model that is no text', '{"model":7}', /"model" is 7, but must be the name of a model/],
    ['a field twice', '{"model":"m","user":"a{,\\"","us\\u0065r":"b"}', /gives "user" twice/],
    ['a field with a quote in its name twice', '{"model":"m","a\\"b":1,"a\\"b":2}', /gives "a\\"b" twice/],
    ['an odd stream', '{"model":"m","stream":"yes"}', /"stream" is "yes", but must be true or false/],
  ])('%s', async (_, body, message) => {
    const { chat } = await startGateway()
    const response = await chat(body)
    expect(response.status).toBe(400)
    expect(await errorOf(response)).toMatchObject({ message: expect.stringMatching(message), type: 'invalid_request_error' })
  })

  it('with an example of what its API reads', async () => {
    const { url } = await startGateway()
    const response = await fetch(`${url}/v1/responses`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' })
    expect(await errorOf(response)).toMatchObject({ message: expect.stringContaining('Send {"model": "...", "input": "..."}.') })
  })

  it('is answered with the mark that Windows puts before text', async () => {
    const { chat } = await startGateway()
    const response = await chat(`\uFEFF${JSON.stringify({ model: 'embedded/qwen3-native', messages: [{ role: 'user', content: 'Q' }] })}`)
    expect([response.status, await response.text()]).toEqual([200, expect.stringContaining('17 * 3')])
  })

  it('is answered where another protocol is offered, as by the HTTP client of Java', async () => {
    const { port } = await startGateway()
    const { socket, heard } = await openRaw(port)
    const body = JSON.stringify({ model: 'embedded/qwen3-native', messages: [{ role: 'user', content: 'Q' }] })
    const head = ['POST /v1/chat/completions HTTP/1.1', 'Host: 127.0.0.1', 'Connection: Upgrade, HTTP2-Settings', 'Upgrade: h2c']
    const more = ['HTTP2-Settings: AAEAAEAA', 'Content-Type: application/json', `Content-Length: ${body.length}`]
    socket.write(`${[...head, ...more].join('\r\n')}\r\n\r\n${body}`)
    await vi.waitFor(() => expect(heard()).toContain('17 * 3'))
    expect(heard()).toMatch(/^HTTP\/1\.1 200 /)
  })

  it('too large', async () => {
    const { chat } = await startGateway('--body-limit', '100')
    const response = await chat({ model: 'm', messages: 'x'.repeat(200) })
    expect(response.status).toBe(413)
    expect(await errorOf(response)).toMatchObject({ message: expect.stringMatching(/100 bytes.*--body-limit/) })
  })

  it('not declared as JSON, as a foreign page could send it', async () => {
    const { chat } = await startGateway()
    const response = await chat('{"model":"m"}', { headers: { 'content-type': 'text/plain' } })
    expect(response.status).toBe(415)
    expect(await errorOf(response)).toMatchObject({ message: expect.stringContaining('content-type: application/json') })
  })

  it('from pages of elsewhere; those of this machine may', async () => {
    const { chat } = await startGateway()
    const from = (origin: string): Promise<Response> => chat({ model: 'm' }, { headers: { 'content-type': 'application/json', origin } })
    for (const origin of ['https://example.com', 'null', 'http://127.0.0.1.example.com']) {
      const response = await from(origin)
      expect(response.status).toBe(403)
      // The request may come from the gateway's own page, behind a proxy.
      expect(await errorOf(response)).toMatchObject({ code: 'origin_not_allowed', message: expect.stringContaining('Host $http_host') })
    }
    for (const origin of ['http://localhost:3000', 'http://127.0.0.1:8787', 'http://[::1]:1']) expect((await from(origin)).status).toBe(404)
  })

  it('to addresses that do not exist', async () => {
    const { url } = await startGateway()
    for (const [method, path, message] of [
      ['POST', '/v1/completions', /^There is no POST \/v1\/completions\. Did you mean POST \/v1\/chat\/completions\?$/],
      ['GET', '/v1/messages', /^There is no GET \/v1\/messages\. Did you mean POST \/v1\/messages\?$/],
      ['POST', '/v1/audio', /^There is no POST \/v1\/audio\. There are: POST \/v1\/chat\/completions, .*GET \/metrics/],
      ['POST', `/v1/chat/completion${'s'.repeat(100)}`, /s\. There are: POST /],
    ] as const) {
      const body = method === 'POST' ? { body: '{}', headers: { 'content-type': 'application/json' } } : {}
      const response = await fetch(`${url}${path}?secret=1`, { method, ...body })
      expect(response.status).toBe(404)
      expect(await errorOf(response)).toMatchObject({ message: expect.stringMatching(message) as unknown })
    }
  })
})

describe('other routes', () => {
  it('say that the process is well', async () => {
    const { url } = await startGateway()
    expect(await (await fetch(`${url}/healthz`)).json()).toEqual({ status: 'ok' })
  })

  it('say what this is and what to try', async () => {
    const { url } = await startGateway()
    const response = await fetch(url)
    const text = await response.text()
    expect(response.headers.get('content-type')).toContain('text/plain')
    expect(text).toContain(`curl -N ${url}/v1/chat/completions`)
    expect(text).toContain('embedded/qwen3-tags')
  })
})
