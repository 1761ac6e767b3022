import { existsSync, readFileSync } from 'node:fs'
import type { AssistantMessage, Conversation, Message } from '@reason/core/conversation'
import { messageOf } from '@reason/core/conversation'
import type { Framing } from '@reason/core/framing'
import type { Part, WireFormat } from '@reason/core'
import { shared, sharedPath } from '@reason/testkit/shared'
import { atOnce } from './at-once.ts'
import { resultOf } from './outline.ts'

/** A recorded exchange, as far as the tests of requests read it. */
export interface Exchange {
  id: string
  api: string
  provider: string
  model: string
  format: string
  file: string
  status: number
  request?: string
  conversation?: { next?: string; next_replays?: 'opaque' | 'text' | 'none' }
}

/** The lines of an index of recordings that are of one format; none where the recordings are absent. */
export const indexOf = <Row extends { api: string } = Exchange>(api: string, folder = 'captures'): Row[] =>
  (shared === undefined ? '' : readFileSync(sharedPath(folder, 'index.jsonl'), 'utf8'))
    .split('\n')
    .flatMap((line) => (line === '' ? [] : [JSON.parse(line) as Row]))
    .filter((row) => row.api === api)

export const bodyOf = ({ file }: Pick<Exchange, 'file'>): Buffer => readFileSync(sharedPath('captures', file))

export const exchangesOf = (api: string): (Exchange & { request: string })[] =>
  indexOf(api).filter(
    (row): row is Exchange & { request: string } => row.request !== undefined && existsSync(sharedPath('captures', row.request)),
  )

export const requestOf = (row: { request: string }): Record<string, unknown> =>
  JSON.parse(readFileSync(sharedPath('captures', row.request), 'utf8')) as Record<string, unknown>

export const targetOf = ({ provider, model, api }: Exchange) => ({ provider, model, wire: api })

/** Whom a response is from, as its reader is told. */
export const sourceOf = ({ provider, model }: Exchange) => ({ provider, model })

/** The parts of a recorded response, as its reader gives them. */
export function partsOf(wire: WireFormat, row: Exchange): readonly Part[] {
  const text = String(bodyOf(row))
  const source = sourceOf(row)
  return row.format === 'json' ? wire.readResponse(JSON.parse(text), source) : atOnce(wire, row.format as Framing).readText(text, source)
}

/** The next turn as it would be built: the recorded messages, but with our own record of what the model said. */
export function nextTurn(
  wire: WireFormat,
  row: Exchange & { request: string },
  next: Exchange & { request: string },
): { said: AssistantMessage; conversation: Conversation } {
  const before = wire.readRequest!(requestOf(row), targetOf(row))
  const after = wire.readRequest!(requestOf(next), targetOf(next))
  const said = messageOf(resultOf(partsOf(wire, row)), targetOf(row))
  // What the server keeps is not sent again.
  const place = after.extra?.fields.previous_interaction_id === undefined ? before.messages.length : 0
  const rest: readonly Message[] = after.messages.slice(place + (after.messages[place]?.role === 'assistant' ? 1 : 0))
  return { said, conversation: { ...after, messages: [...before.messages, said, ...rest] } }
}
