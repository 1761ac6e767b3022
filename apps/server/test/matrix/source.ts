import { createAccumulator, type WireFormat } from '@reason/core'
import type { Served } from '@reason/exchanges/described'
import { type BodyFraming, createBodyFrames } from '@reason/gateway/src/relay/body-frames'
import type { OurWire } from '@reason/gateway/upstreams'

export const scenarios = ['plain', 'reasoning', 'tools', 'refused', 'failed'] as const
export type Scenario = (typeof scenarios)[number]

/** The response of an upstream that a cell needs. */
export interface Wanted {
  format: OurWire
  scenario: Scenario
  stream: boolean
}

/** What a client has to read, whatever its API. Texts by their hashes: each of them will do. */
export interface Expected {
  reasoning: readonly string[]
  answer: readonly string[]
  calls: readonly { name: string; arguments: unknown }[]
  isCut: boolean
  usage: { input: number | null; output: number | null; reasoning: number | null }
}

/** What an upstream sends in one cell. */
export interface Source {
  model: string
  /** One for each step of a tool loop, else one. */
  bodies: readonly Served[]
  expected?: Expected
  /** Of an error. */
  failure?: { status: number | undefined; message: string; begun: boolean }
}

/** How often a model calls before it answers. */
export const steps = 3

/** The bodies of a tool loop, made of one: every step of a real loop has ids of its own. */
export function loopOf(wire: WireFormat, framing: BodyFraming, { type, body }: Served): Served[] {
  const ids = readBody(wire, framing, body).calls
  return Array.from({ length: steps }, (_, step) => ({
    type,
    body: step === 0 ? body : Buffer.from(ids.reduce((text, id) => text.replaceAll(id, `${id}s${step}`), body.toString('utf8'))),
  }))
}

/** Ids of the calls, and what the provider sealed. */
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
