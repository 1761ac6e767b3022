/**
 * Bytes of an event stream in, parts out: one frame per read, as a paced stream delivers them. The yardstick is what nobody
 * can do without: finding the payload and `JSON.parse`, without looking at checksums.
 *
 *   node --conditions=@reason/source bench/bedrock-converse.bench.ts [events]
 */
import { createAccumulator, type Part } from '@reason/core'
import { bedrockConverse, createEventStreamDecoder, encodeEventStream } from '../src/index.ts'
import { createStream } from './stream.ts'

const count = Number(process.argv[2] ?? 100_000)
const { reads, reasoning, answer } = createStream(count)
const wire = bedrockConverse()

const rows = [
  ['payload and JSON.parse', bare],
  ['decoder alone', decode],
  ['decoder and reader', read],
  ['the same, writer and encoder', readAndWrite],
] as const

verify()
for (const [name, run] of rows) {
  const times = Array.from({ length: 9 }, () => timed(run)).toSorted((a, b) => a - b)
  console.log(`${name.padEnd(30)} ${perEvent(times[4]!)} µs/event (median of 9, best ${perEvent(times[0]!)})`)
}

function bare(): number {
  const utf8 = new TextDecoder()
  let seen = 0
  for (const bytes of reads) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    const { delta } = JSON.parse(utf8.decode(bytes.subarray(12 + view.getUint32(4), bytes.length - 4)))
    seen += (delta?.reasoningContent?.text ?? delta?.text ?? '').length
  }
  return seen
}

function decode(): number {
  const decoder = createEventStreamDecoder()
  let seen = 0
  for (const bytes of reads) seen += decoder.push(bytes).length
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
    for (const frame of writer.push(part)) seen += encodeEventStream(frame).length
  })
  return seen
}

function drive(take: (part: Part) => void): void {
  const reader = wire.createReader()
  const decoder = createEventStreamDecoder()
  for (const bytes of reads) for (const frame of decoder.push(bytes)) for (const part of reader.pushFrame(frame)) take(part)
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
