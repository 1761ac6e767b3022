/**
 * SSE text in, parts out: one event per read, as a paced stream delivers them. The yardstick is what nobody can do without:
 * cutting at the blank line and `JSON.parse`.
 *
 *   node --conditions=@reason/source bench/anthropic-messages.bench.ts [events]
 */
import { createAccumulator, type Part } from '@reason/core'
import { createFrameDecoder } from '@reason/core/framing'
import { anthropicMessages } from '../src/index.ts'
import { createStream } from './stream.ts'

const count = Number(process.argv[2] ?? 100_000)
const { reads, reasoning, answer } = createStream(count)
const wire = anthropicMessages()

const rows = [
  ['split and JSON.parse', bare],
  ['SSE decoder alone', decode],
  ['SSE decoder and reader', read],
  ['the same, and writer', readAndWrite],
] as const

verify()
for (const [name, run] of rows) {
  const times = Array.from({ length: 9 }, () => timed(run)).toSorted((a, b) => a - b)
  console.log(`${name.padEnd(28)} ${perEvent(times[4]!)} µs/event (median of 9, best ${perEvent(times[0]!)})`)
}

function bare(): number {
  let seen = 0
  for (const text of reads) {
    const { delta } = JSON.parse(text.slice(text.indexOf('data: ') + 6, text.indexOf('\n\n')))
    seen += (delta?.thinking ?? delta?.text ?? '').length
  }
  return seen
}

function decode(): number {
  const decoder = createFrameDecoder('sse')
  let seen = 0
  for (const text of reads) seen += decoder.push(text).length
  return seen
}

function read(): number {
  let seen = 0
  drive((part) => {
    if (part.type === 'delta') seen += part.text.length
  })
  return seen
}

function readAndWrite(): number {
  const writer = wire.createWriter()
  let seen = 0
  drive((part) => {
    for (const frame of writer.push(part)) seen += frame.data.length
  })
  return seen
}

function drive(take: (part: Part) => void): void {
  const reader = wire.createReader()
  const decoder = createFrameDecoder('sse')
  for (const text of reads) for (const frame of decoder.push(text)) for (const part of reader.pushFrame(frame)) take(part)
  for (const frame of decoder.end()) for (const part of reader.pushFrame(frame)) take(part)
  for (const part of reader.end()) take(part)
}

/** A benchmark of a wrong answer is worth nothing. */
function verify(): void {
  const accumulator = createAccumulator()
  drive((part) => accumulator.push(part))
  const result = accumulator.snapshot()
  if (result.reasoning !== reasoning || result.answer !== answer || result.warnings.length > 0) {
    throw new Error('The reader gave something else than the stream holds.')
  }
}

function timed(run: () => number): number {
  const from = performance.now()
  if (run() === 0) throw new Error('Nothing was read.')
  return performance.now() - from
}

function perEvent(time: number): string {
  return ((time * 1000) / reads.length).toFixed(3)
}
