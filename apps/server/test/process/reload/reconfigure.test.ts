import { expect, it, onTestFinished } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { loadConfig } from '../../../src/config/load.ts'
import { textOf } from '../../support/sse.ts'
import { chunk, sendStream, startUpstream } from '../../support/upstream.ts'

const base = ['--port', '0', '--pace', '0', '--log-level', 'silent', '--traces', 'off', '--adapter', 'plain', '--no-start-probe']

async function start(...flags: string[]) {
  const app = await createApp(await loadConfig([...base, ...flags], {}))
  onTestFinished(() => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return {
    app,
    url,
    reconfigure: async (...next: string[]) => app.reconfigure(await loadConfig([...base, ...next], {})),
    ready: async () => (await (await fetch(`${url}/readyz`)).json()) as { configuration: { hash: string; since: string } },
    chat: (headers: Record<string, string> = {}) =>
      fetch(`${url}/v1/chat/completions`, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: '{"model":"m","stream":true,"messages":[{"role":"user","content":"Hi"}]}',
      }),
  }
}

/** Says its name at once, and the rest when it is told to. */
async function talker(name: string) {
  const open: (() => void)[] = []
  let aborted = 0
  const disconnected = Promise.withResolvers<void>()
  const url = await startUpstream((request, response) => {
    request.socket.on('close', () => disconnected.resolve())
    response.on('close', () => (aborted += response.writableFinished ? 0 : 1))
    sendStream(response)
    response.write(chunk({ content: name }))
    open.push(() => response.end(chunk({ content: ' ends' }) + chunk({}, { finish_reason: 'stop' }) + 'data: [DONE]\n\n'))
  })
  return { url, disconnected: disconnected.promise, open, aborted: () => aborted, finish: () => open.splice(0).forEach((end) => end()) }
}

it('goes on with open streams, and answers new requests with the new configuration', async () => {
  const first = await talker('first')
  const second = await talker('second')
  const { url, reconfigure, chat, ready } = await start('--upstream', first.url)
  const before = await ready()
  const old = await chat()
  await reconfigure('--upstream', second.url, '--reasoning-field', 'reasoning')
  const after = await ready()
  expect(after.configuration.hash).not.toBe(before.configuration.hash)
  expect(Date.parse(after.configuration.since)).toBeGreaterThanOrEqual(Date.parse(before.configuration.since))
  const young = await chat()
  expect(await (await fetch(url)).text()).toContain(second.url)
  second.finish()
  expect(textOf(await young.text(), 'content')).toBe('second ends')
  first.finish()
  expect(textOf(await old.text(), 'content')).toBe('first ends')
  expect(first.aborted() + second.aborted()).toBe(0)
  // No request uses the old configuration any more.
  await first.disconnected
})

it('takes a setting that is said to be what it is by default, where the policies have said otherwise', async () => {
  const { url, finish } = await talker('first')
  const patient = ['--upstream', url, '--adapter', 'auto', '--llm', '{"harmony.channels_parser.fallback_on_timeout_ms":600000}']
  const { reconfigure, chat } = await start(...patient)
  await reconfigure(...patient, '--decide-after', '600')
  // The head waits for the first text, which may be held for so long.
  const answer = await chat()
  finish()
  expect(textOf(await answer.text(), 'content')).toBe('first ends')
})

it('ends a stream of an old configuration when the gateway stops, too', async () => {
  const first = await talker('first')
  const { app, reconfigure, chat } = await start('--upstream', first.url, '--shutdown-timeout', '0')
  const old = await chat()
  await reconfigure('--shutdown-timeout', '0')
  await app.close()
  expect(await old.text()).toMatch(/first[^]*"error":.*shut down[^]*\[DONE\]/)
})

it('keeps what is used up of budgets, and counts on', async () => {
  const { url, reconfigure } = await start('--session-budget', '1000', '--adapter', 'think-tags')
  const ask = () =>
    fetch(`${url}/v1/chat/completions`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-reason-session': 'alice' },
      body: '{"model":"embedded/qwen3-tags","messages":[{"role":"user","content":"Hi"}]}',
    })
  const balance = async () =>
    ((await (await fetch(`${url}/api/sessions/alice/budget`)).json()) as { budgets: { used: number; limit: number }[] }).budgets[0]!
  await (await ask()).text()
  const { used } = await balance()
  expect(used).toBeGreaterThan(0)
  await reconfigure('--session-budget', '1', '--adapter', 'think-tags')
  expect(await balance()).toMatchObject({ used, limit: 1 })
  expect((await ask()).status).toBe(429)
  expect(await (await fetch(`${url}/metrics`)).text()).toMatch(/reasoning_tokens_total\{model="embedded\/qwen3-tags"/)
})

it('changes nothing when the new configuration cannot be used, or is the same', async () => {
  const { reconfigure, ready } = await start()
  const before = await ready()
  await expect(reconfigure('--adapter', 'harmoni')).rejects.toThrow(/--adapter is "harmoni", but must be one of: harmony, /)
  await reconfigure()
  expect(await ready()).toEqual(before)
})

it('takes another key for the upstream', async () => {
  const keys: (string | undefined)[] = []
  const upstream = await startUpstream((request, response) => {
    keys.push(request.headers.authorization)
    response.writeHead(500).end()
  })
  const app = await createApp(await loadConfig([...base, '--upstream', upstream, '--upstream-key-env', 'KEY'], { KEY: 'one' }))
  onTestFinished(() => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  const ask = () =>
    fetch(`${url}/v1/chat/completions`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"model":"m"}' })
  await ask()
  app.reconfigure(await loadConfig([...base, '--upstream', upstream, '--upstream-key-env', 'KEY'], { KEY: 'two' }))
  await ask()
  expect(keys).toEqual(['Bearer one', 'Bearer two'])
})

it('says which settings need a restart, and keeps them', async () => {
  const { app, url, reconfigure, ready } = await start('--body-limit', '50')
  const lines: string[] = []
  app.log.warn = ((fields: object, text: string) => lines.push(`${JSON.stringify(fields)} ${text}`)) as never
  const before = await ready()
  await reconfigure('--body-limit', '5000', '--trace-days', '7')
  expect(lines).toEqual(['{"settings":["limits.body","traces.days"]} these settings change with the next restart'])
  expect(await ready()).toEqual(before)
  await reconfigure('--body-limit', '50', '--llm', '{"reasoning_ratio.alert.above":0.5}')
  expect(lines[1]).toContain('{"settings":["llm.reasoning_ratio"]}')
  const long = await fetch(`${url}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: ' '.repeat(60),
  })
  expect(await long.text()).toContain('larger than 50 bytes')
})

it('answers a request that it has begun with one configuration', async () => {
  const asked = Promise.withResolvers<void>()
  const go = Promise.withResolvers<void>()
  const first = await startUpstream((_, response) => {
    asked.resolve()
    void go.promise.then(() =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"object":"list","data":[{"id":"other"}]}'),
    )
  })
  const second = await talker('second')
  const { url, reconfigure } = await start('--upstream', first)
  const answer = fetch(`${url}/v1/models/m`)
  await asked.promise
  await reconfigure('--upstream', second.url)
  go.resolve()
  expect(await (await answer).json()).toMatchObject({ error: { message: expect.stringContaining(`The upstream ${first}`) as string } })
})
