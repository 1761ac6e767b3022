import type { TextAdapter } from './adapter.ts'
import type { Block } from './result.ts'
import { splitText } from './split.ts'
import type { StreamContext } from './splitter.ts'

/** A piece of a stored message: a provider's plain text, a block from an earlier promotion, or anything else. */
export type StoredPiece = { type: 'text'; text: string } | Block | { type: string }

export interface StoredMessage {
  role: string
  content?: string | readonly StoredPiece[] | null
}

export type Promoted<M extends StoredMessage> = Omit<M, 'content'> & { content: StoredPiece[] }

/**
 * Turns tags inside a stored message into typed blocks. Keeps blocks and non-text pieces unchanged, so a second run changes nothing. Messages of other
 * roles than `assistant` only get the same shape.
 */
export function promote<M extends StoredMessage>(message: M, adapter: TextAdapter, context?: StreamContext): Promoted<M> {
  const pieces: readonly StoredPiece[] =
    typeof message.content === 'string' ? [{ type: 'text', text: message.content }] : (message.content ?? [])
  const content = message.role === 'assistant' ? pieces.flatMap((piece) => promotePiece(piece, adapter, context)) : [...pieces]
  return { ...message, content }
}

function promotePiece(piece: StoredPiece, adapter: TextAdapter, context?: StreamContext): StoredPiece[] {
  if (piece.type !== 'text' || !('text' in piece)) return [piece]
  return splitText(piece.text, adapter, context).items
}
