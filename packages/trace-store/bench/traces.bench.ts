import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { cpus, release, tmpdir, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import pg from 'pg'
import { openTraceStore, type TraceStoreOptions } from '../src/index.ts'
import { ingest, query, type IngestRow, type QueryRow } from './measure.ts'
import { traceSource } from './traces.ts'

// node --conditions=@reason/source packages/trace-store/bench/traces.bench.ts
//   [--traces N] [--asked N] [--only sqlite|postgres] [--postgres URL] [--same-thread] [--write]
const { values } = parseArgs({
  options: {
    traces: { type: 'string', default: '100000' },
    asked: { type: 'string', default: '100' },
    only: { type: 'string' },
    postgres: { type: 'string', default: process.env['DATABASE_URL'] ?? '' },
    'same-thread': { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
})
const traces = Number(values.traces)
const ingested: IngestRow[] = []
const queried: QueryRow[] = []

if (values.only !== 'postgres') {
  const folder = mkdtempSync(join(tmpdir(), 'reason-bench-'))
  try {
    const path = `${folder}/traces.db`
    await run('SQLite', { url: `sqlite:${path}`, sqlite: { thread: !values['same-thread'] } })
    say(`SQLite: ${(statSync(path).size / 1e9).toFixed(2)} GB\n`)
  } finally {
    rmSync(folder, { recursive: true })
  }
}
if (values.only !== 'sqlite' && values.postgres !== '') {
  const schema = `bench_${Date.now()}`
  const client = new pg.Client({ connectionString: values.postgres })
  await client.connect()
  try {
    await run('PostgreSQL', { url: values.postgres, postgres: { schema } }, async () => {
      // As autovacuum does in its own time.
      await client.query(`vacuum analyze ${schema}.reasoning_traces, ${schema}.trace_ids`)
    })
  } finally {
    await client.query(`drop schema ${schema} cascade`)
    await client.end()
  }
} else if (values.only !== 'sqlite') say('PostgreSQL is left out: give --postgres URL, or set DATABASE_URL.\n')

const cores = cpus()
const results = {
  command: `node --conditions=@reason/source packages/trace-store/bench/traces.bench.ts --traces ${traces} --asked ${values.asked} --postgres URL --write`,
  machine: {
    cpu: cores[0]?.model ?? 'unknown',
    cores: cores.length,
    memoryGiB: Math.round(totalmem() / 2 ** 30),
    os: `${type()} ${release()}`,
    node: process.version,
    date: new Date().toISOString().slice(0, 10),
  },
  ingested,
  queried,
}
console.table(ingested)
console.table(queried)
if (values.write) {
  const folder = fileURLToPath(new URL('../../../docs/benchmarks/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  writeFileSync(`${folder}traces.json`, `${JSON.stringify(withOthers(`${folder}traces.json`), null, 2)}\n`)
}

/** A run of one database leaves the other's figures as they are. */
function withOthers(path: string): typeof results {
  if (!existsSync(path)) return results
  const before = JSON.parse(readFileSync(path, 'utf8')) as typeof results
  const measured = new Set(ingested.map(({ database }) => database))
  const others = <R extends { database: string }>(rows: R[]) => rows.filter(({ database }) => !measured.has(database))
  return { ...results, ingested: [...others(before.ingested), ...ingested], queried: [...others(before.queried), ...queried] }
}

async function run(name: string, options: Partial<TraceStoreOptions> & { url: string }, loaded?: () => Promise<void>): Promise<void> {
  const source = traceSource(traces, Date.now())
  const store = await openTraceStore({ ...options, mode: 'full', journal: false, retention: false })
  try {
    ingested.push(await ingest(name, store, source, traces, (done) => bar(name, done)))
    say('\n')
    // What retention does every hour keeps the planner informed.
    await store.pruneOlderThan(0)
    await loaded?.()
    queried.push(...(await query(name, store, source, Number(values.asked), (kind) => say(`\r${name}: ${kind}`.padEnd(70)))))
    say('\n')
  } finally {
    await store.close()
  }
}

function bar(name: string, done: number): void {
  const width = 40
  const filled = Math.round((done / traces) * width)
  say(`\r${name} [${'#'.repeat(filled)}${'.'.repeat(width - filled)}] ${done.toLocaleString('en')} of ${traces.toLocaleString('en')}`)
}

function say(text: string): void {
  process.stderr.write(text)
}
