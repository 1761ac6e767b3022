import { once } from 'node:events'
import { spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { platform } from 'node:process'
import { brotliCompressSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { WebSocket } from 'ws'
import { attacks } from '@reason/testkit/attacks'
import { programs } from '@reason/testkit/programs'
import { chunk, completion, done, sendStream } from '../support/upstream.ts'

const json = (fields: string): string => `{"model":"m",${fields}}`
const many = (element: string, count: number): string => `[${`${element},`.repeat(count)}1]`
const user = (content: string): string => `"messages":[{"role":"user","content":${content}}]`

/** The upstream's answers by model name, created before anything is measured. */
const answers: Readonly<Record<string, string>> = {
  m: completion({ content: 'a' }),
  choices: `{"choices":[${'{},'.repeat(1_000_000)}{}]}`,
  calls: `{"choices":[{"index":0,"message":{"role":"assistant","tool_calls":[${'{},'.repeat(5_000_000)}{}]},"finish_reason":"stop"}]}`,
  pieces: `{"choices":[{"index":0,"message":{"role":"assistant","content":[${'{},'.repeat(1_000_000)}{}]},"finish_reason":"stop"}]}`,
  'some choices': `{"choices":[${Array.from({ length: 24 }, (_, index) => `{"index":${index},"message":{"role":"assistant","content":"a"},"finish_reason":"stop"}`).join(',')}]}`,
}

interface Running {
  url: string
  pid: number
  /** The longest step of its main thread since it was asked the last time, in milliseconds of its own CPU. */
  longestStep(): Promise<number>
  post(path: string, body: Buffer | string, encoding?: string): Promise<Response>
  stop(): Promise<void>
}

/** A gateway in a process of its own, before an upstream that says what the model's name asks for; `victim` streams without an end. */
async function start(): Promise<Running> {
  const server = createServer((request, response) => {
    let head = ''
    request.on('data', (piece: Buffer) => (head += head.length < 1000 ? piece.toString('latin1') : ''))
    request.on('end', () => {
      const answer = answers[/"model":"([^"]*)"/.exec(head)?.[1] ?? '']
      if (answer === undefined) return drip(response)
      if (!head.includes('"stream":true')) return void response.writeHead(200, { 'content-type': 'application/json' }).end(answer)
      sendStream(response)
      response.end(`data: ${answer.replaceAll('"message"', '"delta"')}\n\n${done}`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  const flags = ['--port', '0', '--upstream', origin, '--no-start-probe', '--traces', 'off', '--log-level', 'warn']
  const steps = join(mkdtempSync(join(tmpdir(), 'reason-steps-')), 'steps.json')
  const measuring = ['--import', import.meta.resolve('@reason/testkit/longest-step')]
  const child = spawn(process.execPath, [...measuring, ...programs.server, ...flags], {
    stdio: ['ignore', 'pipe', 'inherit'],
    env: { ...process.env, STEPS_FILE: steps },
  })
  let output = ''
  for await (const text of child.stdout) {
    output += String(text)
    if (/http:\/\/127\.0\.0\.1:\d+/.test(output)) break
  }
  const [url] = /http:\/\/127\.0\.0\.1:\d+/.exec(output)!
  return {
    url,
    pid: child.pid!,
    async longestStep() {
      const read = (): { count: number; longest: number } =>
        existsSync(steps) ? (JSON.parse(readFileSync(steps, 'utf8')) as ReturnType<typeof read>) : { count: 0, longest: 0 }
      const { count } = read()
      child.kill('SIGUSR2')
      await expect.poll(() => read().count, { timeout: 30_000 }).toBe(count + 1)
      return read().longest
    },
    post: (path, body, encoding) =>
      fetch(url + path, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...(encoding !== undefined && { 'content-encoding': encoding }) },
        body: typeof body === 'string' ? body : new Uint8Array(body),
      }),
    async stop() {
      child.kill('SIGKILL')
      await once(child, 'exit')
      server.closeAllConnections()
      server.close()
    },
  }
}

function drip(response: ServerResponse): void {
  sendStream(response)
  const timer = setInterval(() => response.write(chunk({ content: 'x' })), 20)
  response.on('close', () => clearInterval(timer))
}

/** A stream of another client that runs all the while. @returns The longest time without a sign of it, in milliseconds. */
async function watchVictim({ post }: Running): Promise<() => number> {
  const response = await post('/v1/chat/completions', `{"model":"victim","stream":true,${user('"q"')}}`)
  const reader = response.body!.getReader()
  await reader.read()
  let last = performance.now()
  let longest = 0
  const reading = read()
  onTestFinished(async () => {
    await reader.cancel()
    await reading
  })
  return () => Math.max(longest, performance.now() - last)

  async function read(): Promise<void> {
    for (let ended = false; !ended; last = performance.now()) {
      ended = (await reader.read()).done
      longest = Math.max(longest, performance.now() - last)
    }
  }
}

/** Longest delay for other requests, in milliseconds. Before there were bounds these attacks delayed them for 14 to 71 s, or ended the process. */
const longestGap = 10_000
/** Longest step in milliseconds of CPU, which other work on the same cores prolongs. It is some 50 on a quiet machine. Before, a document took 6 s. */
const longestStep = 1500
/** In megabytes, all in all. */
const mostMemory = 1000

/** The most that the process has held since it was asked the last time, in megabytes. */
function peakOf(pid: number): number {
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1024
  writeFileSync(`/proc/${pid}/clear_refs`, '5')
  return peak
}

describe.skipIf(platform !== 'linux')('no other client is hurt (measured in /proc, which only Linux has)', () => {
  let gateway: Running
  beforeAll(async () => {
    gateway = await start()
  })
  afterAll(() => gateway.stop())

  it.each(attacks)('by $what, to $path', async ({ path, body, encoding, status }) => {
    const bytes = body()
    const gap = await watchVictim(gateway)
    await gateway.longestStep()
    const response = await gateway.post(path, bytes, encoding)
    expect(response.status).toBe(status)
    expect((await response.text()).length).toBeLessThan(2000)
    expect(await gateway.longestStep()).toBeLessThan(longestStep)
    expect(gap()).toBeLessThan(longestGap)
    expect(peakOf(gateway.pid)).toBeLessThan(mostMemory)
  })

  it('by a hundred and fifty bodies that unpack to thirty megabytes each', async () => {
    const bomb = brotliCompressSync(Buffer.alloc(30_000_000, 0x20))
    expect(bomb.length).toBeLessThan(200)
    const gap = await watchVictim(gateway)
    const statuses = await Promise.all(Array.from({ length: 150 }, async () => (await gateway.post('/v1/generate', bomb, 'br')).status))
    expect(new Set(statuses)).toEqual(new Set([413]))
    expect(gap()).toBeLessThan(longestGap)
    expect(peakOf(gateway.pid)).toBeLessThan(mostMemory)
  })

  it('by a message of thirty megabytes over a WebSocket', async () => {
    const message = json(`"messages":${many('{}', 10_000_000)}`)
    const gap = await watchVictim(gateway)
    const socket = new WebSocket(`${gateway.url.replace('http', 'ws')}/v1/generate`)
    await once(socket, 'open')
    socket.send(message)
    // Too large: it is not read at all, and who still sends may see no more than the end of the connection.
    const [code] = (await once(socket, 'close')) as [number]
    expect([1006, 1009]).toContain(code)
    expect(gap()).toBeLessThan(longestGap)
    expect(peakOf(gateway.pid)).toBeLessThan(mostMemory)
  })

  it.each([
    ['choices', 'a list of more than 10000 objects'],
    ['calls', 'a list of more than 2500 objects'],
    ['pieces', 'a list of more than 2500 objects'],
    ['some choices', 'more than 16 choices'],
  ])('by an answer of the upstream with too many %s, whole and as one event', async (model, excess) => {
    for (const stream of [false, true]) {
      const gap = await watchVictim(gateway)
      const response = await gateway.post('/v1/chat/completions', `{"model":"${model}","stream":${stream},${user('"q"')}}`)
      const text = await response.text()
      expect(text).toContain(`has ${excess}`)
      expect(text.length).toBeLessThan(5000)
      expect(gap()).toBeLessThan(longestGap)
    }
    expect(peakOf(gateway.pid)).toBeLessThan(mostMemory)
  })
})
