import { createHash } from 'node:crypto'
import type { Conversation, Piece } from '@reason/core/conversation'
import type { Backend } from '../generation/backend.ts'

/**
 * The routing key of a conversation without a name: a hash of its first user message, which stays the same. Only set if two upstreams
 * seal reasoning in one format. Such seals do not name their upstream, and neither upstream can read the other's. Otherwise requests with
 * the same beginning may go to different upstreams.
 */
export function affinityOf({ messages }: Conversation, backends: ReadonlyMap<string, Backend>): string | undefined {
  if (!sealAlike(backends)) return undefined
  const first = messages.find((message) => message.role === 'user')
  return (
    first &&
    createHash('sha256')
      .update(JSON.stringify(first.content.map(wordsOf)))
      .digest('base64')
  )
}

/** Leaves out fields that change between requests, such as cache markers. */
const wordsOf = (piece: Piece): unknown => (piece.type === 'text' ? piece.text : piece.type === 'native' ? piece.value : piece.source)

function sealAlike(backends: ReadonlyMap<string, Backend>): boolean {
  const formats = new Set<string>()
  for (const { wire } of backends.values()) {
    if (wire.capabilities.seals !== true) continue
    if (formats.has(wire.id)) return true
    formats.add(wire.id)
  }
  return false
}
