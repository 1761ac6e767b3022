import { createAccumulator, type WireFormat } from '@reason/core'
import type { Served } from '@reason/exchanges/described'
import { type BodyFraming, createBodyFrames } from '@reason/gateway/src/relay/attempt/body-frames'
import type { OurWire } from '@reason/gateway/upstreams'

export const scenarios = ['plain', 'reasoning', 'tools', 'refused', 'failed'] as const
export type Scenario = (typeof scenarios)[number]

/** Selects the upstream response for a cell. */
export interface Wanted {
  format: OurWire
  scenario: Scenario
  stream: boolean
}

/** The expected answer for a client of any API. Texts are lists of hashes, of which one must match. */
export interface Expected {
  reasoning: readonly string[]
  answer: readonly string[]
  calls: readonly { name: string; arguments: unknown }[]
  isCut: boolean
  usage: { input: number | null; output: number | null; reasoning: number | null }
}

/** The upstream's responses in a cell. */
export interface Source {
  model: string
  /** A body for each step of a tool loop; otherwise one body. */
  bodies: readonly Served[]
  expected?: Expected
  /** The expected failure of an error response. */
  failure?: { status: number | undefined; message: string; begun: boolean }
}

/** Number of steps with calls before the answer. */
export const steps = 3

/** Makes the bodies of a tool loop from one body. Each step gets its own ids, as in a real loop. */
export function loopOf(wire: WireFormat, framing: BodyFraming, { type, body }: Served): Served[] {
  const ids = readBody(wire, framing, body).calls
  return Array.from({ length: steps }, (_, step) => ({
    type,
    body: step === 0 ? body : Buffer.from(ids.reduce((text, id) => text.replaceAll(id, `${id}s${step}`), body.toString('utf8'))),
  }))
}

/** Reads the ids of the calls, and the provider's seals. */
export function readBody(wire: WireFormat, framing: BodyFraming, body: Buffer): { calls: string[]; seals: string[] } {
  const frames = createBodyFrames(framing)
  const reader = wire.createReader({})
  const record = createAccumulator()
  for (const frame of [...frames.push(body), ...frames.end()]) for (const part of reader.pushFrame(frame)) record.push(part)
  for (const part of reader.end()) record.push(part)
  const { items, toolCalls, finish } = record.snapshot()
  return {
    calls: toolCalls.flatMap(({ id }) => (id === undefined ? [] : [id])),
    seals: [...items.flatMap((item) => item.seals ?? []), ...(finish?.seals ?? [])].map(({ value }) => value),
  }
}
