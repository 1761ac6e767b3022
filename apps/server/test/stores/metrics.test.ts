import { mkdtempSync, rmSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { question, startGateway, type Gateway } from '../support/gateway.ts'
import { rememberingUpstream } from '../support/remembering-upstream.ts'
import { chunk, done, messagesAnswer, sendStream, startUpstream } from '../support/upstream.ts'

/** Value of a series, by how its line begins. */
async function series({ url }: Gateway, name: string): Promise<number | undefined> {
  const text = await (await fetch(`${url}/metrics`)).text()
  const line = text.split('\n').find((one) => one.startsWith(name))
  return line === undefined ? undefined : Number(line.slice(line.lastIndexOf(' ')))
}

/** At the only upstream, whatever its address. */
const attempts = ({ url }: Gateway, outcome: string): Promise<number> =>
  fetch(`${url}/metrics`).then(async (response) => {
    const lines = (await response.text()).matchAll(/^upstream_requests_total\{provider="other",upstream="[^"]+",outcome="(\w+)"\} (\d+)$/gm)
    return [...lines].reduce((sum, [, named, count]) => (named === outcome ? sum + Number(count) : sum), 0)
  })

/** Told behind the answer. */
async function until(read: () => Promise<number | undefined>, value: number): Promise<void> {
  for (;;) {
    if ((await read()) === value) return
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

describe('metrics', () => {
  it('count tokens, requests and the time that the gateway took', async () => {
    const gateway = await startGateway()
    for (const stream of [true, false]) await (await gateway.chat({ model: 'embedded/gpt-oss-raw', stream, messages: question })).text()
    await until(() => series(gateway, 'generations_total{model="embedded/gpt-oss-raw",provider="other",finish="stop"}'), 2)
    expect(await series(gateway, 'reasoning_tokens_total{model="embedded/gpt-oss-raw"')).toBeGreaterThan(0)
    expect(await series(gateway, 'answer_tokens_total{model="embedded/gpt-oss-raw"')).toBeGreaterThan(0)
    expect(await series(gateway, 'gateway_requests_total{route="/v1/chat/completions",status="2xx"}')).toBe(2)
    // A whole answer has none.
    expect(await series(gateway, 'gateway_overhead_seconds_count{stage="first_event"}')).toBe(1)
    expect(await series(gateway, 'harmony_channel_messages_total{channel="analysis"}')).toBe(2)
    expect(await attempts(gateway, 'ok')).toBe(2)
    expect(await series(gateway, 'gateway_requests_in_flight')).toBe(0)
  })

  it('count no leak where there is none, and a leak that there is', async () => {
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      const thought = 'First I look at the question that was asked of me.'
      response.end(chunk({ reasoning_content: thought }) + chunk({ content: `Well. ${thought} So yes.` }, { finish_reason: 'stop' }) + done)
    })
    const gateway = await startGateway('--upstream', upstream)
    const leaks = (): Promise<number | undefined> =>
      series(gateway, 'reasoning_leak_total{mode="stream",reason="prefix_reappeared",splitter="think-tags"}')
    expect(await leaks()).toBe(0)
    await (await gateway.chat({ model: 'm', stream: true, messages: question })).text()
    await until(leaks, 1)
  })

  it('count what a request was refused for, and an upstream that cannot be reached', async () => {
    const gateway = await startGateway('--upstream', 'http://127.0.0.1:9')
    await (await gateway.chat('{}')).text()
    await (await gateway.chat({ model: 'm', messages: question })).text()
    await until(() => series(gateway, 'gateway_requests_total{route="/v1/chat/completions",status="4xx"}'), 1)
    expect(await series(gateway, 'gateway_requests_total{route="/v1/chat/completions",status="5xx"}')).toBe(1)
    expect(await attempts(gateway, 'network')).toBe(1)
  })

  it('count an upstream that the client did not wait for', async () => {
    let asked: (() => void) | undefined
    const waiting = new Promise<void>((resolve) => (asked = resolve))
    const gateway = await startGateway('--upstream', await startUpstream(() => asked!()))
    const leaving = new AbortController()
    const answer = gateway.chat(
      { model: 'm', messages: question },
      { signal: leaving.signal, headers: { 'content-type': 'application/json' } },
    )
    await waiting
    leaving.abort()
    await expect(answer).rejects.toThrow()
    await until(() => attempts(gateway, 'aborted'), 1)
  })

  it('count an answer as good that the client did not hear to its end, and one as bad that ends with an error', async () => {
    const behave = [
      (response: ServerResponse) => void response.write(chunk({ content: 'Well, ' })),
      (response: ServerResponse) =>
        void response.end(`${chunk({ content: 'Well, ' })}data: {"error":{"message":"No memory.","code":503}}\n\n`),
    ]
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      behave.shift()!(response)
    })
    const gateway = await startGateway('--upstream', upstream)
    const leaving = new AbortController()
    const headers = { 'content-type': 'application/json' }
    const answer = await gateway.chat({ model: 'm', stream: true, messages: question }, { signal: leaving.signal, headers })
    await answer.body!.getReader().read()
    leaving.abort()
    await until(() => attempts(gateway, 'ok'), 1)
    await (await gateway.chat({ model: 'm', stream: true, messages: question })).text()
    await until(() => attempts(gateway, 'server_error'), 1)
    expect(await series(gateway, `upstream_response_seconds_count{provider="other",upstream="${upstream}"}`)).toBe(2)
  })

  it('say of an upstream that breaks off what its traces say: an error, whichever way it went', async () => {
    const endings = [
      // Without a finish reason, as after a crash behind a proxy; and with the connection itself.
      (response: ServerResponse) => void response.end(chunk({ reasoning_content: 'Well, ' })),
      (response: ServerResponse) => {
        response.write(chunk({ reasoning_content: 'Well, ' }))
        setTimeout(() => response.destroy(), 20)
      },
    ]
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      endings.shift()!(response)
    })
    const gateway = await startGateway('--upstream', upstream, '--traces', 'sqlite')
    while (endings.length > 0) await (await gateway.chat({ model: 'm', stream: true, messages: question })).text()
    await until(() => series(gateway, 'generations_total{model="m",provider="other",finish="error"}'), 2)
    expect(await series(gateway, 'truncations_total{model="m",provider="other",cause="error"}')).toBe(2)
    expect(await series(gateway, 'gateway_requests_total{route="/v1/chat/completions",status="5xx"}')).toBe(2)
    const { items } = (await (await fetch(`${gateway.url}/api/traces`)).json()) as { items: { outcome: string }[] }
    expect(items.map(({ outcome }) => outcome)).toEqual(['error', 'error'])
  })

  it('count what became of old reasoning in requests that are written anew, and the seals that were lost', async () => {
    const { origin } = await rememberingUpstream({ type: 'application/json', body: messagesAnswer('Yes.') })
    const gateway = await startGateway('--upstream', origin, '--upstream-format', 'anthropic-messages')
    const input = [
      { type: 'message', role: 'user', content: 'Hello.' },
      { type: 'reasoning', id: 'rs_1', summary: [{ type: 'summary_text', text: 'Hm.' }], encrypted_content: 'gAAAAABother' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Hi.' }] },
      { type: 'message', role: 'user', content: 'And?' },
    ]
    const body = JSON.stringify({ model: 'claude-sonnet-4-5', input })
    await (await fetch(`${gateway.url}/v1/responses`, { method: 'POST', headers: { 'content-type': 'application/json' }, body })).text()
    expect(await series(gateway, 'replay_decisions_total{action="dropped"}')).toBeGreaterThan(0)
    expect(await series(gateway, 'seals_lost_total{reason="foreign"}')).toBe(1)
  })

  it('count what was taken out of traces', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reason-gateway-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.end(
        chunk({ reasoning_content: 'Write to jane.doe@example.org.' }) + chunk({ content: 'Yes.' }, { finish_reason: 'stop' }) + done,
      )
    })
    const gateway = await startGateway('--upstream', upstream, '--data-dir', folder, '--traces', 'sqlite')
    await (await gateway.chat({ model: 'm', stream: true, messages: question })).text()
    await until(() => series(gateway, 'redactions_total{type="email"}'), 1)
  })

  it.each([
    ['each model that answered', [], { 'made-up-1': 1, 'made-up-2': 1 }],
    ['those of a list', ['--metrics-models', '["made-up-1"]'], { 'made-up-1': 1, other: 1 }],
  ])('name %s', async (_, flags, expected) => {
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.end(chunk({ content: 'Yes.' }, { finish_reason: 'stop' }) + done)
    })
    const gateway = await startGateway('--upstream', upstream, ...flags)
    for (const model of ['made-up-1', 'made-up-2']) await (await gateway.chat({ model, stream: true, messages: question })).text()
    for (const [model, count] of Object.entries(expected))
      await until(() => series(gateway, `generations_total{model="${model}",provider="other",finish="stop"}`), count)
  })

  it('name no model that no upstream answered for', async () => {
    const upstream = await startUpstream((_, response) => {
      response.writeHead(404, { 'content-type': 'application/json' })
      response.end('{"error":{"message":"no such model"}}')
    })
    const gateway = await startGateway('--upstream', upstream)
    await (await gateway.chat({ model: 'made-up', stream: true, messages: question })).text()
    expect(await (await fetch(`${gateway.url}/metrics`)).text()).not.toContain('made-up')
  })
})

describe('readiness', () => {
  it('says how the stores stand', async () => {
    const { url } = await startGateway()
    const ready = await fetch(`${url}/readyz`)
    expect(ready.status).toBe(200)
    expect(await ready.json()).toEqual({
      status: 'ready',
      configuration: { hash: expect.stringMatching(/^[0-9a-f]{12}$/) as unknown, since: expect.stringMatching(/^\d{4}-.*Z$/) as unknown },
      traces: { status: 'off' },
      budgets: { store: 'sqlite', unsettled: 0, storeFailures: 0 },
    })
  })
})
