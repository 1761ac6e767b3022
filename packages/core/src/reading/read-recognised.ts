import type { Part } from '../parts.ts'
import type { Registry } from '../registry.ts'
import type { WireFormat, WireSource } from '../wire.ts'
import type { AnswerEvent } from './pieces.ts'
import { isObject } from './json.ts'
import { isError, mostEvents } from './recognise.ts'

/** An answer in a recognised format. */
export interface Recognised {
  /** The provider, if known. */
  provider: string | undefined
  /** Parts of the answer, ending with `end`. If the consumer stops early, the source is cancelled. */
  parts: AsyncIterable<Part>
}

interface Wanted {
  wire?: string | undefined
  provider?: string | undefined
  model?: string | undefined
}

/**
 * Finds the wire format of an answer by its first events, and reads the answer.
 *
 * @throws {TypeError} If none of the registry's formats recognises the answer.
 * @throws {ReasonError} `REASON_ADAPTER_NOT_FOUND` if `wire` is not registered.
 */
export async function readRecognised(
  pieces: AsyncIterable<AnswerEvent>,
  { wires, wire: find }: Registry,
  wanted: Wanted,
): Promise<Recognised> {
  const iterator = pieces[Symbol.asyncIterator]()
  const held: AnswerEvent[] = []
  let found: { wire: WireFormat; source: WireSource } | undefined
  try {
    // A named or only format needs no recognition, but the first event still gives the answer's source.
    const only = wanted.wire === undefined ? (wires.length === 1 ? wires[0] : undefined) : find(wanted.wire)
    if (only === undefined && wires.length === 0) throw noFormat()
    while (found === undefined && held.length < mostEvents) {
      const { done, value } = await iterator.next()
      if (done === true) break
      held.push(value)
      found = only === undefined ? recognise(value, wires) : { wire: only, source: sourceIn(value, only) }
    }
    found ??= held.length === 0 || held.some(isErrorPiece) ? { wire: only ?? wires[0]!, source: {} } : undefined
    if (found === undefined) throw unknownFormat(held[0]!, wires)
  } catch (error) {
    await iterator.return?.()
    throw error
  }
  const { wire, source } = found
  const provider = wanted.provider ?? source.provider
  return { provider, parts: read() }

  async function* read(): AsyncGenerator<Part, void, void> {
    const { model = source.model } = wanted
    const reader = wire.createReader({ ...(provider !== undefined && { provider }), ...(model !== undefined && { model }) })
    try {
      for (const piece of held) for (const part of piece.read(reader)) yield part
      for (let next = await iterator.next(); next.done !== true; next = await iterator.next()) {
        for (const part of next.value.read(reader)) yield part
      }
      for (const part of reader.end()) yield part
    } finally {
      await iterator.return?.()
    }
  }
}

function recognise(piece: AnswerEvent, wires: readonly WireFormat[]): { wire: WireFormat; source: WireSource } | undefined {
  const event = piece.event()
  if (!isObject(event)) return undefined
  for (const wire of wires) {
    const source = wire.recognise?.(event)
    if (source !== undefined) return { wire, source }
  }
  return undefined
}

function sourceIn(piece: AnswerEvent, wire: WireFormat): WireSource {
  const event = piece.event()
  return (isObject(event) ? wire.recognise?.(event) : undefined) ?? {}
}

function isErrorPiece({ event, name }: AnswerEvent): boolean {
  const value = event()
  return isObject(value) && isError({ event: value, ...(name !== undefined && { name }) })
}

const noFormat = (): TypeError =>
  new TypeError(
    'reasonOf() got the answer of a server, and `use` has no wire format that reads it. Add the format of the API that you ask, such as openaiChat() of @reason/providers-openai.',
  )

function unknownFormat(first: AnswerEvent, wires: readonly WireFormat[]): TypeError {
  const have = wires.map(({ id }) => id).join(', ')
  const text = String(JSON.stringify(first.event()))
  const shown = text.length > 100 ? `${text.slice(0, 100)}…` : text
  return new TypeError(
    `None of the wire formats in \`use\` (${have}) knows this answer. Its first event: ${shown}. Add the format that it is in, or name it with \`wire\`.`,
  )
}
