import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it, onTestFinished } from 'vitest'
import { keyFile } from '../../support/key-file.ts'
import { watchLive } from '../../support/live.ts'
import { openPage } from '../../support/page.ts'
import { run } from '../../support/program.ts'
import { openRaw, type RawClient } from '../../support/raw-client.ts'
import { chunk, done, sendStream, startAnsweringUpstream } from '../../support/upstream.ts'
import { isAlive, startWorkers, until, type Workers } from '../../support/workers.ts'

/** One series, as it is scraped. */
async function scraped({ ask }: Workers, series: string, headers?: Record<string, string>): Promise<number> {
  const text = await (await ask('/metrics', undefined, headers)).text()
  return Number(
    text
      .split('\n')
      .find((line) => line.startsWith(`${series} `))
      ?.slice(series.length),
  )
}

const answered = 'gateway_requests_total{route="/v1/chat/completions",status="2xx"}'
const workersOf = (output: string): number[] =>
  [...output.matchAll(/"worker":(\d),[^\n]*"msg":"answered"/g)].map(([, worker]) => Number(worker))

/** Open answers end by themselves, however long that takes on a busy machine. */
const patient = ['--shutdown-timeout', '600000']

interface Balances {
  budgets: { used: number; reserved: number }[]
}

// Whole programs of several processes start here, from their sources, on machines that may be busy.
describe('several processes behind one port', () => {
  it('share requests, metrics, traces, budgets, and the data of dashboards', async () => {
    const workers = await startWorkers(2, '--session-budget', '100')
    const { ask, chat, program, url } = workers
    for (let turn = 0; turn < 6; turn++) expect((await chat({}, { 'x-reason-session': `turn-${turn}` })).status).toBe(200)
    await until(() => workersOf(program.output()).length === 6)
    expect(workersOf(program.output()).toSorted((a, b) => a - b)).toEqual([1, 1, 1, 2, 2, 2])

    // Any worker may get the request.
    for (let turn = 0; turn < 2; turn++) {
      expect(await scraped(workers, answered)).toBe(6)
      expect(await (await ask('/readyz')).json()).toMatchObject({ status: 'ready', workers: { wanted: 2, listening: 2 } })
      const traces = async (): Promise<{ requestId: string }[]> =>
        ((await (await ask('/api/traces')).json()) as { items: { requestId: string }[] }).items
      await until(async () => (await traces()).length === 6)
      expect(new Set((await traces()).map(({ requestId }) => requestId)).size).toBe(6)
    }

    // 14 tokens each. What runs together may exceed the budget by its reservations, and no more; then no request is admitted, at any worker.
    const balance = async (): Promise<Balances['budgets'][number]> =>
      ((await (await ask('/api/sessions/alice/budget')).json()) as Balances).budgets[0]!
    const statuses = (await Promise.all(Array.from({ length: 20 }, () => chat({}, { 'x-reason-session': 'alice' })))).map(
      ({ status }) => status,
    )
    const passed = statuses.filter((status) => status === 200).length
    expect(new Set(statuses)).toEqual(new Set([200, 429]))
    await until(async () => (await balance()).reserved === 0)
    expect((await balance()).used).toBe(passed * 14)
    let settled = passed
    while ((await balance()).used < 100) {
      if ((await chat({}, { 'x-reason-session': 'alice' })).status === 200) settled++
      await until(async () => (await balance()).reserved === 0)
    }
    expect((await balance()).used).toBe(settled * 14)
    // The budget, and the one reservation that went beyond it.
    if (settled > passed) expect(settled).toBe(8)
    for (let turn = 0; turn < 2; turn++) expect((await chat({}, { 'x-reason-session': 'alice' })).status).toBe(429)

    // A dashboard is at one of them, and hears of all.
    const all = 6 + settled
    const generations = async (): Promise<number> =>
      ((await (await watchLive(openPage(url))).next('hello')) as { generations: unknown[] }).generations.length
    await until(async () => (await generations()) === all)
    const live = await watchLive(openPage(url))
    let requests = 0
    while (requests < all)
      ({ '2xx': requests = 0 } = ((await live.next('state')) as { sample: { requests: Record<string, number> } }).sample.requests)
    expect(requests).toBe(all)
    for (const session of ['bob', 'carol']) {
      expect((await chat({}, { 'x-reason-session': session })).status).toBe(200)
      // Earlier responses may still be on their way.
      let line = await live.next('generation')
      while (line['session'] !== session) line = await live.next('generation')
      expect(line).toMatchObject({ outcome: 'stop', status: 200 })
    }

    program.child.kill('SIGTERM')
    expect((await live.rest()).at(-1)).toMatchObject({ event: 'bye' })
    expect(await program.exit).toBe(0)
  })

  it('share what they learn about the format of answers', async () => {
    const { ask, chat, program } = await startWorkers(2)
    for (let turn = 0; turn < 6; turn++) expect((await chat({ model: 'embedded/qwen3-native' })).status).toBe(200)
    interface Learned {
      upstreams: { models: { model: string; seen: { fields: number } }[] }[]
    }
    const fields = async (): Promise<number> =>
      ((await (await ask('/api/learned')).json()) as Learned).upstreams[0]!.models[0]?.seen.fields ?? 0
    // Each has answered three and hears of the other's three. Two requests in a row reach both processes.
    await until(async () => (await fields()) === 6 && (await fields()) === 6)
    program.child.kill('SIGTERM')
    expect(await program.exit).toBe(0)
  })

  it('share the limits of a key, and sessions of pages', async () => {
    const { path, make } = keyFile()
    const limited = await make({ rateLimits: { requestsPerMinute: 3 } })
    const { text } = await make({ admin: true })
    const { chat, url } = await startWorkers(2, '--keys', path, '--require-keys', '--traces', 'off')
    const statuses: number[] = []
    for (let turn = 0; turn < 6; turn++) statuses.push((await chat({}, { authorization: `Bearer ${limited.text}` })).status)
    expect(statuses).toEqual([200, 200, 200, 429, 429, 429])

    const page = openPage(url)
    const signedIn = async (): Promise<boolean[]> => {
      const all: boolean[] = []
      for (let turn = 0; turn < 4; turn++) {
        const response = await page.ask('/api/session', { headers: { connection: 'close' } })
        all.push(((await response.json()) as { signedIn: boolean }).signedIn)
      }
      return all
    }
    await page.ask('/api/session', { method: 'POST', body: { key: text }, headers: { connection: 'close' } })
    expect(await signedIn()).toEqual([true, true, true, true])
    const { cookie } = page
    await page.ask('/api/session', { method: 'DELETE', headers: { connection: 'close' } })
    page.cookie = cookie
    // A worker that signs out waits for no other.
    await until(async () => !(await signedIn()).includes(true))
  })

  it('finish open requests at a stop signal, and accept no new ones', async () => {
    const finish: (() => void)[] = []
    const upstream = await startAnsweringUpstream((_, response) => {
      sendStream(response)
      response.write(chunk({ content: 'Hello' }))
      finish.push(() => response.end(chunk({ content: ' again' }) + chunk({}, { finish_reason: 'stop' }) + done))
    })
    const { program, chat, url, pids } = await startWorkers(2, ...patient, '--upstream', upstream, '--adapter', 'plain')
    const open = await Promise.all([chat({ stream: true }), chat({ stream: true })])
    program.child.kill('SIGTERM')
    const refused = (): Promise<boolean> =>
      fetch(`${url}/healthz`, { headers: { connection: 'close' } }).then(
        () => false,
        () => true,
      )
    await until(refused)
    for (const end of finish) end()
    for (const answer of open) expect(await answer.text()).toMatch(/Hello[^]* again[^]*\[DONE\]/)
    expect(await program.exit).toBe(0)
    expect(workersOf(program.output()).toSorted((a, b) => a - b)).toEqual([1, 2])
    expect(pids.filter(isAlive)).toEqual([])
  })

  it('close idle connections when they stop', async () => {
    const { program, url } = await startWorkers(2, ...patient)
    const clients: RawClient[] = []
    for (let client = 0; client < 4; client++) {
      const one = await openRaw(Number(new URL(url).port))
      one.socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\n\r\n')
      await until(() => one.heard().startsWith('HTTP/1.1 200 '))
      clients.push(one)
    }
    program.child.kill('SIGTERM')
    await Promise.all(clients.map(({ closed }) => closed))
    expect(await program.exit).toBe(0)
  })

  it('answer or refuse clients that connect while they stop', async () => {
    let finish = (): void => {}
    const upstream = await startAnsweringUpstream((_, response) => {
      sendStream(response)
      response.write(chunk({ content: 'Hello' }))
      finish = () => response.end(chunk({ content: ' again' }) + chunk({}, { finish_reason: 'stop' }) + done)
    })
    const { program, chat, url } = await startWorkers(2, ...patient, '--upstream', upstream, '--adapter', 'plain')
    const open = await chat({ stream: true })
    // All of them at once, each over a connection of its own: some are accepted, and on their way to a process, when that closes.
    const coming: Promise<string>[] = []
    const come = (): void => {
      const fate = fetch(`${url}/healthz`, { headers: { connection: 'close' } }).then(
        ({ status }) => String(status),
        (error: Error) => (error.cause as NodeJS.ErrnoException).code ?? 'closed',
      )
      coming.push(fate)
    }
    for (let client = 0; client < 20; client++) come()
    program.child.kill('SIGTERM')
    for (let round = 0; round < 40; round++) {
      for (let client = 0; client < 5; client++) come()
      await new Promise((resolve) => setImmediate(resolve))
    }
    for (const fate of await Promise.all(coming)) expect(['200', '503', 'ECONNREFUSED', 'ECONNRESET', 'UND_ERR_SOCKET']).toContain(fate)
    come()
    expect(await coming.at(-1)).toBe('ECONNREFUSED')
    finish()
    expect(await open.text()).toMatch(/Hello[^]* again[^]*\[DONE\]/)
    expect(await program.exit).toBe(0)
  })

  it('finish open requests if each process gets the stop signal, as in a service', async () => {
    const finish: (() => void)[] = []
    const upstream = await startAnsweringUpstream((_, response) => {
      sendStream(response)
      response.write(chunk({ content: 'Hello' }))
      finish.push(() => response.end(chunk({ content: ' again' }) + chunk({}, { finish_reason: 'stop' }) + done))
    })
    const { program, chat, ask, pids } = await startWorkers(2, ...patient, '--upstream', upstream, '--adapter', 'plain')
    const open = await Promise.all([chat({ stream: true }), chat({ stream: true })])
    program.child.kill('SIGTERM')
    await until(() =>
      ask('/healthz').then(
        () => false,
        () => true,
      ),
    )
    for (const pid of pids) process.kill(pid, 'SIGTERM')
    for (const pid of pids) process.kill(pid, 'SIGINT')
    for (const end of finish) end()
    for (const answer of open) expect(await answer.text()).toMatch(/Hello[^]* again[^]*\[DONE\]/)
    expect(await program.exit).toBe(0)
  })

  it('are replaced singly, if one process gets the stop signal', async () => {
    const finish: (() => void)[] = []
    const upstream = await startAnsweringUpstream((_, response) => {
      sendStream(response)
      response.write(chunk({ content: 'Hello' }))
      finish.push(() => response.end(chunk({ content: ' again' }) + chunk({}, { finish_reason: 'stop' }) + done))
    })
    const { program, chat, ask, pids } = await startWorkers(2, ...patient, '--upstream', upstream, '--adapter', 'plain')
    const open = await Promise.all([chat({ stream: true }), chat({ stream: true })])
    process.kill(pids[0]!, 'SIGTERM')
    await until(async () => ((await (await ask('/readyz')).json()) as { workers?: { listening: number } }).workers?.listening === 1)
    // No connection goes to the worker that stops.
    for (let turn = 0; turn < 4; turn++) expect((await ask('/healthz')).status).toBe(200)
    for (const end of finish) end()
    for (const answer of open) expect(await answer.text()).toMatch(/Hello[^]* again[^]*\[DONE\]/)
    await program.says(/"of":1,"code":0,[^\n]*"msg":"process ended, another one takes its place"/)
    await until(async () => ((await (await ask('/readyz')).json()) as { workers?: { listening: number } }).workers?.listening === 2)
    program.child.kill('SIGTERM')
    expect(await program.exit).toBe(0)
  })

  it('end if the stop signal comes before they are ready', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reason-workers-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 }))
    const data = join(folder, 'data')
    const program = run(['--workers', '2', '--port', '0', '--data-dir', data])
    // The first one is about to be ready.
    await until(() => existsSync(data))
    program.child.kill('SIGTERM')
    expect(await program.exit).toBe(0)
  })

  it('lose only the streams of a process that dies, and replace it', async () => {
    const finish: (() => void)[] = []
    const upstream = await startAnsweringUpstream((_, response) => {
      sendStream(response)
      response.write(chunk({ reasoning_content: 'Hm.' }))
      finish.push(() => response.end(chunk({ content: 'Yes' }) + chunk({}, { finish_reason: 'stop' }) + done))
    })
    const workers = await startWorkers(2, '--upstream', upstream)
    const { program, chat, ask, pids } = workers
    for (let turn = 0; turn < 4; turn++) {
      const answer = await chat({ stream: true })
      finish.pop()!()
      await answer.text()
    }
    expect(await scraped(workers, answered)).toBe(4)
    const open: Response[] = []
    for (let turn = 0; turn < 4; turn++) open.push(await chat({ stream: true }))
    process.kill(pids[1]!, 'SIGKILL')
    await program.says(/"of":2,"code":null,"signal":"SIGKILL"[^\n]*"msg":"process ended, another one takes its place"/)
    for (const end of finish) end()
    const texts = await Promise.all(open.map((answer) => answer.text().catch(() => 'lost')))
    const whole = texts.filter((text) => text.endsWith('data: [DONE]\n\n')).length
    expect(whole).toBeGreaterThan(0)
    expect(texts.filter((text) => text === 'lost')).toHaveLength(4 - whole)
    expect(whole).toBeLessThan(4)
    // The new worker continues the counts of the old one.
    expect(await scraped(workers, answered)).toBe(4 + whole)

    const [, pid] = await program.says(/"SIGKILL"[^]*"of":2,"pid":(\d+),"msg":"process takes requests"/)
    expect(Number(pid)).not.toBe(pids[1])
    expect(await (await ask('/readyz')).json()).toMatchObject({ workers: { wanted: 2, listening: 2 } })
    const before = workersOf(program.output()).length
    for (let turn = 0; turn < 2; turn++) {
      const answer = await chat({ stream: true })
      finish.pop()!()
      expect(await answer.text()).toContain('Yes')
    }
    await until(() => workersOf(program.output()).length === before + 2)
    expect(
      workersOf(program.output())
        .slice(-2)
        .toSorted((a, b) => a - b),
    ).toEqual([1, 2])
    expect(await scraped(workers, answered)).toBe(4 + whole + 2)
    program.child.kill('SIGINT')
    expect(await program.exit).toBe(0)
  })

  it('lose no connection that was handed to a dying process', async () => {
    const { program, pids, url } = await startWorkers(2)
    process.kill(pids[0]!, 'SIGSTOP')
    const clients: RawClient[] = []
    for (let client = 0; client < 6; client++) {
      const one = await openRaw(Number(new URL(url).port))
      one.socket.write('GET /healthz HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n')
      clients.push(one)
    }
    const answered = (): number => clients.filter(({ heard }) => heard().startsWith('HTTP/1.1 200 ')).length
    await until(() => answered() === 5)
    process.kill(pids[0]!, 'SIGKILL')
    await Promise.all(clients.map(({ closed }) => closed))
    expect(answered()).toBe(6)
    program.child.kill('SIGTERM')
    expect(await program.exit).toBe(0)
  })

  it('each apply a changed configuration, except settings that need a restart', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'reason-workers-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'reason.config.yaml')
    writeFileSync(file, 'clients: { reasoningField: reasoning_content }\n')
    const { program, chat, pids } = await startWorkers(2, '--config', file, '--traces', 'off')
    writeFileSync(file, 'clients: { reasoningField: reasoning }\nlisten: { workers: 3 }\n')
    program.child.kill('SIGHUP')
    for (const worker of [1, 2]) await program.says(new RegExp(`"worker":${worker},[^\\n]*"msg":"configuration applied"`))
    for (let turn = 0; turn < 4; turn++) expect(await (await chat()).text()).toContain('"reasoning":"')
    expect(pids.every(isAlive)).toBe(true)
  })

  it('end with the process that started them, even after SIGKILL', async () => {
    const { program, pids } = await startWorkers(2)
    program.child.kill('SIGKILL')
    await until(() => !pids.some(isAlive))
  })

  it('do not start if a single process would not', async () => {
    const server = createServer()
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    onTestFinished(() => void server.close())
    const { port } = server.address() as AddressInfo
    const taken = run(['--workers', '2', '--port', String(port), '--traces', 'off'])
    expect(await taken.exit).toBe(1)
    expect(taken.output()).toMatch(/^Port \d+ of 127\.0\.0\.1 is taken, perhaps by another gateway\.[^\n]*\n$/)

    const wrong = run(['--workers', '65'])
    expect(await wrong.exit).toBe(1)
    expect(wrong.output()).toContain('--workers is 65, but must be a whole number from 0 to 64')
  })
})
