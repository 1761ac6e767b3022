import { execFileSync, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { machine } from '../machine.ts'
import { family, freePort, listening, onCore, residentMB, start, stop } from './processes.ts'
import { readShares } from './profile.ts'
import { isQuiet, warmUpSeconds, type GatewayProfile, type GatewayResults, type GatewayRow, type LoadSample } from './results.ts'
import { gateway, loads, notStreamed, paced, targets, type Load, type Place, type Target } from './targets.ts'

const file = (name: string) => fileURLToPath(new URL(name, import.meta.url))

/** A running target. It has several processes if it has copies, and none if it is the upstream itself. */
interface Running {
  target: Target
  places: Place[]
  processes: ChildProcess[]
}

/** Idle time before memory is measured again. */
const idleSeconds = 70

/** Runs all loads, each through all targets. All processes listen on loopback, and end by their pid. */
export async function gatewayLoad(rounds: number, seconds: number, say: (text: string) => void): Promise<GatewayResults> {
  const upstream = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'reason-bench-'))
  const running: Running[] = []
  const peers: GatewayResults['peers'] = {}
  const rows: GatewayRow[] = []
  try {
    for (const target of targets) await launch(target)
    const server = running.find(({ target }) => target.name === 'gateway')!.processes[0]!.pid!
    const fresh = residentMB(server)
    for (const load of loads) rows.push(...(await rowsOf(load)))
    const after = residentMB(server)
    await delay(idleSeconds * 1000)
    const memory = { fresh, after, idle: residentMB(server), idleSeconds }
    const profiles = [await profile(paced, seconds), await profile(notStreamed, seconds)]
    return { machine: machine(), peers, rows, memory, profiles }
  } finally {
    await stop(...running.flatMap(({ processes }) => processes))
    rmSync(folder, { recursive: true, force: true })
  }

  async function launch(target: Target): Promise<void> {
    const one: Running = { target, places: [], processes: [] }
    try {
      for (let copy = 1; copy <= (target.copies ?? 1); copy++) {
        const port = target.name === 'direct' ? upstream : await freePort()
        const place = { port, upstream, folder: join(folder, `${target.name} ${copy}`) }
        one.places.push(place)
        mkdirSync(place.folder)
        const peer = target.peer?.(place)
        if (peer !== undefined) peers[target.name] = { version: peer.version }
        const command = peer?.command ?? target.command?.(place)
        if (command === undefined) continue
        const child = start(1, command)
        one.processes.push(child)
        await listening(port, child)
      }
      running.push(one)
    } catch (error) {
      await stop(...one.processes)
      const { message, cause } = error as Error
      if (target.peer === undefined) throw new Error(`${target.name}: ${message}. Is it built (pnpm build)?`, { cause })
      peers[target.name] = { absent: message }
      say(`${target.name} is left out: ${message}${cause instanceof Error ? `: ${cause.message}` : ''}`)
    }
  }

  /** Measures one target after the other. With alternating windows, the idle gateway would drop its compiled code after some seconds. */
  async function rowsOf(load: Load): Promise<GatewayRow[]> {
    const rows: GatewayRow[] = []
    await withMock(upstream, load, async (mock) => {
      for (const one of running.filter(({ target }) => target.loads?.includes(load.name) ?? true)) {
        say(`${load.name}: ${one.target.name}…`)
        if (one.target.warmsUp ?? true) drive(load, warmUpSeconds, one, mock)
        const samples: LoadSample[] = []
        // A busy machine gets up to twice as many windows, so that some are quiet.
        while (samples.length < 2 * rounds && samples.filter(isQuiet).length < rounds) samples.push(drive(load, seconds, one, mock))
        rows.push({ load: load.name, target: one.target.name, samples })
      }
    })
    return rows
  }
}

/** Runs work with a mock upstream for the load. All loads use the same port. */
async function withMock(port: number, { tokens, mode }: Load, work: (mock: ChildProcess) => Promise<void>): Promise<void> {
  const mock = start(0, [process.execPath, file('./mock-upstream.mjs'), `${port}`, `${tokens}`, ...mode])
  try {
    await listening(port, mock)
    await work(mock)
  } finally {
    await stop(mock)
  }
}

/** Profiles a load in a separate process, because a profiler costs time. */
async function profile(load: Load, seconds: number): Promise<GatewayProfile> {
  const folder = mkdtempSync(join(tmpdir(), 'reason-bench-'))
  const place = { port: await freePort(), upstream: await freePort(), folder }
  const profiles = join(folder, 'profiles')
  const [node, ...args] = gateway(place)
  const child = start(1, [node!, '--cpu-prof', `--cpu-prof-dir=${profiles}`, ...args])
  try {
    const begin = performance.now()
    let warmed = begin
    await listening(place.port, child)
    await withMock(place.upstream, load, async (mock) => {
      const one = { target: { name: 'gateway' }, places: [place], processes: [child] }
      drive(load, warmUpSeconds, one, mock)
      warmed = performance.now()
      drive(load, 2 * seconds, one, mock)
    })
    await stop(child)
    return { load: load.name, shares: readShares(profiles, (warmed - begin) / (performance.now() - begin)) }
  } finally {
    await stop(child)
    rmSync(folder, { recursive: true, force: true })
  }
}

function drive(load: Load, seconds: number, { processes, target, places }: Running, mock: ChildProcess): LoadSample {
  const ports = places.map(({ port }) => port).join(',')
  const argv = [file('./client.mjs'), ports, `${load.clients}`, `${seconds}`, load.kind, ...(target.headers?.(places[0]!) ?? [])]
  const pids = processes.length === 0 ? [] : [`--pid=${processes.flatMap(({ pid }) => family(pid!)).join(',')}`]
  const command = onCore(0, [process.execPath, ...argv, `--tokens=${load.tokens}`, `--known=${mock.pid}`, ...pids])
  return JSON.parse(
    execFileSync(...command, { encoding: 'utf8' })
      .trim()
      .split('\n')
      .at(-1)!,
  ) as LoadSample
}
