import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { measuredOn, type Machine } from './machine.ts'

/** Results that `packages/trace-store/bench/traces.bench.ts --write` writes. It runs separately: loading a million traces takes minutes. */
export interface TraceResults {
  command: string
  machine: Machine
  ingested: {
    database: string
    traces: number
    perSecond: number
    slowestPerSecond: number
    cpuUsPerTrace: number
    loopP99Ms: number
    loopMaxMs: number
    load: number
  }[]
  queried: { database: string; query: string; p50Ms: number; p95Ms: number }[]
}

const path = fileURLToPath(new URL('../../../docs/benchmarks/traces.json', import.meta.url))
const targets = { perSecond: { SQLite: 5000, PostgreSQL: 3000 } as Record<string, number>, p95Ms: 50 }

export const readTraceResults = (): TraceResults | undefined =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as TraceResults) : undefined

type Table = (head: string[], rows: string[][]) => string

export function tracesPage({ command, machine, ingested, queried }: TraceResults, table: Table, verdict: (met: boolean) => string): string {
  const databases = ingested.map(({ database }) => database)
  const questions = [...new Set(queried.map(({ query }) => query))]
  const cells = (query: string) =>
    databases.flatMap((database) => {
      const row = queried.find((one) => one.database === database && one.query === query)
      if (row === undefined) return ['', '', '']
      return [row.p50Ms.toFixed(1), row.p95Ms.toFixed(1), verdict(row.p95Ms <= targets.p95Ms)]
    })
  return `## Traces

Traces of a month, about 150 tokens of reasoning each (some have thousands), loaded through \`append()\`, which resolves when each is safe. SQLite has \`synchronous\` full, PostgreSQL \`fsync\` on and 1 GB of
shared buffers; both have the index of words. Then each query runs 100 times with other values. Command: \`${command}\`

${measuredOn(machine)}

${table(
  ['database', 'traces', 'traces/s', 'target', 'slowest twentieth', 'CPU µs/trace', 'event loop held up, p99 ms', 'load of the machine'],
  ingested.map((row) => [
    row.database,
    `${row.traces}`,
    row.perSecond.toFixed(0),
    `≥ ${targets.perSecond[row.database]} ${verdict(row.perSecond >= targets.perSecond[row.database]!)}`,
    row.slowestPerSecond.toFixed(0),
    row.cpuUsPerTrace.toFixed(0),
    row.loopP99Ms.toFixed(0),
    row.load.toFixed(1),
  ]),
)}

CPU is that of our process with all its threads, including the loader; PostgreSQL's is not in it. Where the load is above the number of cores, other programs were running, and times would be better without them.

${table(
  ['milliseconds', ...databases.flatMap((database) => [`${database} p50`, 'p95', `≤ ${targets.p95Ms}`])],
  questions.map((query) => [query, ...cells(query)]),
)}
`
}
