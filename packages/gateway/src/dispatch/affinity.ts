import { createHash } from 'node:crypto'
import type { Conversation, Piece } from '@reason/core/conversation'
import type { Backend } from './backend.ts'

/**
 * By what the requests of a conversation that nobody named find the upstream again to which its first one went: by the first words of its user, which
 * stay the same. Only where two upstreams seal what was thought in one format: what they seal does not say which of them it was, and neither can read
 * what the other one sealed. Elsewhere requests that begin alike need not stay together.
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

/** Without what changes from one request to the next, like marks of what is to be cached. */
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
