import type { MediaSource, Piece } from '@reason/core/conversation'
import { fromBase64 } from '../values/base64.ts'
import type { NotCarried } from '../values/not-carried.ts'

/**
 * Converts a plain text file to text, for formats without files. Undefined if the file is not text, not contained in the
 * request, or unreadable.
 *
 * @param notCarried - Called for each file that became a text.
 */
export function fileAsText(piece: Piece, notCarried: NotCarried): string | undefined {
  if (piece.type !== 'file') return undefined
  const text = textOf(piece.source)
  if (text === undefined) return undefined
  notCarried('files of text as such (they were sent as text)')
  return piece.name === undefined ? text : `${piece.name}:\n\n${text}`
}

function textOf(source: MediaSource): string | undefined {
  if (source.type !== 'data' || !textTypes.test(source.mediaType)) return undefined
  if (source.text !== undefined) return source.text
  const bytes = fromBase64(source.data)
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const textTypes = /^(?:text\/|application\/(?:json|xml|yaml|x-yaml|javascript|x-ndjson|toml)\b)/i
