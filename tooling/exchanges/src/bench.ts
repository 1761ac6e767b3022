import { createAccumulator, type Part, type WireFormat } from '@reason/core'
import type { Frame } from '@reason/core/wire'
import { createFrameDecoder, createFrameEncoder, type Framing } from '@reason/core/framing'

/** Layer between network reads and frames. */
export interface Transport<Read> {
  createDecoder(): { push(read: Read): readonly Frame[]; end(): readonly Frame[] }
  encode(frame: Frame): { readonly length: number }
  /** The floor: finds the JSON in one read, and parses it. */
  parse(read: Read): unknown
}

export const textTransport = (framing: Framing): Transport<string> => ({
  createDecoder: () => createFrameDecoder(framing),
  encode: (frame) => createFrameEncoder(framing).push(frame),
  parse(read) {
    const at = read.indexOf('{')
    return at === -1 ? undefined : JSON.parse(read.slice(at))
  },
})

/**
 * Prints the cost of an event that is alone in its read, as in a paced stream: to parts, and on to the bytes for a client.
 * The first argument of the program is the number of events. Default: 50,000.
 *
 * @param readsOf - Returns the reads of a response with these reasoning and answer tokens.
 */
export function benchWire<Read>(
  wire: WireFormat,
  { createDecoder, encode, parse }: Transport<Read>,
  readsOf: (reasoning: readonly string[], answer: readonly string[]) => readonly Read[],
): void {
  const count = Number(process.argv[2] ?? 50_000)
  const tokens = Array.from({ length: count }, (_, n) => `${String(n % 1000).padStart(3, '0')} `)
  const [reasoning, answer] = [tokens.slice(0, count >> 1), tokens.slice(count >> 1)]
  const reads = readsOf(reasoning, answer)

  verify()
  for (const [name, run] of [
    ['JSON.parse', bare],
    ['decoder and JSON.parse', decodeAndParse],
    ['decoder and reader', read],
    ['the same, writer and encoder', readAndWrite],
  ] as const) {
    const times = Array.from({ length: 9 }, () => timed(run)).toSorted((a, b) => a - b)
    const perEvent = (time: number) => ((time * 1000) / reads.length).toFixed(3)
    console.log(`${`${wire.id}: ${name}`.padEnd(50)} ${perEvent(times[4]!)} µs/event (median of 9, best ${perEvent(times[0]!)})`)
  }

  function bare(): number {
    let seen = 0
    for (const one of reads) if (parse(one) !== undefined) seen++
    return seen
  }

  function decodeAndParse(): number {
    const decoder = createDecoder()
    let seen = 0
    for (const one of reads)
      for (const { data } of decoder.push(one)) if (data !== '[DONE]' && (JSON.parse(data) as unknown) !== undefined) seen++
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
      for (const frame of writer.push(part)) seen += encode(frame).length
    })
    return seen
  }

  function drive(take: (part: Part) => void): void {
    const reader = wire.createReader()
    const decoder = createDecoder()
    for (const one of reads) for (const frame of decoder.push(one)) for (const part of reader.pushFrame(frame)) take(part)
    for (const frame of decoder.end()) for (const part of reader.pushFrame(frame)) take(part)
    for (const part of reader.end()) take(part)
  }

  /** Checks that the reader gives the expected result, so that the benchmark measures no wrong answer. */
  function verify(): void {
    const accumulator = createAccumulator()
    drive((part) => accumulator.push(part))
    const result = accumulator.snapshot()
    if (result.reasoning !== reasoning.join('') || result.answer !== answer.join('') || result.warnings.length > 0)
      throw new Error(
        `The reader of ${wire.id} gave something else than the stream holds. Correct the stream of the benchmark, or the reader.`,
      )
  }
}

function timed(run: () => number): number {
  const from = performance.now()
  if (run() === 0) throw new Error('Nothing was read.')
  return performance.now() - from
}
