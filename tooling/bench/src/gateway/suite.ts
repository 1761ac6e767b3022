import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { median } from '../measure.ts'

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

/** The gateway beside a bare Node pipe, in the same run; everything on loopback, ended by pid. */
export async function gatewayLoad(rounds: number, seconds: number): Promise<GatewayRow[]> {
  const rows: GatewayRow[] = []
  for (const load of loads) {
    const [mockPort, pipePort, gatewayPort] = [await freePort(), await freePort(), await freePort()]
    const mock = start(0, [file('./mock-upstream.mjs'), `${mockPort}`, ...load.upstream])
    const pipe = start(1, [file('./pipe-proxy.mjs'), `${pipePort}`, `${mockPort}`])
    // Everything on: splitting, policies, metrics, redacted traces, and a budget that binds each request and lasts.
    const folder = mkdtempSync(join(tmpdir(), 'reason-bench-'))
    const flags = ['--data-dir', folder, '--session-budget', '1000000000']
    const server = start(1, [gateway, '--port', `${gatewayPort}`, '--upstream', `http://127.0.0.1:${mockPort}/v1`, ...flags])
    const started = [mock, pipe, server]
    try {
      await Promise.all([mockPort, pipePort, gatewayPort].map(listening))
      const targets = [
        { target: 'direct', port: mockPort },
        { target: 'Node pipe', port: pipePort, process: pipe },
        { target: 'gateway', port: gatewayPort, process: server },
      ]
      const cells = targets.map((target) => ({ ...target, row: { load: load.name, target: target.target, samples: [] as LoadSample[] } }))
      for (let round = 0; round < rounds; round++)
        for (const cell of cells) cell.row.samples.push(drive(load, seconds, cell.port, mock, cell.process))
      rows.push(...cells.map(({ row }) => row))
    } finally {
      for (const child of started) child.kill()
      await Promise.all(started.filter((child) => child.exitCode === null && child.signalCode === null).map((child) => once(child, 'exit')))
      rmSync(folder, { recursive: true, force: true })
    }
  }
  return rows
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
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error(`Nothing listens on 127.0.0.1:${port} after 10 s. Is the gateway built (pnpm build)?`)
}

/** Medians of the figures that the page shows; windows with much foreign load are left out where there are others. */
export function summary({ samples }: GatewayRow) {
  const quiet = samples.filter(({ foreign }) => foreign <= 15)
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
