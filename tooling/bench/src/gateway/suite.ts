import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { median } from '../measure.ts'
import { readShares, type Share } from './profile.ts'

/** One window of load through one target, as the client prints it. */
export interface LoadSample {
  rps: number
  eps: number
  evPerReq: number
  evPerRead: number
  ttfb50: number
  ttfb99: number
  cpuUsPerEvent: number | null
  cpuUsPerReq: number | null
  rssMaxMB: number
  bad: number
  /** CPU of everything that is not part of the benchmark, in percent of one core. */
  foreign: number
}

export interface GatewayRow {
  load: string
  target: string
  samples: LoadSample[]
}

/** Memory of the gateway, in MB. */
export interface GatewayMemory {
  /** Before anybody asked. */
  fresh: number
  /** After all loads. */
  after: number
  idle: number
  idleSeconds: number
}

/** Where the gateway's main thread spends its time. */
export interface GatewayProfile {
  load: string
  shares: Share[]
}

export interface GatewayResults {
  rows: GatewayRow[]
  memory: GatewayMemory
  profiles: GatewayProfile[]
}

interface Load {
  name: string
  /** Of the mock upstream: chunks, mode, pace in milliseconds. */
  upstream: string[]
  clients: number
  kind: 'stream' | 'json'
}

const loads: Load[] = [
  { name: 'paced, 64 streams', upstream: ['100', 'paced', '5'], clients: 64, kind: 'stream' },
  { name: 'one client, event by event', upstream: ['500', 'tick'], clients: 1, kind: 'stream' },
  { name: 'burst, 16 clients', upstream: ['500', 'burst'], clients: 16, kind: 'stream' },
  { name: 'not streamed, 64 clients', upstream: ['500', 'tick'], clients: 64, kind: 'json' },
]

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))
const gateway = fileURLToPath(new URL('../../../../apps/server/dist/main.js', import.meta.url))

/** For how long nobody asks anything, before memory is looked at once more. */
const idleSeconds = 20

/** The gateway beside a bare Node pipe, in the same run and through all loads; everything on loopback, ended by pid. */
export async function gatewayLoad(rounds: number, seconds: number): Promise<GatewayResults> {
  const [mockPort, pipePort, gatewayPort] = [await freePort(), await freePort(), await freePort()]
  const folder = mkdtempSync(join(tmpdir(), 'reason-bench-'))
  const pipe = start(1, [file('./pipe-proxy.mjs'), `${pipePort}`, `${mockPort}`])
  const server = start(1, gatewayArgs(gatewayPort, mockPort, folder))
  const targets = [
    { target: 'direct', port: mockPort },
    { target: 'Node pipe', port: pipePort, process: pipe },
    { target: 'gateway', port: gatewayPort, process: server },
  ]
  const rows: GatewayRow[] = []
  try {
    await Promise.all([pipePort, gatewayPort].map(listening))
    const fresh = residentMB(server)
    for (const load of loads) {
      const cells = targets.map((target) => ({ ...target, row: { load: load.name, target: target.target, samples: [] as LoadSample[] } }))
      await withMock(mockPort, load, async (mock) => {
        // What is measured has been compiled: a gateway runs for days.
        for (const { port, process } of targets) if (process !== undefined) drive(load, seconds, port, mock, process)
        for (let round = 0; round < rounds; round++)
          for (const cell of cells) cell.row.samples.push(drive(load, seconds, cell.port, mock, cell.process))
      })
      rows.push(...cells.map(({ row }) => row))
    }
    const after = residentMB(server)
    await delay(idleSeconds * 1000)
    const memory = { fresh, after, idle: residentMB(server), idleSeconds }
    const profiles = [await profile(loads[0]!, seconds), await profile(loads.at(-1)!, seconds)]
    return { rows, memory, profiles }
  } finally {
    await stop(pipe, server)
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Everything on: splitting, policies, metrics, redacted traces, and a budget that binds each request and lasts. */
function gatewayArgs(port: number, mockPort: number, folder: string): string[] {
  const budget = ['--session-budget', '1000000000']
  return [gateway, '--port', `${port}`, '--upstream', `http://127.0.0.1:${mockPort}/v1`, '--data-dir', folder, ...budget]
}

/** One upstream after the other, in the same place. */
async function withMock(port: number, { upstream }: Load, work: (mock: ChildProcess) => Promise<void>): Promise<void> {
  const mock = start(0, [file('./mock-upstream.mjs'), `${port}`, ...upstream])
  try {
    await listening(port)
    await work(mock)
  } finally {
    await stop(mock)
  }
}

/** In a process of its own, as a profiler costs time. */
async function profile(load: Load, seconds: number): Promise<GatewayProfile> {
  const [mockPort, port] = [await freePort(), await freePort()]
  const folder = mkdtempSync(join(tmpdir(), 'reason-bench-'))
  const profiles = join(folder, 'profiles')
  const server = start(1, ['--cpu-prof', `--cpu-prof-dir=${profiles}`, ...gatewayArgs(port, mockPort, folder)])
  try {
    await listening(port)
    await withMock(mockPort, load, async (mock) => {
      for (let round = 0; round < 2; round++) drive(load, seconds, port, mock, server)
    })
    await stop(server)
    return { load: load.name, shares: readShares(profiles) }
  } finally {
    await stop(server)
    rmSync(folder, { recursive: true, force: true })
  }
}

async function stop(...children: readonly ChildProcess[]): Promise<void> {
  const running = children.filter((child) => child.exitCode === null && child.signalCode === null)
  const over = running.map((child) => once(child, 'exit'))
  for (const child of running) child.kill()
  await Promise.all(over)
}

function residentMB({ pid }: ChildProcess): number {
  return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
}

function drive(load: Load, seconds: number, port: number, mock: ChildProcess, target?: ChildProcess): LoadSample {
  const pids = target === undefined ? [] : [`--pid=${target.pid}`]
  const argv = [file('./client.mjs'), `${port}`, `${load.clients}`, `${seconds}`, load.kind, `--known=${mock.pid}`, ...pids]
  return JSON.parse(
    execFileSync(...onCore(0, argv), { encoding: 'utf8' })
      .trim()
      .split('\n')
      .at(-1)!,
  ) as LoadSample
}

/** The mock and the client share one core, the target under test has the other for itself. */
function onCore(core: number, argv: string[]): [string, string[]] {
  return pinned ? ['taskset', ['-c', `${core}`, process.execPath, ...argv]] : [process.execPath, argv]
}

const pinned = ((): boolean => {
  try {
    execFileSync('taskset', ['-c', '0,1', 'true'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

function start(core: number, argv: string[]): ChildProcess {
  const [command, args] = onCore(core, argv)
  // taskset replaces itself by what it starts, so that the pid is the server's own.
  return spawn(command, args, { stdio: 'ignore', env: { ...process.env, NODE_ENV: 'production' } })
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  return port
}

async function listening(port: number): Promise<void> {
  const { connect } = await import('node:net')
  for (let attempt = 0; attempt < 200; attempt++) {
    const socket = connect(port, '127.0.0.1')
    const open = await Promise.race([once(socket, 'connect').then(() => true), once(socket, 'error').then(() => false)]).catch(() => false)
    socket.destroy()
    if (open) return
    await delay(50)
  }
  throw new Error(`Nothing listens on 127.0.0.1:${port} after 10 s. Is the gateway built (pnpm build)?`)
}

/** In a quiet window everything else uses no more than this of a core. */
export const quietPercent = 15

export const isQuiet = ({ foreign }: LoadSample): boolean => foreign <= quietPercent

/** Medians of the figures that the page shows; windows with much foreign load are left out where there are others. */
export function summary({ samples }: GatewayRow) {
  const quiet = samples.filter(isQuiet)
  const counted = quiet.length > 0 ? quiet : samples
  const of = (pick: (sample: LoadSample) => number | null) => {
    const values = counted.map(pick).filter((value) => value !== null)
    return values.length === 0 ? undefined : median(values)
  }
  return {
    windows: counted.length,
    rps: of((sample) => sample.rps),
    cpuUsPerEvent: of((sample) => sample.cpuUsPerEvent),
    cpuUsPerReq: of((sample) => sample.cpuUsPerReq),
    ttfb50: of((sample) => sample.ttfb50),
    ttfb99: of((sample) => sample.ttfb99),
    rssMaxMB: of((sample) => sample.rssMaxMB),
    bad: samples.reduce((sum, { bad }) => sum + bad, 0),
  }
}
