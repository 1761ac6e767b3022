import { existsSync, readFileSync } from 'node:fs'
import type { AssistantMessage, Conversation, Message } from '@reason/core/conversation'
import { messageOf } from '@reason/core/conversation'
import { createFrameDecoder, type Framing } from '@reason/core/framing'
import { createAccumulator, type Part, type Result, type WireFormat } from '@reason/core'
import { shared, sharedPath } from '@reason/testkit/shared'

/** A recorded exchange, as far as the tests of requests read it. */
export interface Exchange {
  id: string
  api: string
  provider: string
  model: string
  format: string
  file: string
  request?: string
  conversation?: { next?: string; next_replays?: 'opaque' | 'text' | 'none' }
}

export const exchangesOf = (api: string): (Exchange & { request: string })[] =>
  (shared === undefined ? '' : readFileSync(sharedPath('captures', 'index.jsonl'), 'utf8'))
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Exchange]))
    .filter(
      (row): row is Exchange & { request: string } =>
        row.api === api && row.request !== undefined && existsSync(sharedPath('captures', row.request)),
    )

export const requestOf = (row: { request: string }): Record<string, unknown> =>
  JSON.parse(readFileSync(sharedPath('captures', row.request), 'utf8')) as Record<string, unknown>

export const targetOf = ({ provider, model, api }: Exchange) => ({ provider, model, wire: api })

/** The parts of a recorded response, as its reader gives them. */
export function partsOf(wire: WireFormat, row: Exchange): Part[] {
  const text = readFileSync(sharedPath('captures', row.file), 'utf8')
  const source = { provider: row.provider, model: row.model }
  if (row.format === 'json') return [...wire.readResponse(JSON.parse(text), source)]
  const reader = wire.createReader(source)
  const decoder = createFrameDecoder(row.format as Framing)
  return [...[...decoder.push(text), ...decoder.end()].flatMap((frame) => [...reader.pushFrame(frame)]), ...reader.end()]
}

function read(wire: WireFormat, row: Exchange): Result {
  const accumulator = createAccumulator()
  for (const part of partsOf(wire, row)) accumulator.push(part)
  return accumulator.snapshot()
}

/** The next turn as it would be built: the recorded messages, but with our own record of what the model said. */
export function nextTurn(
  wire: WireFormat,
  row: Exchange & { request: string },
  next: Exchange & { request: string },
): { said: AssistantMessage; conversation: Conversation } {
  const before = wire.readRequest!(requestOf(row), targetOf(row))
  const after = wire.readRequest!(requestOf(next), targetOf(next))
  const said = messageOf(read(wire, row), targetOf(row))
  // What the server keeps is not sent again.
  const place = after.extra?.fields.previous_interaction_id === undefined ? before.messages.length : 0
  const rest: readonly Message[] = after.messages.slice(place + (after.messages[place]?.role === 'assistant' ? 1 : 0))
  return { said, conversation: { ...after, messages: [...before.messages, said, ...rest] } }
}
