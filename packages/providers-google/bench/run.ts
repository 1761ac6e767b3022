import { createAccumulator, type Part, type WireFormat, type WireReader } from '@reason/core'
import { createFrameDecoder } from '@reason/core/framing'

export interface Stream {
  /** One read each, as they come from the network. */
  reads: string[]
  reasoning: string
  answer: string
}

/** SSE text in, parts out. The yardstick is what nobody can do without: cutting at the blank line and `JSON.parse`. */
export function run(wire: WireFormat, { reads, reasoning, answer }: Stream, bare: () => number): void {
  verify()
  for (const [name, one] of [
    ['split and JSON.parse', bare],
    ['SSE decoder and JSON.parse', decodeAndParse],
    ['SSE decoder and reader', read],
    ['the same, and writer', readAndWrite],
  ] as const) {
    const times = Array.from({ length: 9 }, () => timed(one)).toSorted((a, b) => a - b)
    const perEvent = (time: number) => ((time * 1000) / reads.length).toFixed(3)
    console.log(`${name.padEnd(28)} ${perEvent(times[4]!)} µs/event (median of 9, best ${perEvent(times[0]!)})`)
  }

  function decodeAndParse(): number {
    const decoder = createFrameDecoder('sse')
    let seen = 0
    for (const text of reads)
      for (const { data } of decoder.push(text)) if (data !== '[DONE]') seen += typeof JSON.parse(data) === 'object' ? 1 : 0
    return seen
  }

  function read(): number {
    let seen = 0
    drive(wire.createReader(), (part) => {
      if (part.type === 'delta') seen += part.text.length
    })
    return seen
  }

  function readAndWrite(): number {
    const writer = wire.createWriter()
    let seen = 0
    drive(wire.createReader(), (part) => {
      for (const frame of writer.push(part)) seen += frame.data.length
    })
    return seen
  }

  function drive(reader: WireReader, take: (part: Part) => void): void {
    const decoder = createFrameDecoder('sse')
    for (const text of reads) for (const frame of decoder.push(text)) for (const part of reader.pushFrame(frame)) take(part)
    for (const frame of decoder.end()) for (const part of reader.pushFrame(frame)) take(part)
    for (const part of reader.end()) take(part)
  }

  /** A benchmark of a wrong answer is worth nothing. */
  function verify(): void {
    const accumulator = createAccumulator()
    drive(wire.createReader(), (part) => accumulator.push(part))
    const result = accumulator.snapshot()
    if (result.reasoning !== reasoning || result.answer !== answer || result.warnings.length > 0)
      throw new Error('The reader gave something else than the stream holds.')
  }
}

function timed(one: () => number): number {
  const from = performance.now()
  if (one() === 0) throw new Error('Nothing was read.')
  return performance.now() - from
}
