import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { request, type IncomingMessage } from 'node:http'
import { openKeyFile } from '@reason/keys'
import { describe, expect, it } from 'vitest'
import { question, startGateway, type Gateway } from '../support/gateway.ts'
import { connectGenerate } from '../support/generate.ts'
import { keyFile } from '../support/key-file.ts'
import { fakeUpstream, upstreams, type Behave, type FakeUpstream } from '../support/several-upstreams.ts'
import { chunk, done, sendStream, startUpstream } from '../support/upstream.ts'

interface Rig extends Gateway {
  upstream: FakeUpstream
  file: ReturnType<typeof openKeyFile>
  make: ReturnType<typeof keyFile>['make']
  path: string
  /** Open answers end normally. */
  goOn(): void
  post(path: string, key: string, body: object): Promise<Response>
}

/** An upstream that begins to answer, and a gateway in front of it that needs keys. */
async function rig(...flags: string[]): Promise<Rig> {
  const { path, make } = keyFile()
  const open: (() => void)[] = []
  const begins: Behave = (response) => {
    sendStream(response)
    response.write(chunk({ content: 'One' }))
    open.push(() => void response.end(chunk({ content: ' two.' }, { finish_reason: 'stop' }) + done))
  }
  const upstream = await fakeUpstream('one', begins)
  const gateway = await startGateway(
    ...(flags.includes('--upstreams') ? [] : ['--upstream', upstream.url, '--adapter', 'plain']),
    ...flags.map((flag) => flag.replace('UPSTREAM', upstream.url)),
    '--keys',
    path,
    '--require-keys',
  )
  return {
    ...gateway,
    upstream,
    make,
    path,
    file: openKeyFile(path),
    goOn: () => open.splice(0).forEach((end) => end()),
    post: (to, key, body) =>
      fetch(gateway.url + to, {
        method: 'POST',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        body: JSON.stringify({ model: 'm', stream: true, ...body }),
      }),
  }
}

const asked = { '/v1/chat/completions': { messages: question }, '/v1/messages': { messages: question, max_tokens: 9 } }
const all = Object.entries({ ...asked, '/v1/responses': { input: 'Q' }, '/v1/generate': { prompt: 'Q' } })

describe('a key that is taken back while it is answered', () => {
  it.each(all)('%s ends with an error, here, upstream and in its trace', async (path, body) => {
    const { url, upstream, file, make, post } = await rig('--traces', 'sqlite')
    const [client, admin] = [await make(), await make({ admin: true })]
    const response = await post(path, client.text, body)
    expect(response.status).toBe(200)
    await file.revoke(client.id)
    const text = await response.text()
    expect(text).toContain('One')
    expect(text).toContain(`The key ${client.id} was revoked.`)
    expect(text).toMatch(/event: error|"code":"key_revoked"/)
    await expect.poll(() => upstream.open).toBe(0)
    const shown = { headers: { 'x-api-key': admin.text } }
    const traces = async () => ((await (await fetch(`${url}/api/traces`, shown)).json()) as { items: object[] }).items
    await expect.poll(traces).toMatchObject([{ outcome: 'error', metadata: { status: 401, code: 'key_revoked' } }])
    const metrics = await (await fetch(`${url}/metrics`, shown)).text()
    expect(metrics).toContain('gateway_requests_in_flight 0')
  })

  it('is told so with the status where nothing was said yet', async () => {
    const { upstream, file, make, post } = await rig()
    const { text, id } = await make()
    upstream.behave(() => {})
    const response = post('/v1/chat/completions', text, { messages: question })
    await expect.poll(() => upstream.open).toBe(1)
    await file.revoke(id)
    expect((await response).status).toBe(401)
    expect(await (await response).json()).toMatchObject({ error: { code: 'key_revoked' } })
    await expect.poll(() => upstream.open).toBe(0)
  })

  it.each(all)('%s asks no upstream where the key was revoked while the body came', async (path, body) => {
    const { url, upstream, file, make } = await rig()
    const { text, id } = await make()
    const whole = JSON.stringify({ model: 'm', stream: true, ...body })
    const asked = request(url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${text}`, 'content-length': whole.length },
    })
    // The response may come before the body ends.
    const answered = once(asked, 'response') as Promise<[IncomingMessage]>
    asked.on('error', () => {})
    asked.write(whole.slice(0, 9))
    await new Promise((resolve) => setTimeout(resolve, 50))
    await file.revoke(id)
    // The gateway reads the file again when it changes.
    await expect.poll(async () => (await fetch(`${url}/v1/models`, { headers: { 'x-api-key': text } })).status).toBe(401)
    asked.end(whole.slice(9))
    const [response] = await answered
    response.resume()
    expect([response.statusCode, upstream.open]).toEqual([401, 0])
  })

  it('waits for no turn at an upstream any more, which is asked nothing and is as well as before', async () => {
    const { url, upstream, file, make, post, goOn } = await rig(...upstreams({ name: 'one', url: 'UPSTREAM', concurrency: 1 }))
    const [first, second] = [await make(), await make()]
    const running = await post('/v1/chat/completions', first.text, { messages: question })
    const waiting = post('/v1/chat/completions', second.text, { messages: question })
    const shown = { headers: { 'x-api-key': (await make({ admin: true })).text } }
    const ready = async () => ((await (await fetch(`${url}/readyz`, shown)).json()) as { upstreams: object[] }).upstreams
    await expect.poll(ready).toMatchObject([{ queued: 1 }])
    await file.revoke(second.id)
    expect((await waiting).status).toBe(401)
    await file.revoke(first.id)
    expect(await running.text()).toContain('key_revoked')
    expect(upstream.asked).toHaveLength(1)
    expect(await ready()).toMatchObject([{ health: 'up', inFlight: 0, queued: 0 }])
    const other = await post('/v1/chat/completions', (await make()).text, { messages: question })
    goOn()
    expect(await other.text()).toContain('[DONE]')
  })

  it('is told over a WebSocket, which is closed, as is one on which nothing runs', async () => {
    const { url, file, make, upstream } = await rig()
    const { text, id } = await make()
    const [busy, idle] = [await connectGenerate(url, { 'x-api-key': text }), await connectGenerate(url, { 'x-api-key': text })]
    busy.send({ model: 'm', prompt: 'Q' })
    expect(await busy.next()).toEqual({ type: 'token', text: 'One', origin: 'wire' })
    const closed = Promise.all([once(busy.socket, 'close'), once(idle.socket, 'close')])
    await file.revoke(id)
    expect(await busy.rest()).toMatchObject([{ type: 'error', error: { code: 'key_revoked' } }])
    for (const [code, why] of await closed) expect([code, String(why)]).toEqual([1008, expect.stringContaining('was revoked')])
    await expect.poll(() => upstream.open).toBe(0)
  })

  it.each([
    ['has another text at once', 0, 'key_unknown'],
    ['has another text, and both open for a while', 60_000, ' two.'],
  ])('%s', async (_, graceMs, end) => {
    const { file, make, post, goOn } = await rig()
    const { text, id } = await make()
    const response = await post('/v1/chat/completions', text, { messages: question })
    await file.rotate(id, graceMs)
    // A request is asked by the keys as they are now: what was to end has ended.
    expect((await post('/v1/chat/completions', 'rsk_none', { messages: question })).status).toBe(401)
    goOn()
    expect(await response.text()).toContain(end)
  })
})

it('an answer goes on while the file is damaged and mended, keys of others are taken back, and its own expires', async () => {
  const { file, make, path, post, goOn } = await rig()
  const [own, other] = [await make(), await make()]
  const response = await post('/v1/chat/completions', own.text, { messages: question })
  const ask = async (): Promise<number> => (await post('/v1/chat/completions', own.text, { messages: question })).status
  const whole = readFileSync(path)
  writeFileSync(path, whole.subarray(0, 40))
  // The keys before still hold.
  expect(await ask()).toBe(200)
  writeFileSync(path, whole)
  await file.revoke(other.id)
  await file.change(own.id, { name: 'test', expiresAt: 1 })
  expect(await ask()).toBe(401)
  goOn()
  expect(await response.text()).toContain(' two.')
})

/** Paths beside answers, and the formats that upstreams must speak for them. */
const beside = [
  ['POST', '/v1/embeddings', { input: 'Q' }, 'openai-chat'],
  ['POST', '/v1/messages/count_tokens', { messages: question }, 'anthropic-messages'],
  ['GET', '/v1/models', undefined, 'openai-chat'],
  ['GET', '/v1/models/m', undefined, 'openai-chat'],
  ['GET', '/v1/models', undefined, 'anthropic-messages'],
] as const

describe.each([1, 2])('a key that is taken back while something else is asked for, of %i upstreams', (count) => {
  it.each(beside)('%s %s ends with an error, here and upstream', async (method, path, body, format) => {
    const { path: keys, make } = keyFile()
    const [one, other] = [await make(), await make()]
    let open = 0
    const url = await startUpstream((request, response) => {
      request.resume()
      open++
      response.on('close', () => open--)
    })
    const entries = ['one', 'two'].map((name) => ({ name, url, format }))
    const gateway = await startGateway(
      ...(count === 1 ? ['--upstream', url, '--upstream-format', format] : upstreams(...entries)),
      '--keys',
      keys,
      '--require-keys',
    )
    const ask = (key: string) =>
      fetch(gateway.url + path, {
        method,
        headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
        ...(body !== undefined && { body: JSON.stringify({ model: 'm', ...body }) }),
      })
    const asked = ask(one.text)
    await expect.poll(() => open).toBe(method === 'GET' ? count : 1)
    await openKeyFile(keys).revoke(other.id)
    await openKeyFile(keys).revoke(one.id)
    const response = await asked
    expect(response.status).toBe(401)
    expect(await response.text()).toContain(`The key ${one.id} was revoked.`)
    await expect.poll(() => open).toBe(0)
  })
})
