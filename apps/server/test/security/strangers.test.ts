import { connect } from 'node:net'
import { describe, expect, it, onTestFinished } from 'vitest'
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
