import type { Conversation, Message, Piece } from '@reason/core/conversation'
import { asList, asLoose, isLoose, isText } from '@reason/wire-kit'
import { WIRE } from '../wire-id.ts'
import { keptOf } from './fields.ts'

/**
 * Converts search results, and documents made of blocks, to texts and images. Other formats have no type for them, and
 * drop native pieces.
 *
 * @see anthropics/anthropic-sdk-typescript `messages.d.ts` 1.14 (`SearchResultBlockParam`, `ContentBlockSource`)
 */
export function withBlocksAsPieces(conversation: Conversation): Conversation {
  const messages = conversation.messages.map(withPieces)
  return messages.some((message, index) => message !== conversation.messages[index]) ? { ...conversation, messages } : conversation
}

function withPieces(message: Message): Message {
  if (message.role === 'assistant' || !message.content.some((piece) => piecesOf(piece) !== undefined)) return message
  return { ...message, content: message.content.flatMap((piece) => piecesOf(piece) ?? [piece]) }
}

/** Returns the pieces of such a block, or of a file with a text about it. Undefined for any other piece. */
function piecesOf(piece: Piece): Piece[] | undefined {
  if (piece.type === 'file')
    return isText(keptOf(piece).context) ? [{ type: 'text', text: keptOf(piece).context as string }, piece] : undefined
  if (piece.type !== 'native' || piece.wire !== WIRE || !isLoose(piece.value)) return undefined
  const { type, title, source, content, context } = piece.value
  if (type === 'search_result') return headed([title, source], asList(content))
  const { type: kind, content: inner } = asLoose(source)
  if (type !== 'document' || kind !== 'content') return undefined
  return headed([title, context], typeof inner === 'string' ? [{ type: 'text', text: inner }] : asList(inner))
}

/**
 * Converts a heading and its blocks. Consecutive texts are joined, as some servers accept only one. Undefined if a block
 * is neither text nor image.
 */
function headed(heading: readonly unknown[], blocks: readonly unknown[]): Piece[] | undefined {
  const pieces: Piece[] = heading.flatMap((one) => (typeof one === 'string' && one !== '' ? [{ type: 'text', text: one }] : []))
  for (const { type, text, source } of blocks.map(asLoose)) {
    const { media_type: mediaType, data } = asLoose(source)
    if (type === 'text' && typeof text === 'string') pieces.push({ type: 'text', text })
    else if (type === 'image' && typeof data === 'string' && typeof mediaType === 'string')
      pieces.push({ type: 'image', source: { type: 'data', mediaType, data } })
    else return undefined
  }
  const joined: Piece[] = []
  for (const piece of pieces) {
    const last = joined.at(-1)
    if (last?.type === 'text' && piece.type === 'text') joined[joined.length - 1] = { type: 'text', text: `${last.text}\n${piece.text}` }
    else joined.push(piece)
  }
  return joined
}
