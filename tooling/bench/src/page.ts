import { auditPage, type AuditResults } from './audit.ts'
import type { GatewayRow } from './gateway/suite.ts'
import { summary } from './gateway/suite.ts'
import type { Machine } from './machine.ts'
import type { Measurement } from './measure.ts'
import type { ReaderRow } from './readers/suite.ts'
import type { GrowthRow, SpeedRow } from './splitters/suite.ts'
import { tracesPage, type TraceResults } from './traces.ts'

export interface Results {
  machine: Machine
  rounds: number
  speed: SpeedRow[]
  growth: GrowthRow[]
  readers: ReaderRow
  gateway: GatewayRow[]
  /** Absent: never measured. */
  traces?: TraceResults | undefined
  audit?: AuditResults | undefined
}

/** What is aimed at, as ratios: absolute figures differ between machines. */
const targets = {
  push: { 'think-tags': 0.3, harmony: 0.7 } as Record<string, number>,
  gigabytesPerSecond: 1,
  slope: 1.1,
  microsPerEvent: {
    'chat: @reason/providers-openai': 1.5,
    'Responses: @reason/providers-openai': 2,
    'Messages: @reason/providers-anthropic': 2,
  } as Record<string, number>,
  cpuPerPacedEvent: 1,
  firstEventMs: 1,
  requests: 0.9,
}

export function page({ machine, rounds, speed, growth, readers, gateway, traces, audit }: Results): string {
  return `# Benchmarks

Written by \`pnpm bench\`; do not edit. Every run's output is checked, so no figure is of a wrong answer. Raw samples: [samples.json](benchmarks/samples.json).

${machine.date} · ${machine.cpu}, ${machine.cores} cores, ${machine.memoryGiB} GiB · ${machine.os} · Node ${machine.node} · medians of ${rounds} rounds, cases in turn.
Ratios hold between machines, absolute figures do not.

## Splitters

\`push\` is the splitter itself, \`split\` the same through an async iterator. The async iterator loop touches every chunk and splits nothing.

### 4-character chunks

${table(
  ['splitter', 'chunks', 'async loop', 'push', '× async loop', 'target', 'split', 'AI SDK', 'synchronous loop'],
  speed.filter(({ chunkChars }) => chunkChars === 4).map(smallChunks),
)}

Nanoseconds per chunk.

### 4 KiB chunks

${table(['splitter', 'push', 'target', 'split', 'AI SDK'], speed.filter(({ chunkChars }) => chunkChars === 4096).map(largeChunks))}

Gigabytes (10⁹ characters) per second.

### Growth

Time for 4-character chunks against length; the slope is that of log time over log length from 100 K to 10 M characters: 1 is linear. Target ≤ ${targets.slope}.

${table(['input', '10 K', '100 K', '1 M', '10 M', 'slope', ''], growth.map(growthCells))}

Milliseconds.

## Readers

From the bytes of a chat stream to parts, one event per read.

${table(['reader', 'µs per event', '× bare parse of chat', 'target', 'MB/s'], readerCells(readers))}

${gateway.length === 0 ? '' : gatewayPage(gateway)}${traces === undefined ? '' : `\n${tracesPage(traces, table, verdict)}`}${audit === undefined ? '' : `\n${auditPage(audit, table, verdict)}`}`
}

function smallChunks({ splitter, chunks, measurements }: SpeedRow): string[] {
  const ns = (name: string) => {
    const ms = medianOf(measurements, name)
    return ms === undefined ? undefined : (ms * 1e6) / chunks
  }
  const ratio = ns('push')! / ns('async iterator loop')!
  const target = targets.push[splitter]
  const whole = (value: number | undefined) => (value === undefined ? '' : value.toFixed(0))
  return [
    splitter,
    `${chunks}`,
    whole(ns('async iterator loop')),
    whole(ns('push')),
    ratio.toFixed(2),
    target === undefined ? '' : `≤ ${target} ${verdict(ratio <= target)}`,
    whole(ns('split')),
    whole(ns('AI SDK')),
    whole(ns('synchronous loop')),
  ]
}

function largeChunks({ splitter, chars, measurements }: SpeedRow): string[] {
  const speed = (name: string) => {
    const ms = medianOf(measurements, name)
    return ms === undefined ? undefined : chars / ms / 1e6
  }
  const shown = (value: number | undefined) => (value === undefined ? '' : value.toFixed(2))
  return [
    splitter,
    shown(speed('push')),
    `≥ ${targets.gigabytesPerSecond} ${verdict(speed('push')! >= targets.gigabytesPerSecond)}`,
    shown(speed('split')),
    shown(speed('AI SDK')),
  ]
}

function growthCells({ input, points, slope }: GrowthRow): string[] {
  return [input, ...points.map(({ ms }) => ms.toFixed(2)), slope.toFixed(2), verdict(slope <= targets.slope)]
}

function readerCells({ events, measurements }: ReaderRow): string[][] {
  const floor = measurements[0]!.medianMs
  return measurements.map(({ name, medianMs, bytes }) => {
    const micros = (medianMs * 1e3) / events
    const target = targets.microsPerEvent[name]
    return [
      name,
      micros.toFixed(2),
      (medianMs / floor).toFixed(2),
      target === undefined ? '' : `≤ ${target} µs ${verdict(micros <= target)}`,
      (bytes / medianMs / 1e3).toFixed(0),
    ]
  })
}

function gatewayPage(rows: GatewayRow[]): string {
  const loads = [...new Set(rows.map(({ load }) => load))]
  const sections = loads.map((load) => {
    const cells = rows.filter((row) => row.load === load).map((row) => ({ target: row.target, ...summary(row) }))
    const number = (value: number | undefined, digits: number) => (value === undefined ? '' : value.toFixed(digits))
    const body = cells.map((cell) => [
      cell.target,
      number(cell.rps, 0),
      number(cell.ttfb50, 2),
      number(cell.ttfb99, 1),
      number(cell.cpuUsPerEvent, 2),
      number(cell.cpuUsPerReq, 0),
      number(cell.rssMaxMB, 0),
      `${cell.windows}`,
      `${cell.bad}`,
    ])
    const head = [
      'through',
      'requests/s',
      'first byte p50 ms',
      'p99 ms',
      'CPU µs/event',
      'CPU µs/request',
      'RSS MB',
      'quiet windows',
      'bad replies',
    ]
    return `### ${load}\n\n${table(head, body)}`
  })
  return `## Gateway

The gateway splits every stream; the Node pipe (\`http.request\` and \`pipe\`) only copies bytes. The mock upstream and the load generator share one core, the target has the other
for itself. Windows in which something else used more than 15 % of a core are left out where there are others.

${sections.join('\n\n')}

${gatewayVerdicts(rows)}

Where the difference to the pipe goes, by leaving steps out one after another: bytes to text and frames take about 2.5 µs of a paced event, \`JSON.parse\` and the reader 3,
splitting 1.5, writing the event anew and collecting the garbage of all that the rest; Fastify, the client and the socket by themselves cost what the pipe costs. A short answer that is not streamed
pays for making these machines once. The first event waits for them too: with an upstream that sends everything at once it has to share its core with what follows. What is next: frames that equal the
last one but for their text need only that text read and written, and a stream's body can be read past the HTTP parser.
`
}

function gatewayVerdicts(rows: GatewayRow[]): string {
  const of = (load: string, target: string) => {
    const row = rows.find((one) => one.load.startsWith(load) && one.target === target)
    return row === undefined ? undefined : summary(row)
  }
  const ratio = (a: number | undefined, b: number | undefined) => (a === undefined || b === undefined ? Number.NaN : a / b)
  const cpu = ratio(of('paced', 'gateway')?.cpuUsPerEvent, of('paced', 'Node pipe')?.cpuUsPerEvent)
  const added = (of('one client', 'gateway')?.ttfb50 ?? Number.NaN) - (of('one client', 'direct')?.ttfb50 ?? Number.NaN)
  const requests = ratio(of('not streamed', 'gateway')?.rps, of('not streamed', 'Node pipe')?.rps)
  return table(
    ['against the bare Node pipe', 'measured', 'target', ''],
    [
      [
        'CPU per paced event',
        `${cpu.toFixed(2)} ×`,
        `≤ ${targets.cpuPerPacedEvent.toFixed(1)} ×`,
        verdict(cpu <= targets.cpuPerPacedEvent),
      ],
      [
        'time to the first event added, one client',
        `${added.toFixed(2)} ms`,
        `≤ ${targets.firstEventMs} ms`,
        verdict(added <= targets.firstEventMs),
      ],
      [
        'requests/s, not streamed, 64 clients',
        `${requests.toFixed(2)} ×`,
        `≥ ${targets.requests} ×`,
        verdict(requests >= targets.requests),
      ],
    ],
  )
}

const verdict = (met: boolean): string => (met ? '✓' : '✗ missed')

const medianOf = (measurements: readonly Measurement[], name: string): number | undefined =>
  measurements.find((measurement) => measurement.name === name)?.medianMs

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
