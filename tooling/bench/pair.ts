import { spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { Agent, createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { family, freePort, listening, stop } from './src/gateway/processes.ts'

// pnpm bench:pair OTHER [--rounds N] [--requests N]
// Two checkouts, both built, in one run and in turn: what a request costs in each. CPU time says more than time on a machine that is not quiet.
// pnpm bench:pair --workers
// Two gateways of this checkout, and one of two processes.
const { values, positionals } = parseArgs({
  options: {
    rounds: { type: 'string', default: '10' },
    requests: { type: 'string', default: '300' },
    workers: { type: 'boolean', default: false },
  },
  allowPositionals: true,
})
const [other] = positionals
if (other === undefined && !values.workers) {
  console.error('Name the checkout to compare with: pnpm bench:pair ../reason-before')
  process.exit(2)
}
const rounds = Number(values.rounds)
const requests = Number(values.requests)
const here = fileURLToPath(new URL('../../', import.meta.url))

interface Gateway {
  process: ChildProcess
  port: number
  agent: Agent
  folder: string
  /** Megabytes of old objects that were added since it was asked last. */
  promoted(): number
}

const question = [{ role: 'user', content: 'What is 17 * 3?' }]
const loads: Readonly<Record<string, [path: string, body: object]>> = {
  'chat, streamed': ['/v1/chat/completions', { model: 'qwen3-8b', stream: true, messages: question }],
  'chat with tags, streamed': ['/v1/chat/completions', { model: 'tags', stream: true, messages: question }],
  'chat, whole': ['/v1/chat/completions', { model: 'qwen3-8b', messages: question }],
  'messages, streamed': ['/v1/messages', { model: 'qwen3-8b', stream: true, max_tokens: 500, messages: question }],
  'responses, streamed': ['/v1/responses', { model: 'qwen3-8b', stream: true, input: 'What is 17 * 3?' }],
  'responses, whole': ['/v1/responses', { model: 'qwen3-8b', input: 'What is 17 * 3?' }],
}

/** Nothing is written to files. */
const alone = ['--traces', 'off', '--budget-store', 'memory']

const upstream = await startUpstream()
/** What is compared, there and here: gateways that share the requests. */
const sides: readonly [Gateway[], Gateway[]] = values.workers
  ? [[await startGateway(here), await startGateway(here)], [await startGateway(here, ['--workers', '2'])]]
  : [[await startGateway(other!, alone)], [await startGateway(here, alone)]]
try {
  for (const side of sides) for (const load of Object.keys(loads)) await batch(side, load)
  console.log('CPU of a request in milliseconds and old objects in kilobytes, there and here: the least of all rounds')
  for (const load of Object.keys(loads)) console.log(await compare(load))
} finally {
  await stop(...sides.flat().map((gateway) => gateway.process))
  for (const { folder } of sides.flat()) rmSync(folder, { recursive: true, force: true })
  upstream.close()
}
process.exit(0)

async function compare(load: string): Promise<string> {
  const costs: { cpu: number; promoted: number }[][] = [[], []]
  for (let round = 0; round < rounds; round++) {
    for (const index of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const side = sides[index]!
      promotedIn(side)
      const before = cpuMs(side)
      await batch(side, load)
      costs[index]!.push({ cpu: (cpuMs(side) - before) / requests, promoted: (promotedIn(side) * 1024) / requests })
    }
  }
  const [there, now] = costs.map((all) => Math.min(...all.map(({ cpu }) => cpu)))
  const [thereOld, nowOld] = costs.map((all) => all.reduce((sum, { promoted }) => sum + promoted, 0) / rounds)
  const ratios = costs[0]!.map(({ cpu }, index) => costs[1]![index]!.cpu / cpu).toSorted((a, b) => a - b)
  return `${load.padEnd(26)} ${there!.toFixed(3)} ${now!.toFixed(3)} ms, median of pairs ${ratios[rounds >> 1]!.toFixed(2)}; ${thereOld!.toFixed(0)} ${nowOld!.toFixed(0)} kB`
}

async function batch(side: readonly Gateway[], load: string): Promise<void> {
  const [path, body] = loads[load]!
  const text = JSON.stringify(body)
  let left = requests
  await Promise.all(
    Array.from({ length: 4 }, async (_, client) => {
      const { port, agent } = side[client % side.length]!
      while (left-- > 0) await ask(port, agent, path, text)
    }),
  )
}

function ask(port: number, agent: Agent, path: string, body: string): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  const headers = { 'content-type': 'application/json' }
  const asked = request({ host: '127.0.0.1', port, path, agent, method: 'POST', headers }, (response) => {
    if (response.statusCode !== 200) reject(new Error(`${path} was answered with status ${response.statusCode}.`))
    response.resume().on('end', resolve)
  })
  asked.on('error', reject).end(body)
  return promise
}

/** What all of their processes took, with their threads. */
function cpuMs(side: readonly Gateway[]): number {
  return side
    .flatMap(({ process: { pid } }) => family(pid!))
    .map((pid) => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' '))
    .reduce((sum, fields) => sum + (Number(fields[11]) + Number(fields[12])) * 10, 0)
}

function promotedIn(side: readonly Gateway[]): number {
  return side.reduce((sum, { promoted }) => sum + promoted(), 0)
}

async function startGateway(checkout: string, more: readonly string[] = []): Promise<Gateway> {
  const folder = mkdtempSync(join(tmpdir(), 'reason-pair-'))
  const port = await freePort()
  const { port: of } = upstream.address() as AddressInfo
  const flags = ['--upstream', `http://127.0.0.1:${of}/v1`, '--port', String(port), '--data-dir', folder, '--log-level', 'silent']
  const program = ['--trace-gc', join(checkout, 'apps/server/dist/main.js'), ...flags, ...more]
  const child = spawn(process.execPath, program, { stdio: ['ignore', 'pipe', 'inherit'] })
  await listening(port, child)
  let log = ''
  child.stdout.on('data', (piece: Buffer) => (log += piece.toString()))
  return { process: child, port, agent: new Agent({ keepAlive: true, maxSockets: 4 }), folder, promoted: () => takePromoted() }

  /** What the heaps have grown by from one collection of young objects to the next: each thread has its own. */
  function takePromoted(): number {
    const before = new Map<string, number | undefined>()
    let sum = 0
    for (const [, heap, kind, after] of log.matchAll(/\[(\d+:0x[\da-f]+)\][^[]*?ms: (Scavenge|Mark-Compact)[^>]*-> ([\d.]+)/g)) {
      const last = before.get(heap!)
      if (kind === 'Scavenge' && last !== undefined) sum += Math.max(0, Number(after) - last)
      before.set(heap!, kind === 'Scavenge' ? Number(after) : undefined)
    }
    log = ''
    return sum
  }
}

/** A model that thinks, with native fields or in tags. */
async function startUpstream(): Promise<Server> {
  const event = (delta: object, finish: string | null = null): string =>
    `data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, model: 'm', choices: [{ index: 0, delta, finish_reason: finish }] })}\n\n`
  const words = (name: string, field: string): string[] => Array.from({ length: 30 }, (_, index) => event({ [field]: `${name} ${index} ` }))
  const streams: Readonly<Record<string, string[]>> = {
    'qwen3-8b': [...words('thought', 'reasoning_content'), ...words('answer', 'content')],
    tags: [event({ content: '<think>' }), ...words('thought', 'content'), event({ content: '</think>' }), ...words('answer', 'content')],
  }
  const message = { role: 'assistant', content: 'It is 51. '.repeat(20), reasoning_content: 'Think. '.repeat(60) }
  const whole = JSON.stringify({
    id: 'c',
    object: 'chat.completion',
    created: 1,
    model: 'm',
    choices: [{ index: 0, message, finish_reason: 'stop' }],
  })
  const server = createServer((asked, response) => {
    let body = ''
    asked.on('data', (piece: Buffer) => (body += piece.toString()))
    asked.on('end', () => {
      if (asked.method === 'GET') return void response.writeHead(404).end('{}')
      const { model, stream } = JSON.parse(body) as { model: string; stream?: boolean }
      if (stream !== true) return void response.writeHead(200, { 'content-type': 'application/json' }).end(whole)
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const events = [...streams[model]!, event({}, 'stop'), 'data: [DONE]\n\n']
      const step = (from: number): void => {
        if (from >= events.length) return void response.end()
        response.write(events.slice(from, from + 8).join(''))
        setImmediate(step, from + 8)
      }
      step(0)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return server
}
