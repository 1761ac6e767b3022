import { once } from 'node:events'
import { connect } from 'node:net'
import { openKeyFile } from '@reason/keys'
import { describe, expect, it } from 'vitest'
import type { Examples, GenerationLine, Sample } from '@reason/gateway-api'
import { startGateway } from '../support/gateway.ts'
import { postGenerate } from '../support/generate.ts'
import { keyFile } from '../support/key-file.ts'
import { watchLive } from '../support/live.ts'
import { openPage } from '../support/page.ts'
import { chunk, done, sendStream, startUpstream } from '../support/upstream.ts'

const model = 'embedded/qwen3-tags'

interface State {
  sample: Sample
  budgets: { store: string; balances: { scope: string; of: string; used: number; limit: number; level: string; key: string | null }[] }
  upstreams: { upstream: string; health: string }[]
  traces: { status: string }
}

type Live = Sample & { written: Record<string, { reasoning: number; commentary: number; answer: number }> }

interface Trace {
  sessionKey: string
  outcome: string
  durationMs: number
  timings: { firstReasoningMs: number; firstAnswerMs: number }
  reasoningTokens: number
  reasoningTokensSource: string
}

interface Hello {
  everyMs: number
  history: Sample[]
  generations: { model: string }[]
  budgetEvents: unknown[]
  state: State
}

describe('how the gateway fares, for a dashboard', () => {
  it('is told as it is, then as it becomes', async () => {
    const { url } = await startGateway('--traces', 'sqlite')
    await (await postGenerate(url, { model, prompt: 'Q', session: 'alice' })).text()
    const live = await watchLive(openPage(url))
    const hello = (await live.next('hello')) as unknown as Hello
    expect(hello).toMatchObject({ everyMs: 2000, state: { traces: { status: 'ok' }, upstreams: [], budgets: { store: 'sqlite' } } })
    expect(hello.state.sample.requests).toEqual({ '2xx': 1 })
    expect(hello.state.budgets.balances).toMatchObject([{ scope: 'session', of: 'alice', limit: 500_000, level: 'ok', key: null }])
    expect(hello.state.budgets.balances[0]!.used).toBeGreaterThan(0)

    await (await postGenerate(url, { model, prompt: 'Q', stream: true, session: 'bob' })).text()
    // Traces are stored behind the answer: that of the one before may come first.
    let line = await live.next('generation')
    while (line['session'] !== 'bob') line = await live.next('generation')
    expect(line).toMatchObject({ model, session: 'bob', key: null, outcome: 'stop', status: 200, warnings: [] })
    const trace = (await (await fetch(`${url}/api/traces/${String(line['trace'])}`)).json()) as Trace
    expect(trace.sessionKey).toBe('bob')
    const { reasoningTokens, reasoningTokensSource } = trace
    expect(line).toMatchObject({ outcome: trace.outcome, reasoningTokens, reasoningTokensSource })
    const { sample, budgets } = (await live.next('state')) as unknown as State
    expect(sample.requests).toEqual({ '2xx': 2 })
    expect(sample.generations).toEqual({ stop: 2 })
    expect(sample.tokens[model]).toMatchObject({ commentary: 0, answer: expect.any(Number) as number })
    expect(sample.tokens[model]!.reasoning).toBeGreaterThan(0)
    expect(sample.firstAnswer.counts.reduce((sum, count) => sum + count, 0)).toBe(1)
    expect(Object.keys(sample.overhead).toSorted()).toEqual(['after_upstream', 'before_upstream', 'first_event'])
    expect(budgets.balances.map(({ of }) => of)).toEqual(['bob', 'alice'])
  })

  it('says of each generation the times that its trace has, and of one that came whole no first ones', async () => {
    const { url } = await startGateway('--traces', 'sqlite', '--pace', '20')
    const live = await watchLive(openPage(url))
    await live.next('hello')
    await (await postGenerate(url, { model, prompt: 'Q', stream: true })).text()
    const line = (await live.next('generation')) as unknown as GenerationLine
    const { durationMs, timings } = (await (await fetch(`${url}/api/traces/${line.trace}`)).json()) as Trace
    // Each has a clock of its own, and a busy machine may stop between two lines of code: they differ by less than what was in between.
    const thought = line.firstAnswerMs! - line.firstReasoningMs!
    expect(thought).toBeGreaterThan(0)
    expect(Math.abs(line.firstReasoningMs! - timings.firstReasoningMs)).toBeLessThan(thought / 2)
    expect(Math.abs(line.firstAnswerMs! - timings.firstAnswerMs)).toBeLessThan(thought / 2)
    expect(Math.abs(line.ms - durationMs)).toBeLessThan(thought / 2)
    await (await postGenerate(url, { model, prompt: 'Q' })).text()
    expect(await live.next('generation')).toMatchObject({ firstReasoningMs: null, firstAnswerMs: null })
  })

  it('counts tokens while a generation runs, and none twice at its end', async () => {
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.write(chunk({ reasoning_content: 'x'.repeat(400) }))
      ends.push(() => response.end(chunk({ content: 'y' }, { finish_reason: 'stop' }) + usage + done))
    })
    const ends: (() => void)[] = []
    // The text looked like 100 tokens.
    const usage = `data: ${JSON.stringify({ choices: [], usage: { prompt_tokens: 1, completion_tokens: 71, total_tokens: 72, completion_tokens_details: { reasoning_tokens: 70 } } })}\n\n`
    const { url } = await startGateway('--upstream', upstream)
    const live = await watchLive(openPage(url))
    await live.next('hello')
    const sampleWith = async (isWanted: (sample: Live) => boolean): Promise<Live> => {
      for (;;) {
        const { sample } = (await live.next('state')) as unknown as { sample: Live }
        if (isWanted(sample)) return sample
      }
    }
    const body = { model: 'm', prompt: 'Q', stream: true }
    const first = postGenerate(url, body).then((response) => response.text())
    const running = await sampleWith(({ written }) => written['m'] !== undefined)
    expect(running.written).toEqual({ m: { reasoning: 100, commentary: 0, answer: 0 } })
    expect(running.tokens).toEqual({})
    ends.shift()!()
    await first
    const ended = await sampleWith(({ tokens }) => tokens['m'] !== undefined)
    expect(ended.tokens['m']).toEqual({ input: 1, reasoning: 70, commentary: 0, answer: 1 })
    expect(ended.written).toEqual({ m: { reasoning: 100, commentary: 0, answer: 1 } })
    const second = postGenerate(url, body).then((response) => response.text())
    const both = await sampleWith(({ written }) => written['m']!.reasoning > 100)
    expect(both.written['m']!.reasoning).toBe(170)
    ends.shift()!()
    await second
  })

  it('estimates unreported reasoning, and says so', async () => {
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.end(chunk({ reasoning_content: 'x'.repeat(41) }) + chunk({ content: 'y' }, { finish_reason: 'stop' }) + done)
    })
    const { url } = await startGateway('--upstream', upstream)
    const live = await watchLive(openPage(url))
    await live.next('hello')
    await (await postGenerate(url, { model: 'm', prompt: 'Q', stream: true })).text()
    expect(await live.next('generation')).toMatchObject({ reasoningTokens: 11, reasoningTokensSource: 'estimated', totalTokens: null })
  })

  it('does not count pages that have left while it was found out', async () => {
    // The balance of the budget is known only after a while: no event announces it.
    const { url, port } = await startGateway('--redis', 'redis://127.0.0.1:9', '--redis-down', 'open')
    await (await postGenerate(url, { model, prompt: 'Q', session: 'alice' })).text()
    // The client reads on, because a page may arrive before the gateway knows that no client waits for it.
    const leave = (): Promise<unknown> =>
      once(connect(port, '127.0.0.1').resume().end(`GET /api/live HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n`), 'close')
    await Promise.all(Array.from({ length: 32 }, leave))
    const page = openPage(url)
    // The earlier pages are gone when this event arrives.
    await (await watchLive(page)).next('hello')
    expect((await watchLive(page)).status).toBe(200)
  })

  it('says who was warned, stopped and refused', async () => {
    const { url } = await startGateway('--session-budget', '10')
    const live = await watchLive(openPage(url))
    await live.next('hello')
    await (await postGenerate(url, { model, prompt: 'Q', session: 'alice' })).text()
    expect(await live.next('budget')).toMatchObject({ what: 'warning', scope: 'session', of: 'alice', used: 14, limit: 10 })
    expect(await live.next('budget')).toMatchObject({ what: 'exceeded', of: 'alice', used: 14 })
    for (const times of [1, 2]) {
      expect((await postGenerate(url, { model, prompt: 'Q', session: 'alice' })).status).toBe(429)
      expect(await live.next('budget')).toMatchObject({ what: 'refused', of: 'alice', times })
    }
    const { budgets } = (await live.next('state')) as unknown as State
    expect(budgets.balances).toMatchObject([{ of: 'alice', level: 'exceeded' }])
    const late = (await (await watchLive(openPage(url))).next('hello')) as unknown as Hello
    expect(late.budgetEvents).toHaveLength(3)
    expect(late.generations).toMatchObject([{ model, session: 'alice' }])
  })

  it('names the models that are counted as one, and the latest trace behind a warning', async () => {
    const thought = 'First I look at the question that was asked of me.'
    const upstream = await startUpstream((_, response) => {
      sendStream(response)
      response.end(chunk({ reasoning_content: thought }) + chunk({ content: `Well. ${thought}` }, { finish_reason: 'stop' }) + done)
    })
    const { url } = await startGateway('--upstream', upstream, '--traces', 'sqlite', '--metrics-models', '["named"]')
    const live = await watchLive(openPage(url))
    await live.next('hello')
    const traces: unknown[] = []
    for (const asked of ['named', 'some-model', 'another', 'some-model']) {
      await (await postGenerate(url, { model: asked, prompt: 'Q', stream: true })).text()
      traces.push((await live.next('generation'))['trace'])
    }
    const { behind } = (await live.next('state')) as unknown as { behind: Examples }
    expect(behind.models).toEqual({ other: ['some-model', 'another'] })
    expect(behind.traces).toMatchObject({ prefix_reappeared: traces[3], reasoning_repeated: traces[3] })
  })

  it('says how upstreams are', async () => {
    const good = await startUpstream((_, response) => {
      sendStream(response)
      response.end(chunk({ content: 'x' }) + chunk({}, { finish_reason: 'stop' }) + done)
    })
    const upstreams = JSON.stringify([
      { name: 'good', url: good },
      { name: 'bad', url: 'http://127.0.0.1:9/v1', priority: 1 },
    ])
    const { url } = await startGateway('--upstreams', upstreams)
    await (await postGenerate(url, { model: 'm', prompt: 'Q', stream: true })).text()
    const live = await watchLive(openPage(url))
    const { state } = (await live.next('hello')) as unknown as Hello
    expect(state.upstreams.map(({ upstream }) => upstream)).toEqual(['good', 'bad'])
    expect(state.upstreams[0]).toMatchObject({ health: 'up', inFlight: 0, counts: expect.any(Object) as object })
  })

  it('is for administrators, for as long as they are some', async () => {
    const { path, make } = keyFile()
    const { text, id } = await make({ admin: true })
    const other = await make()
    const { url } = await startGateway('--keys', path, '--require-keys')
    const page = openPage(url)
    expect((await page.ask('/api/live')).status).toBe(401)
    await page.ask('/api/session', { method: 'POST', body: { key: other.text } })
    expect((await page.ask('/api/live')).status).toBe(403)
    await page.ask('/api/session', { method: 'POST', body: { key: text } })
    const live = await watchLive(page)
    await live.next('hello')
    await openKeyFile(path).revoke(id)
    const last = (await live.rest()).at(-1)
    expect(last).toMatchObject({ event: 'bye', data: { message: expect.stringContaining('revoked') as string } })
  })

  it('holds up neither a change of the configuration nor the end', async () => {
    const { url, app, close } = await startGateway('--shutdown-timeout', '60000')
    const live = await watchLive(openPage(url))
    await live.next('hello')
    await close()
    expect(app.server.listening).toBe(false)
    expect((await live.rest()).at(-1)).toMatchObject({ event: 'bye' })
  })

  it('is told to so many and no more', async () => {
    const { url } = await startGateway()
    const all = await Promise.all(Array.from({ length: 32 }, () => watchLive(openPage(url))))
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await openPage(url).ask('/api/live')).status).toBe(503)
  })
})
