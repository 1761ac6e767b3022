import { writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { temporaryFolder } from '../support/adapter-package.ts'
import { question, startGateway } from '../support/gateway.ts'
import { keyFile } from '../support/key-file.ts'
import { rememberingUpstream } from '../support/remembering-upstream.ts'
import { completion } from '../support/upstream.ts'

describe('a stranger, where keys are needed', () => {
  it.each(['/v1/chat/completions', '/v1/responses', '/v1/messages', '/v1/messages/count_tokens', '/v1/embeddings', '/v1/generate'])(
    'is refused by %s before a body is taken',
    async (path) => {
      const { path: keys, make } = keyFile()
      await make()
      const { port } = await startGateway('--keys', keys, '--require-keys')
      const socket = connect(port, '127.0.0.1')
      onTestFinished(() => void socket.destroy())
      let answer = ''
      socket.on('data', (piece) => (answer += String(piece))).on('error', () => {})
      // Not a byte of the announced body arrives.
      socket.write(`POST ${path} HTTP/1.1\r\nhost: h\r\ncontent-type: application/json\r\ncontent-length: 30000000\r\n\r\n`)
      await expect.poll(() => answer).toContain('HTTP/1.1 401')
      await expect.poll(() => answer).toContain('authentication_error')
    },
  )

  it('learns nothing of what is behind the gateway', async () => {
    const { path, make } = keyFile()
    const admin = await make({ admin: true })
    const upstream = 'http://127.0.0.1:9/v1?key=hidden'
    const { url } = await startGateway('--keys', path, '--require-keys', '--upstream', upstream)
    const home = await (await fetch(url)).text()
    expect(home).toContain('Reason is listening at')
    expect(home).not.toMatch(/:9\/|hidden/)
    expect(await (await fetch(`${url}/readyz`)).json()).toEqual({ status: 'ready' })
    const told = await fetch(`${url}/readyz`, { headers: { 'x-api-key': admin.text } })
    expect(await told.json()).toMatchObject({ status: 'ready', configuration: { hash: expect.any(String) } })
  })
})

it('the query of an upstream address is shown to no client', async () => {
  const { url } = await startGateway('--upstream', 'http://127.0.0.1:9/v1?key=hidden')
  expect(await (await fetch(url)).text()).toContain('http://127.0.0.1:9/v1?***')
})

it('a key of ours goes to no upstream, whatever stands around it', async () => {
  const { path, make } = keyFile()
  const { text } = await make()
  const { origin, seen } = await rememberingUpstream({ type: 'application/json', body: completion({ content: 'Fine.' }) })
  const { chat } = await startGateway('--keys', path, '--upstream', origin)
  for (const authorization of [`Bearer ${text}`, `Token ${text}`, text, `Bearer sk-other, ${text}`]) {
    const headers = {
      'content-type': 'application/json',
      authorization,
      'x-title': `by ${text}`,
      'openai-organization': text,
      'api-key': `a, ${text}`,
    }
    await chat({ model: 'm', messages: question }, { headers })
  }
  expect(seen.length).toBeGreaterThan(0)
  expect(JSON.stringify(seen)).not.toContain(text)
})

const inside = JSON.stringify({ choices: [{ delta: { content: 'A' } }] })

describe('an upstream that quotes secrets of the operator', () => {
  const key = 'sk-"operators+key/0123'
  const code = 'operators-code-0123'
  const quoted = JSON.stringify(key).slice(1, -1)

  it.each([
    ['in a message', 401, `{"error":{"message":"Incorrect API key provided: ${quoted}."}}`],
    ['with other escapes', 401, `{"error":{"message":"Wrong: ${quoted.replace('/', '\\/')}."}}`],
    ['beside the message', 400, `{"error":{"message":"No.","headers":{"authorization":"Bearer ${quoted}"}}}`],
    ['in the title of a page', 502, `<html><title>${key}</title></html>`],
    ['in a text', 404, `Cannot POST /v1/chat/completions?code=${code}`],
    ['in an error inside an answer', 200, `{"error":{"message":"${quoted} has no credit."}}`],
    ['before the answer', 200, `data: {"error":{"message":"${quoted} has no credit."}}\n\n`],
    ['within the answer', 200, `data: ${inside}\n\ndata: {"error":{"message":"${quoted} has no credit."}}\n\n`],
  ])('shows them to no client: %s', async (_, status, body) => {
    const type = body.startsWith('{') ? 'application/json' : body.startsWith('data') ? 'text/event-stream' : 'text/plain'
    const { origin } = await rememberingUpstream({ status, type, body })
    const file = join(temporaryFolder(), 'key')
    writeFileSync(file, key)
    const { url } = await startGateway('--upstream', `${origin}/v1?code=${code}`, '--upstream-key-file', file)
    const stream = type === 'text/event-stream'
    for (const [path, asked] of Object.entries({
      '/v1/chat/completions': { messages: question },
      '/v1/responses': { input: 'Q' },
      '/v1/messages': { messages: question, max_tokens: 9 },
      '/v1/generate': { prompt: 'Q' },
      ...(status === 200 ? {} : { '/v1/embeddings': { input: 'Q' } }),
    })) {
      const headers = { 'content-type': 'application/json' }
      const response = await fetch(url + path, { method: 'POST', headers, body: JSON.stringify({ model: 'm', stream, ...asked }) })
      const text = await response.text()
      expect(text).toContain('rror')
      expect(text).not.toMatch(/operators/)
    }
  })

  it('leaves the words of short placeholders in its messages', async () => {
    const { origin } = await rememberingUpstream({ status: 404, type: 'application/json', body: '{"error":"No such model in ollama."}' })
    const file = join(temporaryFolder(), 'key')
    writeFileSync(file, 'ollama')
    const { chat } = await startGateway('--upstream', origin, '--upstream-key-file', file)
    expect(await (await chat({ model: 'm', messages: question })).text()).toContain('No such model in ollama.')
  })
})
