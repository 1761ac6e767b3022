import { copyFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { patienceMs } from '@reason/testkit/patience'
import { freePort, startTied } from '@reason/testkit/servers'
import OpenAI from 'openai'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { bundle } from '../src/bundle.ts'

/** A program itself, as what stands before it in `.bin` hands no signal on. */
const program = (path: string): string => fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url))
// The package exports the path of its program.
const { default: workerd } = createRequire(import.meta.url)('workerd') as { default: string }

const newFolder = (): string => mkdtempSync(join(tmpdir(), 'reason-runtimes-'))
const built = newFolder()
const file = join(built, 'worker.js')

/** A model server: thinks in tags, a piece every few milliseconds. A model called `stalls` never ends. */
const server = createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    if (request.url === '/v1/models')
      return void response.end(JSON.stringify({ object: 'list', data: [{ id: 'qwen3-8b', object: 'model' }] }))
    const { model } = JSON.parse(Buffer.concat(pieces).toString()) as { model: string }
    void answer(response, model)
  })
})

async function answer(response: ServerResponse, model: string): Promise<void> {
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  for (const content of ['<th', 'ink>17 × 3', ' is 51.</thi', 'nk>\n\nIt is ', '51.']) {
    response.write(event({ content }))
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  if (model !== 'stalls') response.end(`${event({}, 'stop')}data: [DONE]\n\n`)
}

const event = (delta: object, finish: string | null = null): string =>
  `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`

let upstream = ''

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  upstream = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`
  await bundle(file)
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
  rmSync(built, { recursive: true, force: true })
})

/** For `workerd serve`. */
const workerdConfig = (port: number): string => `
using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [ (name = "main", worker = .worker), (name = "local", network = (allow = ["private", "public"])) ],
  sockets = [ (name = "http", address = "127.0.0.1:${port}", http = (), service = "main") ]
);
const worker :Workerd.Worker = (
  modules = [ (name = "worker.js", esModule = embed "worker.js") ],
  compatibilityDate = "2026-11-01",
  bindings = [ (name = "UPSTREAM", text = "${upstream}") ],
  globalOutbound = "local"
);
`

/** How each serves the file at a port of loopback. */
const runtimes: [name: string, argvFor: (port: number, folder: string) => string[]][] = [
  ['Bun', (port) => [program('bun/bin/bun.exe'), `--port=${port}`, file]],
  ['Deno', (port) => [program('deno/deno'), 'serve', '--allow-env', '--allow-net', '--host', '127.0.0.1', '--port', String(port), file]],
  [
    'workerd',
    (port, folder) => {
      const config = join(folder, 'worker.capnp')
      // Embedded files of a configuration are beside it.
      copyFileSync(file, join(folder, 'worker.js'))
      writeFileSync(config, workerdConfig(port))
      return [workerd, 'serve', config]
    },
  ],
]

describe.each(runtimes)('the gateway in %s', (_, argvFor) => {
  let client: OpenAI
  let stop: (() => Promise<void>) | undefined

  beforeAll(async () => {
    const port = await freePort()
    const folder = newFolder()
    const env = { ...process.env, UPSTREAM: upstream, BUN_CONFIG_NO_CLEAR_TERMINAL: '1' }
    // Asked to end, a runtime may wait for the answer that stalls.
    stop = await startTied({ argv: argvFor(port, folder), folder, signal: 'KILL', as: { cwd: folder, env } })
    client = new OpenAI({ apiKey: 'none', baseURL: `http://127.0.0.1:${port}/v1`, maxRetries: 0 })
    await vi.waitFor(() => fetch(`http://127.0.0.1:${port}/`), { timeout: patienceMs, interval: 50 })
  })

  afterAll(() => stop?.())

  const messages = [{ role: 'user' as const, content: '17 × 3?' }]
  const inSession = (name: string) => ({ headers: { 'x-reason-session': name } })

  async function streamed(session: string, model = 'qwen3-8b'): Promise<{ reasoning: string; answer: string }> {
    const seen = { reasoning: '', answer: '' }
    const stream = await client.chat.completions.create({ model, messages, stream: true }, inSession(session))
    for await (const { choices } of stream) {
      const delta = choices[0]?.delta as { content?: string; reasoning_content?: string } | undefined
      seen.reasoning += delta?.reasoning_content ?? ''
      seen.answer += delta?.content ?? ''
    }
    return seen
  }

  const split = { reasoning: '17 × 3 is 51.', answer: 'It is 51.' }

  it('splits streams of several clients at the same time', async () => {
    expect(await Promise.all(['a', 'b', 'c', 'd'].map((one) => streamed(one)))).toEqual([split, split, split, split])
  })

  it('goes on for others when a client leaves', async () => {
    const leaving = await client.chat.completions.create({ model: 'stalls', messages, stream: true }, inSession('leaving'))
    const others = [streamed('e'), streamed('f')]
    for await (const chunk of leaving) if (chunk.choices[0]?.delta.content === '51.') break
    expect(await Promise.all(others)).toEqual([split, split])
    expect(await streamed('g')).toEqual(split)
  })

  it('sends signs of life while a model is silent', async () => {
    const response = await client.chat.completions.create({ model: 'stalls', messages, stream: true }, inSession('silent')).asResponse()
    let text = ''
    for await (const piece of response.body!) {
      text += new TextDecoder().decode(piece as Uint8Array)
      if (text.includes('\n:\n\n')) break
    }
    expect(text).toContain('51.')
  })

  it('refuses the next request of a session whose budget is used up', async () => {
    expect(await streamed('spent')).toEqual(split)
    await expect
      .poll(() => streamed('spent').catch((error: InstanceType<typeof OpenAI.APIError>) => error.code))
      .toBe('reasoning_budget_exceeded')
  })

  it('answers whole, and lists models', async () => {
    const { data } = await client.models.list()
    expect(data.map(({ id }) => id)).toEqual(['qwen3-8b'])
  })
})
