import type { MediaSource, Piece } from '@reason/core/conversation'
import { isLoose, isText, type Loose } from '@reason/core/wire-kit'
import { fieldOf, keep, restore } from '../../shared/request-fields.ts'
import { WIRE } from '../wire.ts'
import { kept, toExtra } from './extras.ts'

export function readPiece(part: unknown): Piece {
  const native: Piece = { type: 'native', wire: WIRE, value: part }
  if (!isLoose(part)) return native
  if (typeof part.text === 'string') return { type: 'text', text: part.text, extra: toExtra(keep(part, ['text'])) }
  const [inline, file] = [fieldOf(part, 'inlineData'), fieldOf(part, 'fileData')]
  if (isLoose(inline)) return readMedia(part, 'inlineData', inline) ?? native
  return (isLoose(file) && readMedia(part, 'fileData', file)) || native
}

function readMedia(part: Loose, field: 'inlineData' | 'fileData', media: Loose): Piece | undefined {
  const value = field === 'inlineData' ? media.data : fieldOf(media, 'fileUri')
  const mediaType = fieldOf(media, 'mimeType')
  if (!isText(value) || (field === 'inlineData' && !isText(mediaType))) return undefined
  const read = field === 'inlineData' ? ['data', 'mimeType'] : ['fileUri', ...(isText(mediaType) ? ['mimeType'] : [])]
  const type = isText(mediaType) ? typeOf(mediaType) : 'file'
  const inner = keep(media, read)
  const extra = toExtra({ ...keep(part, [field]), ...(Object.keys(inner).length > 0 && { [field]: inner }) })
  return { type, source: sourceOf(field, value, isText(mediaType) ? mediaType : undefined), extra }
}

function sourceOf(field: 'inlineData' | 'fileData', value: string, mediaType: string | undefined): MediaSource {
  if (field === 'inlineData') return { type: 'data', data: value, mediaType: mediaType! }
  // Only a public address means something to somebody else.
  if (isKept(value) && mediaType === undefined) return { type: 'id', id: value }
  return { type: 'url', url: value, ...(mediaType !== undefined && { mediaType }) }
}

/** A file of the Files API or of Google's storage. */
const isKept = (uri: string): boolean => /^(?:gs:|https:\/\/generativelanguage\.googleapis\.com\/|files\/)/.test(uri)

function typeOf(mediaType: string): 'image' | 'audio' | 'file' {
  const [kind] = mediaType.split('/')
  return kind === 'image' || kind === 'audio' ? kind : 'file'
}

/** @returns Undefined where it has no place. */
export function writePiece(piece: Piece, notCarried: (what: string) => void): unknown {
  if (piece.type === 'native') {
    if (piece.wire === WIRE) return piece.value
    notCarried(`content that only ${piece.wire} knows`)
    return undefined
  }
  const fields = kept(piece)
  if (piece.type === 'text') return restore(fields, { text: piece.text })
  const { source } = piece
  if (source.type === 'id' && !isKept(source.id)) {
    notCarried('files that another provider keeps')
    return undefined
  }
  const field = source.type === 'data' ? 'inlineData' : 'fileData'
  const { inlineData, fileData, ...rest } = fields
  const inner = field === 'inlineData' ? inlineData : fileData
  return restore(rest, { [field]: restore(isLoose(inner) ? inner : {}, valuesOf(source)) })
}

function valuesOf(source: MediaSource): Loose {
  if (source.type === 'data') return { mimeType: source.mediaType, data: source.data }
  if (source.type === 'id') return { fileUri: source.id }
  return { fileUri: source.url, ...(source.mediaType !== undefined && { mimeType: source.mediaType }) }
}
