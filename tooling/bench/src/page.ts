import { auditPage, type AuditResults } from './audit.ts'
import { framesPage, type FrameResults } from './frames.ts'
import { gatewayPage } from './gateway/page.ts'
import type { GatewayResults } from './gateway/results.ts'
import { measuredOn, type Machine } from './machine.ts'
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
  /** Undefined if there is no measurement. The same holds for the others. */
  gateway?: GatewayResults | undefined
  traces?: TraceResults | undefined
  audit?: AuditResults | undefined
  frames?: FrameResults | undefined
}

/** Targets. Those for `push` are ratios, because absolute figures differ between machines. */
const targets = {
  push: { 'think-tags': 0.3, harmony: 0.7 } as Record<string, number>,
  gigabytesPerSecond: 1,
  slope: 1.1,
  microsPerEvent: {
    'chat: @reason/providers-openai': 1.5,
    'Responses: @reason/providers-openai': 2,
    'Messages: @reason/providers-anthropic': 2,
  } as Record<string, number>,
}

export function page({ machine, rounds, speed, growth, readers, gateway, traces, audit, frames }: Results): string {
  return `# Benchmarks

Written by \`pnpm bench\`; do not edit. Every run's output is checked, so no figure belongs to a wrong answer. Raw samples: [samples.json](../benchmarks/samples.json).

The figures are those of the code on the day of the measurement. Later changes are not in them:

${table(['section', 'measured on', 'processor', 'Node'], datesOf({ machine, gateway, traces, audit, frames }))}

Medians of ${rounds} rounds, with the cases in turn. Ratios hold between machines, absolute figures do not.

## Splitters

${measuredOn(machine)}

\`push\` is the splitter itself. \`split\` is the same through an async iterator. The loops touch every chunk and split nothing.

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

Time for texts of growing length in 4-character chunks. The slope is that of log time over log length, from 100 K to 10 M characters; 1 is linear. Target ≤ ${targets.slope}.

${table(['input', '10 K', '100 K', '1 M', '10 M', 'slope', ''], growth.map(growthCells))}

Milliseconds.

## Readers

From the bytes of a chat stream to parts, one event per read. Measured on ${machine.date}, on the machine of the splitters.

${table(['reader', 'µs per event', '× bare parse of chat', 'target', 'MB/s'], readerCells(readers))}

${gateway === undefined ? '' : gatewayPage(gateway, table, verdict)}${traces === undefined ? '' : `\n${tracesPage(traces, table, verdict)}`}${audit === undefined ? '' : `\n${auditPage(audit, table, verdict)}`}${frames === undefined ? '' : `\n${framesPage(frames, table)}`}`
}

function datesOf({ machine, gateway, traces, audit, frames }: Omit<Results, 'rounds' | 'speed' | 'growth' | 'readers'>): string[][] {
  const runs = {
    'Splitters, readers': machine,
    Gateway: gateway?.machine,
    Traces: traces?.machine,
    Audit: audit?.machine,
    Pages: frames?.machine,
  }
  return Object.entries(runs).flatMap(([section, run]) => (run === undefined ? [] : [[section, run.date, run.cpu, run.node]]))
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

const verdict = (met: boolean): string => (met ? '✓' : '✗ missed')

const medianOf = (measurements: readonly Measurement[], name: string): number | undefined =>
  measurements.find((measurement) => measurement.name === name)?.medianMs

function table(head: string[], rows: string[][]): string {
  const line = (cells: string[]) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)].join('\n')
}
