import type { Issuer, MediaSource, Piece, Target } from '@reason/core/conversation'
import { cacheControl, cacheOf, fromBase64, isText, type NotCarried } from '@reason/wire-kit'
import { WIRE } from '../wire-id.ts'
import { createTaker, isLoose, isString, keptOf, type Loose } from './fields.ts'
import { fileOfText } from './text-file.ts'

/** Reads the content of a user message, a tool result or an instruction: blocks, or a text. */
export function readPieces(content: unknown): Piece[] {
  if (isString(content)) return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.map(readPiece) : []
}

export function readPiece(block: unknown): Piece {
  const native: Piece = { type: 'native', wire: WIRE, value: block }
  if (!isLoose(block)) return native
  const from = createTaker(block)
  const type = from.take('type', isString)
  if (type === 'text') {
    const text = from.take('text', isString)
    return text === undefined ? native : { type, text, ...cacheOf(block), ...from.rest() }
  }
  const kind = type === 'image' ? 'image' : type === 'document' ? 'file' : undefined
  const source = kind && readSource(from.take('source', isLoose))
  if (kind === undefined || source === undefined) return native
  const title = kind === 'file' ? from.take('title', isText) : undefined
  return { type: kind, source, ...(title !== undefined && { name: title }), ...cacheOf(block), ...from.rest() }
}

/** Reads a source. Undefined for another kind or additional fields, so that the source stays unchanged. */
function readSource(source: Loose | undefined): MediaSource | undefined {
  const fields = source === undefined ? 0 : Object.keys(source).length
  if (source?.type === 'base64' && isString(source.data) && isString(source.media_type) && fields === 3) {
    return { type: 'data', data: source.data, mediaType: source.media_type }
  }
  if (source?.type === 'text' && source.media_type === 'text/plain' && isText(source.data) && fields === 3) {
    // A lone surrogate has no bytes in UTF-8. The first pattern is quick, also in megabytes.
    if (/[\ud800-\udfff]/.test(source.data) && /\p{Cs}/u.test(source.data)) return undefined
    return fileOfText(source.data)
  }
  if (source?.type === 'url' && isString(source.url) && fields === 2) return { type: 'url', url: source.url }
  if (source?.type === 'file' && isString(source.file_id) && fields === 2) return { type: 'id', id: source.file_id }
  return undefined
}

/**
 * Creates a writer of pieces as `content`, which becomes a plain string if it was one.
 *
 * @param areMarked - Whether to write the cache marks of other formats' pieces.
 */
export function createPieceWriter(target: Target, origin: Issuer | undefined, notCarried: NotCarried) {
  return (pieces: readonly Piece[], plain: boolean, areMarked: boolean): string | unknown[] => {
    const [only] = pieces
    if (plain && pieces.length === 1 && only?.type === 'text' && only.extra === undefined) return only.text.trim() === '' ? '' : only.text
    return pieces.flatMap((piece) => {
      const block = writePiece(piece)
      if (block === undefined) return []
      return areMarked && piece.type !== 'native' ? [{ ...(block as Loose), ...cacheControl(piece.cache) }] : [block]
    })
  }

  /** @returns Undefined for a piece that the format has no place for. */
  function writePiece(piece: Piece): unknown {
    if (piece.type === 'text') {
      // Anthropic refuses blank text everywhere.
      return piece.text.trim() === '' ? undefined : { type: 'text', text: piece.text, ...keptOf(piece) }
    }
    if (piece.type === 'native') {
      if (piece.wire === WIRE) return piece.value
      notCarried('native pieces of other formats')
      return undefined
    }
    if (piece.type === 'audio') {
      notCarried('audio')
      return undefined
    }
    const source = writeSource(piece)
    if (source === undefined) return undefined
    const title = piece.type === 'file' && piece.name !== undefined ? { title: piece.name } : {}
    return { type: piece.type === 'image' ? 'image' : 'document', source, ...title, ...keptOf(piece) }
  }

  function writeSource({ type, source, extra }: Piece & { type: 'image' | 'file' | 'audio' }): Loose | undefined {
    if (source.type === 'id') {
      if (isKeptElsewhere(extra?.wire)) notCarried('files that another provider keeps: give the bytes')
      else return { type: 'file', file_id: source.id }
    } else if (source.type === 'url') {
      if (/^https?:/i.test(source.url)) return { type: 'url', url: source.url }
      notCarried('media by addresses that are not of the web: give the bytes')
    } else {
      const mediaType = source.mediaType.toLowerCase() === 'image/jpg' ? 'image/jpeg' : source.mediaType
      if (type === 'image' ? images.test(mediaType) : mediaType === 'application/pdf')
        return { type: 'base64', media_type: mediaType, data: source.data }
      const text = type === 'file' && texts.test(mediaType) ? (source.text ?? decode(source.data)) : undefined
      if (text !== undefined) return { type: 'text', media_type: 'text/plain', data: text }
      notCarried(`${type === 'image' ? 'images' : 'files'} of the type ${mediaType}`)
    }
    return undefined
  }

  function isKeptElsewhere(wire: string | undefined): boolean {
    const from = origin ?? (wire === undefined ? undefined : { wire })
    if (from === undefined) return false
    return from.wire !== WIRE || (from.provider !== undefined && target.provider !== undefined && from.provider !== target.provider)
  }
}

/** Accepted image types, and document types that are sent as text. Any other document has to be PDF. */
const images = /^image\/(?:jpeg|png|gif|webp)$/i
const texts = /^(?:text\/|application\/(?:json|xml|yaml|x-yaml|javascript|x-ndjson|toml)\b)/i

/** Decodes base64 text. Undefined for invalid base64. */
function decode(base64: string): string | undefined {
  const bytes = fromBase64(base64)
  return bytes && new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}
