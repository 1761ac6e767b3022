import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openKeyFile, type KeyRecord } from '@reason/keys'
import { openTraceStore } from '@reason/trace-store'
import { expect, it, onTestFinished, vi } from 'vitest'
import { createGateway, type Gateway } from '../../src/gateway.ts'
import type { GatewayOptions } from '../../src/gateway-options.ts'
import type { Run } from '../../src/gateway-rule.ts'

const event = (delta: object): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'gpt-5', choices: [{ index: 0, delta, finish_reason: null }] })}\n\n`

/** @param count - Number of upstreams. Without several, there is no routing. */
async function gatewayFor(play: (response: ServerResponse) => void, options: Partial<GatewayOptions>, count = 2): Promise<Gateway> {
  const server = createServer((request, response) => {
    request.resume()
    play(response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const upstreams = [
    { name: 'a', url, models: ['gpt-*'] },
    { name: 'b', url, models: ['qwen*'] },
  ]
  const gateway = createGateway({ ...(count === 1 ? { upstream: url } : { upstreams }), startProbe: false, ...options } as GatewayOptions)
  onTestFinished(async () => {
    await gateway.close({ timeoutMs: 100 })
    server.closeAllConnections()
    server.close()
  })
  return gateway
}

async function keyWith(limits: Pick<KeyRecord, 'rateLimits' | 'budgets'>) {
  const folder = mkdtempSync(join(tmpdir(), 'reason-unsent-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = openKeyFile(join(folder, 'keys.json'))
  const { text } = await file.create({ name: 'app', ...limits })
  return { text, keys: file.list() }
}

const post = (gateway: Gateway, body: object, key = 'none', signal?: AbortSignal): Promise<Response> =>
  gateway.fetch(
    new Request('http://gateway.example/v1/chat/completions', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ messages: [{ role: 'user', content: 'x'.repeat(400) }], ...body }),
      ...(signal !== undefined && { signal }),
    }),
  )

it('a request that no upstream takes leaves no trace, and uses no tokens of its key', async () => {
  const traces = await openTraceStore({ url: 'sqlite::memory:', mode: 'full' })
  onTestFinished(() => traces.close())
  const { text, keys } = await keyWith({ rateLimits: { tokensPerMinute: 150 } })
  const gateway = await gatewayFor((response) => response.end(), { traces, traceMode: 'full', keys })
  for (let count = 0; count < 5; count++) expect((await post(gateway, { model: 'no-such' }, text)).status).toBe(404)
  await gateway.close()
  expect((await traces.list({})).items).toEqual([])
})

it.each([1, 2])('a request whose client leaves before it is sent ends its rules, and reaches no upstream of %i', async (count) => {
  const leaving = new AbortController()
  const ended: unknown[] = []
  const sent = vi.fn()
  const admit = (): Run => {
    leaving.abort()
    return { end: (outcome) => void ended.push(outcome) }
  }
  const gateway = await gatewayFor(sent, { rules: [{ kind: 'rule', id: 'leaving', admit }] }, count)
  expect((await post(gateway, { model: 'gpt-5' }, 'none', leaving.signal)).status).toBe(499)
  await vi.waitFor(() => expect(ended).toEqual([{ status: 499, aborted: true, error: undefined }]))
  expect(sent).not.toHaveBeenCalled()
})

it('a client that leaves before the usage has used the tokens that its model may have thought', async () => {
  const { text, keys } = await keyWith({
    rateLimits: { tokensPerMinute: 3000 },
    budgets: { key: { tokens: 1_000_000 } } as never,
  })
  const gateway = await gatewayFor(
    (response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write(event({ role: 'assistant', content: 'It is 51.' }))
    },
    { keys },
  )
  const leaving = new AbortController()
  const response = await post(gateway, { model: 'gpt-5', stream: true, reasoning_effort: 'high' }, text, leaving.signal)
  const reader = response.body!.getReader()
  await reader.read()
  leaving.abort()
  await reader.cancel().catch(() => {})
  await vi.waitFor(async () => {
    const next = await post(gateway, { model: 'no-such' }, text)
    expect([next.status, next.headers.get('x-ratelimit-remaining-tokens')]).toEqual([429, '0'])
  })
})
