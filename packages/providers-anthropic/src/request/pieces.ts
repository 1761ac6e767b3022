import type { MediaSource, Piece } from '@reason/core/conversation'
import { isText } from '@reason/core/wire-kit'
import { WIRE } from '../wire-id.ts'
import { createTaker, isLoose, isString, keptOf, type Loose } from './fields.ts'

/** Content of a user, a tool or an instruction: blocks, or a text. */
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
    return text === undefined ? native : { type, text, ...from.rest() }
  }
  const kind = type === 'image' ? 'image' : type === 'document' ? 'file' : undefined
  const source = kind && readSource(from.take('source', isLoose))
  if (kind === undefined || source === undefined) return native
  const title = kind === 'file' ? from.take('title', isText) : undefined
  return { type: kind, source, ...(title !== undefined && { name: title }), ...from.rest() }
}

/** Undefined: a source of another kind, or with more in it, which is kept as it is. */
function readSource(source: Loose | undefined): MediaSource | undefined {
  const fields = source === undefined ? 0 : Object.keys(source).length
  if (source?.type === 'base64' && isString(source.data) && isString(source.media_type) && fields === 3) {
    return { type: 'data', data: source.data, mediaType: source.media_type }
  }
  if (source?.type === 'url' && isString(source.url) && fields === 2) return { type: 'url', url: source.url }
  if (source?.type === 'file' && isString(source.file_id) && fields === 2) return { type: 'id', id: source.file_id }
  return undefined
}

/** @returns Undefined for what the format has no place for. */
function writePiece(piece: Piece, notCarried: (what: string) => void): unknown {
  switch (piece.type) {
    case 'text':
      // An empty text is refused wherever it stands.
      return piece.text === '' ? undefined : { type: 'text', text: piece.text, ...keptOf(piece) }
    case 'native':
      if (piece.wire === WIRE) return piece.value
      notCarried('native pieces of other formats')
      return undefined
    case 'audio':
      notCarried('audio')
      return undefined
    case 'image':
      return { type: 'image', source: writeSource(piece.source), ...keptOf(piece) }
    case 'file':
      return {
        type: 'document',
        source: textSource(piece.source) ?? writeSource(piece.source),
        ...(piece.name !== undefined && { title: piece.name }),
        ...keptOf(piece),
      }
  }
}

function writeSource(source: MediaSource): Loose {
  if (source.type === 'url') return { type: 'url', url: source.url }
  if (source.type === 'id') return { type: 'file', file_id: source.id }
  return { type: 'base64', media_type: source.mediaType, data: source.data }
}

/** Documents in base64 are PDF alone; plain text goes as text. */
function textSource(source: MediaSource): Loose | undefined {
  if (source.type !== 'data' || !source.mediaType.startsWith('text/')) return undefined
  try {
    const bytes = Uint8Array.from(atob(source.data), (character) => character.charCodeAt(0))
    return { type: 'text', media_type: 'text/plain', data: new TextDecoder().decode(bytes) }
  } catch {
    return undefined
  }
}

/** Pieces as `content`: the plain string where it was one. */
export function writeContent(pieces: readonly Piece[], plain: boolean, notCarried: (what: string) => void): string | unknown[] {
  const [only] = pieces
  if (plain && pieces.length === 1 && only?.type === 'text' && only.extra === undefined) return only.text
  return pieces.map((piece) => writePiece(piece, notCarried)).filter((block) => block !== undefined)
}
