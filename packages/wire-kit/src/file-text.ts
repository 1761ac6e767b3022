import type { MediaSource, Piece } from '@reason/core/conversation'
import { fromBase64 } from './base64.ts'

/**
 * A file of plain text as a text, for formats that have no place for files. Undefined: it is no file of text, is not in the request, or cannot
 * be read.
 *
 * @param notCarried - Called for each file that became a text.
 */
export function fileAsText(piece: Piece, notCarried: (what: string) => void): string | undefined {
  if (piece.type !== 'file') return undefined
  const text = textOf(piece.source)
  if (text === undefined) return undefined
  notCarried('files of text as such (they were sent as text)')
  return piece.name === undefined ? text : `${piece.name}:\n\n${text}`
}

function textOf(source: MediaSource): string | undefined {
  if (source.type !== 'data' || !textTypes.test(source.mediaType)) return undefined
  const bytes = fromBase64(source.data)
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const textTypes = /^(?:text\/|application\/(?:json|xml|yaml|x-yaml|javascript|x-ndjson|toml)\b)/i
