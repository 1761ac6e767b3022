import { loadavg } from 'node:os'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { TraceStore } from '../src/index.ts'
import { queryKinds } from './queries.ts'
import type { TraceSource } from './traces.ts'

export interface IngestRow {
  database: string
  traces: number
  seconds: number
  perSecond: number
  /** The slowest stretch of a twentieth of all. */
  slowestPerSecond: number
  /** Of this process, all its threads: what is left when others use the machine. Microseconds of a core per trace. */
  cpuUsPerTrace: number
  /** How long anything else had to wait meanwhile. */
  loopP99Ms: number
  loopMaxMs: number
  /** What else the machine did, with us: its load average of the last minute. */
  load: number
}

export interface QueryRow {
  database: string
  query: string
  asked: number
  p50Ms: number
  p95Ms: number
  found: number
}

const inFlight = 2000

/** Loads all through `append`, which says when each is safe. */
export async function ingest(
  database: string,
  store: TraceStore,
  source: TraceSource,
  traces: number,
  progress: (done: number) => void,
): Promise<IngestRow> {
  const delay = monitorEventLoopDelay({ resolution: 5 })
  delay.enable()
  const cpuStarted = process.cpuUsage()
  const started = performance.now()
  const stretch = Math.max(1, Math.floor(traces / 20))
  let slowest = Number.POSITIVE_INFINITY
  let stretchStarted = started
  let next = 0
  let done = 0
  await Promise.all(
    Array.from({ length: Math.min(inFlight, traces) }, async () => {
      while (next < traces) {
        await store.append(source.trace(next++))
        if (++done % stretch !== 0) continue
        const now = performance.now()
        slowest = Math.min(slowest, (stretch * 1000) / (now - stretchStarted))
        stretchStarted = now
        progress(done)
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  const { user, system } = process.cpuUsage(cpuStarted)
  delay.disable()
  const { status, refused, journalled } = store.state()
  if (status !== 'ok' || refused + journalled > 0) throw new Error(`Not everything is in the database: ${JSON.stringify(store.state())}`)
  return {
    database,
    traces,
    seconds,
    perSecond: traces / seconds,
    slowestPerSecond: slowest,
    cpuUsPerTrace: (user + system) / traces,
    loopP99Ms: delay.percentile(99) / 1e6,
    loopMaxMs: delay.max / 1e6,
    load: loadavg()[0]!,
  }
}

export async function query(
  database: string,
  store: TraceStore,
  source: TraceSource,
  asked: number,
  progress: (name: string) => void,
): Promise<QueryRow[]> {
  const kinds = queryKinds(store, source, await someCursors(store, source))
  const rows: QueryRow[] = []
  for (const { name, ask } of kinds) {
    progress(name)
    const times: number[] = []
    let found = 0
    await ask()
    for (let number = 0; number < asked; number++) {
      const started = performance.now()
      found += await ask()
      times.push(performance.now() - started)
    }
    times.sort((a, b) => a - b)
    if (found === 0) throw new Error(`"${name}" never found anything: it measures nothing.`)
    rows.push({ database, query: name, asked, p50Ms: times[Math.floor(asked * 0.5)]!, p95Ms: times[Math.floor(asked * 0.95)]!, found })
  }
  return rows
}

/** Places all over the listing. */
async function someCursors(store: TraceStore, source: TraceSource): Promise<string[]> {
  const cursors: string[] = []
  for (let number = 1; number < 20; number++) {
    const { next } = await store.list({ until: source.from + ((source.to - source.from) * number) / 20 }, { limit: 1 })
    if (next !== undefined) cursors.push(next)
  }
  return cursors
}
