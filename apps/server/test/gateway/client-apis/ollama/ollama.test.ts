import { expect, it } from 'vitest'
import { startGateway } from '../../../support/gateway.ts'

// Its client takes `error` of the body for a text, and says `[object Object]` of anything else.
it('clients of Ollama’s own API are told in a text what to speak', async () => {
  const { url } = await startGateway()
  for (const [method, path] of [
    ['POST', '/api/chat'],
    ['GET', '/api/tags'],
  ] as const) {
    const reply = await fetch(url + path, {
      method,
      ...(method === 'POST' && { body: '{"model":"qwen3","messages":[]}', headers: { 'content-type': 'application/json' } }),
    })
    expect(reply.status).toBe(404)
    expect(await reply.json()).toEqual({ error: expect.stringMatching(new RegExp(`^There is no ${method} ${path}: .*/v1\\.$`)) as string })
  }
  const other = await fetch(`${url}/api/chats`)
  expect(await other.json()).toMatchObject({ error: { code: 'unknown_url' } })
})
