import type { Part, TextAdapter, WireFormat } from '@reason/core'
import { canonical, difference, show } from '../runs/canonical.ts'
import { checkStructure } from '../checks/check-structure.ts'
import { normaliseParts } from '../runs/normalise.ts'
import { createRandom, seedOf } from '../inputs/random.ts'
import type { Capture, ExpectedResponse } from './capture.ts'
import { compareResponse } from './compare.ts'
import { readPieces, readResponse, type CaptureReadOptions } from './read.ts'

export interface CaptureOptions extends Omit<CaptureReadOptions, 'adapter'> {
  /** For captures with reasoning tags in the answer. Without an adapter, their wire text is compared unsplit. */
  adapter?: TextAdapter | ((capture: Capture) => TextAdapter | undefined)
  /** Random cuttings of the body's bytes. Default 3. */
  randomCuttings?: number
  /** Fields that are not compared, because the format cannot represent them. State the reason in your test. */
  ignore?: readonly (keyof ExpectedResponse)[]
}

export interface CaptureFailure {
  capture: string
  /** A field of the expectation, or `never-throws`, `end`, `well-formed`, `chunk-invariance`. */
  rule: keyof ExpectedResponse | 'never-throws' | 'end' | 'well-formed' | 'chunk-invariance'
  message: string
}

/**
 * Reads a recorded body with a wire format and compares its content. A stream is read whole, in random pieces, and byte by byte if it is short. A
 * document is read by `readResponse`.
 *
 * @returns All failures. Empty if the capture passes.
 */
export async function checkCapture(wire: WireFormat, capture: Capture, options: CaptureOptions = {}): Promise<CaptureFailure[]> {
  const adapter = typeof options.adapter === 'function' ? options.adapter(capture) : options.adapter
  const { adapter: _, ...rest } = options
  const reading: CaptureReadOptions = { ...rest, ...(adapter !== undefined && capture.inlineTags !== undefined && { adapter }) }
  const failures: CaptureFailure[] = []
  const fail = (rule: CaptureFailure['rule'], message: string) => failures.push({ capture: capture.id, rule, message })

  const bytes = typeof capture.body === 'string' ? new TextEncoder().encode(capture.body) : capture.body
  const isDocument = capture.format === 'json'
  const whole = attempt(() => (isDocument ? readResponse(wire, capture, bytes, reading) : readPieces(wire, capture, [bytes], reading)))
  if (whole === undefined) return failures
  checkEnd(whole)
  for (const { rule, message } of choicesOf(whole).flatMap((parts) => [...checkStructure(parts, wire.capabilities, 'wire')])) {
    fail('well-formed', `${rule}: ${message}`)
  }

  const split = capture.inlineTags === undefined || reading.adapter !== undefined
  const expected = split ? capture.expected : [capture.inlineTags!.unsplit]
  for (const [choice, response] of expected.entries()) {
    for (const { field, message } of await compareResponse(whole, choice, response)) {
      if (options.ignore?.includes(field) !== true) fail(field, expected.length > 1 ? `choice ${choice}: ${message}` : message)
    }
  }

  if (isDocument) return failures
  for (const { name, pieces } of byteCuttings(bytes, capture.id, options.randomCuttings ?? 3)) {
    const parts = attempt(() => readPieces(wire, capture, pieces, reading))
    if (parts !== undefined) checkSame(parts, name)
  }
  return failures

  function attempt<Value>(read: () => Value): Value | undefined {
    try {
      return read()
    } catch (error) {
      fail('never-throws', `${String(error)}`)
      return undefined
    }
  }

  function checkEnd(parts: readonly Part[]): void {
    const ends = parts.filter(({ type }) => type === 'end').length
    if (ends !== 1 || parts.at(-1)?.type !== 'end')
      fail('end', `Parts must end with one "end", but have ${ends}, and the last part is ${show(parts.at(-1))}.`)
  }

  function checkSame(parts: readonly Part[], cutting: string): void {
    const [one, other] = [whole!, parts].map((list) => canonical(normaliseParts(list)))
    if (one !== other) fail('chunk-invariance', `${cutting}: the parts differ from those of the whole body, ${difference(one!, other!)}.`)
  }
}

/** Groups parts by choice, because blocks and calls are numbered within a choice. */
function choicesOf(parts: readonly Part[]): Part[][] {
  const choices = new Map<number, Part[]>()
  for (const part of parts) {
    const list = choices.get(part.choice ?? 0) ?? []
    list.push(part)
    choices.set(part.choice ?? 0, list)
  }
  return [...choices.values()]
}

/** Limit of a body that is read byte by byte, in bytes, because each byte takes a reader call. */
const shortBody = 20_000

function* byteCuttings(
  bytes: Uint8Array,
  id: string,
  randomCuttings: number,
): Generator<{ name: string; pieces: Uint8Array[] }, void, void> {
  if (bytes.length <= shortBody) yield { name: 'each byte', pieces: Array.from(bytes, (byte) => Uint8Array.of(byte)) }
  const random = createRandom(seedOf(id))
  for (let run = 1; run <= randomCuttings; run++) {
    const pieces: Uint8Array[] = []
    for (let from = 0; from < bytes.length;) {
      const to = from + 1 + Math.floor(random() * 400)
      pieces.push(bytes.subarray(from, to))
      from = to
    }
    yield { name: `random cuts ${run}`, pieces }
  }
}
