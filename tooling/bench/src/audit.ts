import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { measuredOn, type Machine } from './machine.ts'

/** Results that `packages/audit/bench/audit.bench.ts --write` writes. */
export interface AuditResults {
  command: string
  machine: Machine
  /** Load average of the machine over the last minute. */
  load: number
  messages: number
  bytes: number
  /** Measurements. The first is the floor: a bare parse. */
  rows: { name: string; ms: number; cpuMs: number }[]
}

const path = fileURLToPath(new URL('../../../docs/benchmarks/audit.json', import.meta.url))
const target = 2

export const readAuditResults = (): AuditResults | undefined =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as AuditResults) : undefined

type Table = (head: string[], rows: string[][]) => string

export function auditPage(
  { command, machine, load, messages, bytes, rows }: AuditResults,
  table: Table,
  verdict: (met: boolean) => string,
): string {
  const floor = rows[0]!
  const last = rows.at(-1)
  return `## Audit

\`reason audit\` over a chat log of ${messages} messages with reasoning beside the answer, ${(bytes / 1e6).toFixed(0)} MB, compared with one core that reads the same file and parses each line.
The target is for the time. The machine's load was ${load.toFixed(1)} on ${machine.cores} cores; CPU time depends less on it. Command: \`${command}\`

${measuredOn(machine)}

${table(
  ['', 'ms', '× bare', 'target', 'CPU ms', 'MB/s'],
  rows.map((row) => [
    row.name,
    row.ms.toFixed(0),
    (row.ms / floor.ms).toFixed(2),
    row === last ? `≤ ${target} × ${verdict(row.ms / floor.ms <= target)}` : '',
    row.cpuMs.toFixed(0),
    (bytes / row.ms / 1e3).toFixed(0),
  ]),
)}
`
}
