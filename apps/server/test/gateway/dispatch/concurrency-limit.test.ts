import { expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { loadConfig } from '../../../src/config/load.ts'
import { question, startGateway } from '../../support/gateway.ts'
import { fakeUpstream, holds, upstreams } from '../../support/several-upstreams.ts'
import { chunk, sendStream } from '../../support/upstream.ts'
import { postJson } from '../../support/post.ts'

interface Standing {
  upstream: string
  health: string
  inFlight: number
  queued: number
}
const standing = async (url: string): Promise<Standing[]> =>
  ((await (await fetch(`${url}/readyz`)).json()) as { upstreams: Standing[] }).upstreams

it('holds the limit on requests at once, and answers those that wait in their turn', async () => {
  const held = holds('done')
  const one = await fakeUpstream('one', held.behave)
  const { chat, url } = await startGateway(...upstreams({ name: 'one', url: one.url, concurrency: 2 }))
  const all = [1, 2, 3, 4, 5].map(() => chat({ model: 'm', messages: question }))
  await expect.poll(async () => standing(url)).toMatchObject([{ inFlight: 2, queued: 3 }])
  for (let count = 0; count < 3; count += 1) {
    await expect.poll(() => one.open).toBeGreaterThan(0)
    held.release()
    await expect.poll(() => one.asked.length).toBeGreaterThanOrEqual(Math.min(5, 2 * (count + 2)))
  }
  held.release()
  expect(await Promise.all(all.map(async (response) => (await response).status))).toEqual([200, 200, 200, 200, 200])
  expect(one.most).toBe(2)
  await expect.poll(async () => standing(url)).toMatchObject([{ inFlight: 0, queued: 0 }])
})

it('turns away who finds the queue full', async () => {
  const held = holds('done')
  const one = await fakeUpstream('one', held.behave)
  const { chat, url } = await startGateway(...upstreams({ name: 'one', url: one.url, concurrency: 1, queue: 1 }))
  const first = chat({ model: 'm', messages: question })
  await expect.poll(() => one.open).toBe(1)
  const second = chat({ model: 'm', messages: question })
  await expect.poll(async () => standing(url)).toMatchObject([{ inFlight: 1, queued: 1 }])
  const third = await postJson(`${url}/v1/messages`, { model: 'm', max_tokens: 5, messages: question })
  expect(third.status).toBe(429)
  expect(Number(third.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(await third.json()).toMatchObject({
    type: 'error',
    error: {
      type: 'rate_limit_error',
      message: expect.stringContaining('one is busy: it answers 1 of at most 1 requests at a time, and 1 of at most 1 wait.') as string,
    },
  })
  held.release()
  await expect.poll(() => one.asked.length).toBe(2)
  held.release()
  expect((await first).status).toBe(200)
  expect((await second).status).toBe(200)
})

it('gives up waiting after a while', async () => {
  const held = holds('done')
  const one = await fakeUpstream('one', held.behave)
  const { chat } = await startGateway(...upstreams({ name: 'one', url: one.url, concurrency: 1, queueTimeout: 60 }))
  const first = chat({ model: 'm', messages: question })
  await expect.poll(() => one.open).toBe(1)
  const second = await chat({ model: 'm', messages: question })
  expect(second.status).toBe(503)
  expect(await second.json()).toMatchObject({ error: { code: 'queue_timeout' } })
  held.release()
  expect((await first).status).toBe(200)
})

it('has the place of a client again that left, while it waited or was answered', async () => {
  const one = await fakeUpstream('one', (response) => {
    sendStream(response)
    response.write(chunk({ content: 'Hm' }))
  })
  const { chat, url } = await startGateway(...upstreams({ name: 'one', url: one.url, concurrency: 1 }))
  const leaving = [new AbortController(), new AbortController()]
  const ask = (signal: AbortSignal) => chat({}, { signal, body: JSON.stringify({ model: 'm', messages: question, stream: true }) })
  const answered = await ask(leaving[0]!.signal)
  const waiting = ask(leaving[1]!.signal).catch(() => undefined)
  await expect.poll(async () => standing(url)).toMatchObject([{ inFlight: 1, queued: 1 }])
  leaving[1]!.abort()
  await waiting
  await expect.poll(async () => standing(url)).toMatchObject([{ inFlight: 1, queued: 0 }])
  leaving[0]!.abort()
  await answered.text().catch(() => '')
  await expect.poll(async () => standing(url)).toMatchObject([{ inFlight: 0, queued: 0, health: 'up' }])
  expect(one.asked.length).toBe(1)
  await expect.poll(() => one.open).toBe(0)
})

it('drains an upstream that is taken out while it answers, and forgets nothing of those that stay', async () => {
  const held = holds('old')
  const old = await fakeUpstream('old', held.behave)
  const stays = await fakeUpstream('stays', held.behave)
  const base = ['--port', '0', '--log-level', 'silent', '--traces', 'off', '--shutdown-timeout', '0']
  const config = (...entries: Record<string, unknown>[]) => loadConfig([...base, ...upstreams(...entries)], {})
  const oldOne = { name: 'old', url: old.url, models: ['m'] }
  const staying = { name: 'stays', url: stays.url, concurrency: 1 }
  const app = await createApp(await config(oldOne, staying))
  onTestFinished(() => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const ask = (model: string) => postJson(`${url}/v1/chat/completions`, { model, messages: question })
  const first = ask('m')
  const second = ask('other')
  await expect.poll(() => old.open + stays.open).toBe(2)
  app.reconfigure(await config(staying))
  expect(await standing(url)).toMatchObject([
    { upstream: 'stays', inFlight: 1 },
    { upstream: 'old', health: 'draining', inFlight: 1 },
  ])
  // Its only place is still taken by what began before.
  const third = ask('m')
  await expect.poll(async () => (await standing(url))[0]).toMatchObject({ inFlight: 1, queued: 1 })
  held.release()
  expect((await first).status).toBe(200)
  expect((await second).status).toBe(200)
  await expect.poll(() => stays.asked).toEqual(['other', 'm'])
  held.release()
  expect((await third).status).toBe(200)
  expect(old.asked).toEqual(['m'])
  expect((await standing(url)).map(({ upstream }) => upstream)).toEqual(['stays'])
  // To one upstream, and back.
  app.reconfigure(await loadConfig([...base, '--upstream', old.url], {}))
  const fourth = ask('m')
  await expect.poll(() => old.asked.length).toBe(2)
  app.reconfigure(await config(staying))
  held.release()
  expect((await fourth).status).toBe(200)
})
