import { setTimeout as sleep } from 'node:timers/promises'
import { createRandom } from '@reason/testkit/random'
import type { Tally } from './attacker.ts'
import { startAttacks } from './attacks.ts'
import { startBystander } from './bystander.ts'
import { ask } from './client.ts'
import { Delays } from './delays.ts'
import { startGateway, type Gateway } from './gateway.ts'
import { judge, type Problem } from './judge.ts'
import { flatness, type Flatness, type Sample } from './memory.ts'
import { planRequest, type Plan } from './plan.ts'
import { startUpstream, type Upstream } from './upstream.ts'

export interface SoakOptions {
  /** Time in which new requests start, in milliseconds. */
  ms: number
  /** Number of concurrent requests. */
  streams: number
  /** Milliseconds between two words. */
  paceMs: number
  /** Average number of words of a stream. */
  words: number
  /** Share of requests with a fault, on each side: 0 to 1. */
  faults: number
  seed: number
  /** Milliseconds between the end of one attack and the next. Undefined: no attacks. */
  attackEveryMs?: number
  /** Runs the sources or the build of the gateway. */
  from: 'src' | 'dist'
}

export interface SoakReport {
  requests: number
  /** Number of requests by ending. */
  endings: Readonly<Record<string, number>>
  problems: Problem[]
  /** Number of traces. `wrong` lists sessions with more or fewer traces than requests that arrived at the upstream. */
  traces: { expected: number; found: number; wrong: string[] }
  /** Leftovers at the end. Undefined if the gateway reports no such metric. */
  left: { inFlight: number | undefined; upstreamBusy: number; sockets: number | undefined; reserved: number }
  attacks: Tally
  /** The longest delay of a word in an undisturbed stream, in milliseconds. No gap exceeds its pace by more. */
  longestDelay: number
  /** The longest step of the gateway's main thread, in milliseconds of its CPU time. Longer gaps come from programs on the same cores. */
  longestStep: number
  /** The longest wait of an idle thread for a core, in milliseconds. The machine may cause gaps up to this. */
  machineGap: number
  memory: Flatness
  resident: number
  exitCode: number | null
  complaints: string
}

/** Requirements at the end, and whether each holds. */
export function verdict({ problems, traces, left, attacks, longestDelay, memory, exitCode }: SoakReport): [what: string, holds: boolean][] {
  return [
    ['no reasoning where none may be', problems.every(({ kind }) => kind !== 'leak')],
    ['every answer is what was said, or an error', problems.every(({ kind }) => kind !== 'wrong')],
    ['one trace of each request', traces.wrong.length === 0 && traces.found === traces.expected],
    ['no request in flight, here or at the upstream', left.inFlight === 0 && left.upstreamBusy === 0],
    ['no budget reserved', left.reserved === 0],
    ['no connection left', (left.sockets ?? 0) === 0],
    ['every attack is answered as it has to be', attacks.wrong.length === 0],
    ...(attacks.sent > 0 ? [[`no gap in another stream over ${mostGap} ms`, longestDelay <= mostGap] as [string, boolean]] : []),
    ['memory flat', memory.isFlat],
    ['the gateway stops when it is told to', exitCode === 0],
  ]
}

/** Sends requests in `streams` parallel sequences until the time is over, and then checks requests, traces, memory and leftovers. */
export async function soak(options: SoakOptions, onProgress: (line: string) => void = () => {}): Promise<SoakReport> {
  const random = createRandom(options.seed)
  const plans = new Map<string, Plan>()
  const delays = new Delays()
  const upstream = await startUpstream(plans, sessionOf, { paceMs: options.paceMs, delays })
  const gateway = await startGateway(upstream.url, options.from)
  const atStart = await sockets(gateway, 0)
  const problems: Problem[] = []
  const endings: Record<string, number> = {}
  const sampled: Sample[] = []
  let requests = 0
  let resident = 0
  let longestStep = 0
  const { attackEveryMs } = options
  const endAttacks = attackEveryMs === undefined ? undefined : startAttacks({ port: gateway.port, everyMs: attackEveryMs })
  const until = performance.now() + options.ms
  let isOver = false
  const endBystander = startBystander()

  const sampling = sample()
  await Promise.all(Array.from({ length: options.streams }, (_, place) => work(place)))
  isOver = true
  await sampling
  const machineGap = await endBystander()
  const attacks = (await endAttacks?.()) ?? { sent: 0, wrong: [] }
  const left = await settle(gateway, upstream, options.streams, atStart ?? 0)
  const traces = await countTraces(gateway, upstream, options.streams)
  const exitCode = await gateway.stop()
  await upstream.close()
  return {
    requests,
    endings,
    problems,
    traces,
    left,
    attacks,
    longestDelay: delays.longest,
    longestStep,
    machineGap,
    memory: flatness(sampled),
    resident,
    exitCode,
    complaints: gateway.complaints(),
  }

  async function work(place: number): Promise<void> {
    // The sequences start at different times.
    await sleep(random() * Math.min(options.ms / 2, options.words * options.paceMs))
    for (let turn = 0; turn < leastTurns || performance.now() < until; turn++) {
      const plan = planRequest(`${place}.${turn}`, random, options)
      plans.set(plan.id, plan)
      requests++
      const reply = await ask(plan, { port: gateway.port, session: sessionOf(plan), arrival: upstream.arrival(plan), delays })
      plans.delete(plan.id)
      problems.push(...judge(plan, reply))
      const ending = reply.left ? 'client left' : `HTTP ${reply.status}`
      endings[ending] = (endings[ending] ?? 0) + 1
    }
  }

  async function sample(): Promise<void> {
    const every = Math.max(250, Math.min(10_000, options.ms / 30))
    while (!isOver && performance.now() < until) {
      await sleep(every)
      const { used, resident: bytes, longestStep: step } = await delays.without(gateway.memory())
      // The first sample includes the start of the gateway.
      if (sampled.length > 0) longestStep = Math.max(longestStep, step)
      resident = Math.max(resident, bytes)
      sampled.push({ at: performance.now(), bytes: used })
      onProgress(
        `${Math.max(0, Math.round((until - performance.now()) / 1000))} s left, ${requests} requests, ${problems.length} problems, ${megabytes(used)} in use, ${megabytes(bytes)} resident`,
      )
    }
  }
}

export const megabytes = (bytes: number): string => `${(bytes / 1_048_576).toFixed(1)} MB`

/** Maximum gap during attacks, in milliseconds. */
const mostGap = 250

/** Minimum number of requests per sequence, so that a request follows each fault even on a slow machine. */
const leastTurns = 2

/** Session of a sequence. Each sequence has its own, so that its budget and traces can be checked at the end. */
const sessionOf = ({ id }: Plan): string => `soak-${id.split('.')[0]}`

const settleMs = 20_000

/** Waits until nothing is in progress, for at most `settleMs`, and returns the leftovers. */
async function settle(gateway: Gateway, upstream: Upstream, streams: number, atStart: number): Promise<SoakReport['left']> {
  for (const end = performance.now() + settleMs; ; await sleep(250)) {
    const left = {
      inFlight: await gateway.metric('gateway_requests_in_flight'),
      upstreamBusy: upstream.busy(),
      sockets: await sockets(gateway, atStart),
      reserved: await reserved(gateway, streams),
    }
    const isQuiet = left.inFlight === 0 && left.upstreamBusy === 0 && (left.sockets ?? 0) === 0 && left.reserved === 0
    if (isQuiet || performance.now() > end) return left
  }
}

/**
 * Number of the gateway's connections. Undefined if the gateway reports no such metric.
 * @param atStart - Sockets that are always open: standard streams, and the connection for metrics.
 */
async function sockets(gateway: Gateway, atStart: number): Promise<number | undefined> {
  const count = await gateway.metric('nodejs_active_handles{type="Socket"}')
  return count === undefined ? undefined : Math.max(0, count - atStart)
}

async function reserved(gateway: Gateway, streams: number): Promise<number> {
  let sum = 0
  for (let place = 0; place < streams; place++) {
    const { budgets } = await gateway.get<{ budgets: { reserved: number }[] }>(`/api/sessions/soak-${place}/budget`)
    for (const budget of budgets) sum += budget.reserved
  }
  return sum
}

/** Counts the traces. The gateway writes them after the answer, so this waits for missing traces, at most `settleMs`. */
async function countTraces(gateway: Gateway, upstream: Upstream, streams: number): Promise<SoakReport['traces']> {
  for (const end = performance.now() + settleMs; ; await sleep(250)) {
    const counted = { expected: 0, found: 0, wrong: [] as string[] }
    for (let place = 0; place < streams; place++) {
      const session = `soak-${place}`
      const expected = upstream.arrived.get(session)?.size ?? 0
      const ids = await traceIds(gateway, session)
      counted.expected += expected
      counted.found += ids.size
      if (ids.size !== expected) counted.wrong.push(`${session}: ${ids.size} traces of ${expected} requests`)
    }
    if (counted.wrong.length === 0 || performance.now() > end) return counted
  }
}

async function traceIds(gateway: Gateway, session: string): Promise<Set<string>> {
  const ids = new Set<string>()
  for (let after = ''; ;) {
    const page = await gateway.get<{ items: { id: string }[]; next?: string | null }>(`/api/traces?session=${session}&limit=1000${after}`)
    for (const { id } of page.items) ids.add(id)
    if (typeof page.next !== 'string') return ids
    after = `&after=${encodeURIComponent(page.next)}`
  }
}
