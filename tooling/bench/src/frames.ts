import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { measuredOn, type Machine } from './machine.ts'

/** Results that `apps/web/bench/frames.bench.ts --write` writes. */
export interface FrameResults {
  command: string
  browser: string
  machine: Machine
  /** Load average of the machine over the last minute. */
  load: number
  /** Tokens per second. */
  rate: number
  /** Measurements, with times in milliseconds. The first is the floor: a page that receives nothing. */
  rows: { name: string; frames: number; perSecond: number; p50: number; p95: number; longest: number; dropped: number }[]
}

const path = fileURLToPath(new URL('../../../docs/benchmarks/frames.json', import.meta.url))

export const readFrameResults = (): FrameResults | undefined =>
  existsSync(path) ? (JSON.parse(readFileSync(path, 'utf8')) as FrameResults) : undefined

type Table = (head: string[], rows: string[][]) => string

const names: Readonly<Record<string, string>> = {
  nothing: 'nothing: the page waits',
  reasoning: 'reasoning, in the open panel',
  answer: 'an answer in Markdown',
}

export function framesPage({ command, browser, machine, load, rate, rows }: FrameResults, table: Table): string {
  return `## Pages

Frames of the playground while ${rate} tokens a second arrive through the real gateway, compared with a page that receives nothing. The target is 60 per second. ${browser}, without a graphics card. Browser, gateway and upstream shared
${machine.cores} cores, with a load of ${load.toFixed(1)}; a high load makes frames late, too. Command: \`${command}\`

${measuredOn(machine)}

${table(
  ['what arrives', 'frames/s', 'ms a frame, p50', 'p95', 'longest', 'dropped', 'of frames'],
  rows.map(({ name, frames, perSecond, p50, p95, longest, dropped }) => [
    names[name] ?? name,
    ...[perSecond, p50, p95, longest].map((number) => number.toFixed(1)),
    String(dropped),
    String(frames + dropped),
  ]),
)}
`
}
