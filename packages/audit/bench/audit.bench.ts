import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync, writeFileSync, writeSync } from 'node:fs'
import { availableParallelism, cpus, loadavg, release, tmpdir, totalmem, type } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { builtInMarkup } from '../src/built-in-markup.ts'
import { auditUnits } from '../src/files/audit-units.ts'
import { scanUnit } from '../src/files/scan-unit.ts'
import { unitsOf } from '../src/files/units.ts'
import { chats, leakEvery } from './chats.ts'

// node --conditions=@reason/source packages/audit/bench/audit.bench.ts [--messages N] [--rounds N] [--write]
const { values } = parseArgs({
  options: {
    messages: { type: 'string', default: '60000' },
    rounds: { type: 'string', default: '7' },
    write: { type: 'boolean', default: false },
  },
})
const messages = Number(values.messages)
const rounds = Number(values.rounds)
const folder = mkdtempSync(join(tmpdir(), 'reason-audit-'))
try {
  await run(join(folder, 'chats.jsonl'))
} finally {
  rmSync(folder, { recursive: true })
}

async function run(file: string): Promise<void> {
  write(file)
  const units = unitsOf(file)
  const findMarkup = builtInMarkup()
  const silent = (): void => {}
  const cases: Record<string, () => number | Promise<number>> = {
    'bare read and JSON.parse': () => readBare(file),
    'audit, one core': () => units.reduce((sum, unit) => sum + check(scanUnit(unit, findMarkup, 0, silent)), 0),
    'audit, all cores': async () =>
      (await auditUnits(units, 0, availableParallelism(), silent)).reduce((sum, tally) => sum + check(tally), 0),
  }
  const samples: Record<string, { ms: number[]; cpuMs: number[] }> = {}
  for (let round = 0; round <= rounds; round++) {
    for (const [name, read] of Object.entries(cases)) {
      const cpu = process.cpuUsage()
      const from = performance.now()
      const count = await read()
      const ms = performance.now() - from
      const { user, system } = process.cpuUsage(cpu)
      if (count !== messages) throw new Error(`"${name}" read ${count} messages in place of ${messages}.`)
      // The first round warms up.
      if (round === 0) continue
      const of = (samples[name] ??= { ms: [], cpuMs: [] })
      of.ms.push(ms)
      of.cpuMs.push((user + system) / 1000)
    }
  }
  const rows = Object.entries(samples).map(([name, { ms, cpuMs }]) => ({ name, ms: median(ms), cpuMs: median(cpuMs) }))
  console.table(rows)
  if (!values.write) return
  const cores = cpus()
  const results = {
    command: `node --conditions=@reason/source packages/audit/bench/audit.bench.ts --messages ${messages} --rounds ${rounds}`,
    machine: {
      cpu: cores[0]?.model ?? 'unknown',
      cores: availableParallelism(),
      memoryGiB: Math.round(totalmem() / 2 ** 30),
      os: `${type()} ${release()}`,
      node: process.version,
      date: new Date().toISOString().slice(0, 10),
    },
    // What else runs takes the cores that an audit would have.
    load: loadavg()[0]!,
    messages,
    bytes: statSync(file).size,
    rows,
  }
  writeFileSync(fileURLToPath(new URL('../../../docs/benchmarks/audit.json', import.meta.url)), `${JSON.stringify(results)}\n`)
}

function write(file: string): void {
  const handle = openSync(file, 'w')
  for (const line of chats(messages)) writeSync(handle, line)
  closeSync(handle)
}

/** What leaks in the input was found, or the figure would be of something else. */
function check({ messages: read, leaking }: { messages: number; leaking: number }): number {
  if (Math.abs(leaking - (2 * read) / leakEvery) > 2) throw new Error(`${leaking} of ${read} messages leak: that is not the input.`)
  return read
}

/** The floor: pieces of a megabyte, lines, and a value of each. */
function readBare(file: string): number {
  const handle = openSync(file, 'r')
  const piece = Buffer.alloc(1_048_576)
  const decoder = new TextDecoder()
  let held = ''
  let count = 0
  for (let length = readSync(handle, piece); length > 0; length = readSync(handle, piece)) {
    const lines = (held + decoder.decode(piece.subarray(0, length), { stream: true })).split('\n')
    held = lines.pop()!
    for (const line of lines) {
      JSON.parse(line)
      count++
    }
  }
  closeSync(handle)
  return count
}

function median(all: readonly number[]): number {
  const sorted = all.toSorted((a, b) => a - b)
  return (sorted[(sorted.length - 1) >> 1]! + sorted[sorted.length >> 1]!) / 2
}
