import { expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { loadConfig } from '../../../src/config/load.ts'
import { question } from '../../support/gateway.ts'
import { connectGenerate, finalOf } from '../../support/generate.ts'
import { answers, fakeUpstream, holds, refuses, upstreams } from '../../support/several-upstreams.ts'
import { postJson } from '../../support/post.ts'

const base = ['--port', '0', '--log-level', 'silent', '--traces', 'off', '--shutdown-timeout', '0']

async function start(...first: Record<string, unknown>[]) {
  const config = (entries: Record<string, unknown>[], environment = {}) => loadConfig([...base, ...upstreams(...entries)], environment)
  const app = await createApp(await config(first, { KEY: 'one' }))
  onTestFinished(() => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    app,
    url,
    reconfigure: async (entries: Record<string, unknown>[], environment = {}) => app.reconfigure(await config(entries, environment)),
    ask: () => postJson(`${url}/v1/chat/completions`, { model: 'm', messages: question }),
    queued: async () => {
      const { upstreams } = (await (await fetch(`${url}/readyz`)).json()) as { upstreams: { queued: number }[] }
      return upstreams.reduce((sum, { queued }) => sum + queued, 0)
    },
  }
}

const saidBy = async (response: Response) => [response.status, response.headers.get('x-reason-upstream')]

it('goes to another upstream with a request that waits for one that is taken out', async () => {
  const held = holds('old')
  const old = await fakeUpstream('old', held.behave)
  const other = await fakeUpstream('other')
  const { ask, queued, reconfigure } = await start({ name: 'old', url: old.url, concurrency: 1 })
  const first = ask()
  await expect.poll(() => old.open).toBe(1)
  const second = ask()
  await expect.poll(queued).toBe(1)
  await reconfigure([{ name: 'other', url: other.url }])
  expect(await saidBy(await second)).toEqual([200, 'other'])
  held.release()
  expect(await saidBy(await first)).toEqual([200, 'old'])
})

it('says so where nothing is routed any more', async () => {
  const held = holds('old')
  const old = await fakeUpstream('old', held.behave)
  const { app, ask, queued } = await start({ name: 'old', url: old.url, concurrency: 1 })
  const first = ask()
  await expect.poll(() => old.open).toBe(1)
  const second = ask()
  await expect.poll(queued).toBe(1)
  app.reconfigure(await loadConfig([...base, '--upstream', old.url], {}))
  const response = await second
  expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1'])
  expect(await response.text()).toContain('Send it again.')
  held.release()
  expect((await first).status).toBe(200)
})

it('asks where an upstream is now, and not where it was when a request began to wait', async () => {
  const held = holds('before')
  const before = await fakeUpstream('before', held.behave)
  const now = await fakeUpstream('now')
  const { ask, queued, reconfigure } = await start({ name: 'one', url: before.url, concurrency: 1 })
  const first = ask()
  await expect.poll(() => before.open).toBe(1)
  const second = ask()
  await expect.poll(queued).toBe(1)
  await reconfigure([{ name: 'one', url: now.url, concurrency: 1 }])
  held.release()
  expect((await first).status).toBe(200)
  expect(await (await second).text()).toContain('"now"')
  expect(before.asked.length).toBe(1)
})

it('asks an upstream that has come meanwhile, where one that has gone fails', async () => {
  let fail = (): void => {}
  const old = await fakeUpstream('old', (...request) => void (fail = () => refuses(500)(...request)))
  const other = await fakeUpstream('other')
  const { ask, reconfigure } = await start({ name: 'old', url: old.url })
  const asked = ask()
  await expect.poll(() => old.open).toBe(1)
  await reconfigure([{ name: 'other', url: other.url }])
  fail()
  expect(await saidBy(await asked)).toEqual([200, 'other'])
})

it.each([
  ['address', { KEY: 'one' }],
  ['key', { KEY: 'two' }],
])('knows nothing against an upstream of which the %s is another', async (what, environment) => {
  const broken = await fakeUpstream('broken', refuses(500))
  const other = await fakeUpstream('other')
  const one = { name: 'one', url: broken.url, key: { env: 'KEY' }, health: { consecutiveFailures: 1, open: 60_000 } }
  const { ask, reconfigure } = await start(one)
  expect((await ask()).status).toBe(500)
  expect(await (await ask()).text()).toContain('one is down (server error)')
  await reconfigure([{ ...one, weight: 2 }], { KEY: 'one' })
  expect(await (await ask()).text()).toContain('one is down (server error)')
  broken.behave(answers('fine'))
  await reconfigure([{ ...one, ...(what === 'address' && { url: other.url }) }], environment)
  expect((await ask()).status).toBe(200)
})

it('tells requests that wait that it stops, at once', async () => {
  const held = holds('late')
  const one = await fakeUpstream('one', held.behave)
  const entry = { name: 'one', url: one.url, concurrency: 1 }
  const { app, ask, queued, url } = await start(entry)
  app.reconfigure(await loadConfig([...base, ...upstreams(entry), '--shutdown-timeout', '600000'], {}))
  const first = ask()
  await expect.poll(() => one.open).toBe(1)
  const second = ask()
  const socket = await connectGenerate(url)
  socket.send({ model: 'm', prompt: 'Hi' })
  await expect.poll(queued).toBe(2)
  const closed = app.close()
  const response = await second
  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ error: { code: 'shutting_down' } })
  expect(await socket.next()).toMatchObject({ type: 'error', error: { code: 'shutting_down' } })
  held.release()
  expect((await first).status).toBe(200)
  await closed
  expect(one.asked.length).toBe(1)
})

it('stops after a message of a WebSocket went elsewhere than where it waited', async () => {
  const held = holds('old')
  const old = await fakeUpstream('old', held.behave)
  const other = await fakeUpstream('other')
  const { app, ask, queued, reconfigure, url } = await start({ name: 'old', url: old.url, concurrency: 1 })
  const first = ask()
  await expect.poll(() => old.open).toBe(1)
  const socket = await connectGenerate(url)
  socket.send({ model: 'm', prompt: 'Hi' })
  await expect.poll(queued).toBe(1)
  await reconfigure([{ name: 'other', url: other.url }])
  expect(finalOf(await socket.rest())).toMatchObject({ answer: 'other' })
  held.release()
  expect((await first).status).toBe(200)
  // The configuration of this answer is replaced. It is closed when no request uses it any more, and the reload ends then.
  await reconfigure([{ name: 'other', url: other.url, weight: 2 }])
  await app.close()
})
