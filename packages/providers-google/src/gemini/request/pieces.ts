import type { MediaSource, Piece } from '@reason/core/conversation'
import { isLoose, isText, videoOf, type Loose } from '@reason/wire-kit'
import { asData, isKept, mediaTypeOf, type FileContext } from '../../shared/files.ts'
import { fieldOf, keep, restore } from '../../shared/request-fields.ts'
import { WIRE } from '../wire.ts'
import { isFromHere, kept, toExtra } from './extras.ts'

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
  // A source with an id has no media type.
  const isFile = field === 'fileData' && isKept(value)
  const read = [...(field === 'inlineData' ? ['data'] : ['fileUri']), ...(isText(mediaType) && !isFile ? ['mimeType'] : [])]
  const type = isText(mediaType) ? typeOf(mediaType) : 'file'
  const inner = keep(media, read)
  const extra = toExtra({ ...keep(part, [field]), ...(Object.keys(inner).length > 0 && { [field]: inner }) })
  return { type, source: isFile ? { type: 'id', id: value } : sourceOf(field, value, isText(mediaType) ? mediaType : undefined), extra }
}

function sourceOf(field: 'inlineData' | 'fileData', value: string, mediaType: string | undefined): MediaSource {
  if (field === 'inlineData') return { type: 'data', data: value, mediaType: mediaType! }
  return { type: 'url', url: value, ...(mediaType !== undefined && { mediaType }) }
}

function typeOf(mediaType: string): 'image' | 'audio' | 'file' {
  const [kind] = mediaType.split('/')
  return kind === 'image' || kind === 'audio' ? kind : 'file'
}

/** @returns Undefined if the piece has no place, or is an empty text, which Google refuses. */
export function writePiece(piece: Piece, context: FileContext): unknown {
  const { sameCloud, notCarried } = context
  if (piece.type === 'native') {
    if (piece.wire === WIRE) return piece.value
    const video = videoOf(piece)
    if (video !== undefined) return writePiece(video, context)
    notCarried(`content that only ${piece.wire} knows`)
    return undefined
  }
  const fields = kept(piece)
  if (piece.type === 'text') return piece.text === '' && !isFromHere(piece) ? undefined : restore(fields, { text: piece.text })
  const source = isFromHere(piece) ? piece.source : asData(piece.source)
  if (source.type === 'id' && !(isKept(source.id) && sameCloud)) {
    notCarried('files that another provider keeps')
    return undefined
  }
  const field = source.type === 'data' ? 'inlineData' : 'fileData'
  const { inlineData, fileData, ...rest } = fields
  const inner = field === 'inlineData' ? inlineData : fileData
  const mediaType = source.type === 'url' && !isFromHere(piece) ? (source.mediaType ?? mediaTypeOf(source.url, piece.type)) : undefined
  const values = { ...valuesOf(source), ...(mediaType !== undefined && { mimeType: mediaType }) }
  return restore(rest, { [field]: restore(isLoose(inner) ? inner : {}, values) })
}

function valuesOf(source: MediaSource): Loose {
  if (source.type === 'data') return { mimeType: source.mediaType, data: source.data }
  if (source.type === 'id') return { fileUri: source.id }
  return { fileUri: source.url, ...(source.mediaType !== undefined && { mimeType: source.mediaType }) }
}
