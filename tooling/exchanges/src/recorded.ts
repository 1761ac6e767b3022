import { existsSync, readFileSync } from 'node:fs'
import type { AssistantMessage, Conversation, Message } from '@reason/core/conversation'
import { messageOf } from '@reason/core/conversation'
import type { Framing } from '@reason/core/framing'
import type { Part, WireFormat } from '@reason/core'
import { shared, sharedPath } from '@reason/testkit/shared'
import { atOnce } from './at-once.ts'
import { resultOf } from './outline.ts'

/** The fields of a recorded exchange that tests of requests read. */
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

/** The rows of an index of recordings for one format. Empty if the recordings are absent. */
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

/** Provider and model of a response, as options for its reader. */
export const sourceOf = ({ provider, model }: Exchange) => ({ provider, model })

/** The parts that the reader gives for a recorded response. */
export function partsOf(wire: WireFormat, row: Exchange): readonly Part[] {
  const text = String(bodyOf(row))
  const source = sourceOf(row)
  return row.format === 'json' ? wire.readResponse(JSON.parse(text), source) : atOnce(wire, row.format as Framing).readText(text, source)
}

/** Builds the next turn from the recorded messages, but with the model's message as our reader gives it. */
export function nextTurn(
  wire: WireFormat,
  row: Exchange & { request: string },
  next: Exchange & { request: string },
): { said: AssistantMessage; conversation: Conversation } {
  const before = wire.readRequest!(requestOf(row), targetOf(row))
  const after = wire.readRequest!(requestOf(next), targetOf(next))
  const said = messageOf(resultOf(partsOf(wire, row)), targetOf(row))
  // A request that continues a stored interaction does not repeat the earlier messages.
  const place = after.extra?.fields.previous_interaction_id === undefined ? before.messages.length : 0
  const rest: readonly Message[] = after.messages.slice(place + (after.messages[place]?.role === 'assistant' ? 1 : 0))
  return { said, conversation: { ...after, messages: [...before.messages, said, ...rest] } }
}
