import type { MediaSource, Piece } from '@reason/core/conversation'
import { cacheOf, isLoose, isText, readMediaUrl, type Loose, type NotCarried } from '@reason/wire-kit'
import { audioFormat, audioType, fileName, imageDetail, writeMediaUrl } from '../../shared/media.ts'
import { WIRE } from '../wire.ts'
import { isFromHere, keep, kept } from './extra.ts'

/** Reads input content. A piece of a list has `extra`, which may be empty; a plain string has none. */
export const readPieces = (content: string | readonly unknown[]): Piece[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : content.map(readPiece)

function readPiece(part: unknown): Piece {
  const read = isLoose(part) && typeof part.type === 'string' ? readers[part.type]?.(part) : undefined
  return read === undefined ? { type: 'native', wire: WIRE, value: part } : { ...read, ...cacheOf(part as Loose) }
}

const readText = (part: Loose): Piece | undefined =>
  typeof part.text === 'string'
    ? { type: 'text', text: part.text, extra: keep(part, part.type === 'input_text' ? ['type', 'text'] : ['text']) }
    : undefined

/** Readers by part type. Undefined for an invalid part. */
const readers: Readonly<Record<string, (part: Loose) => Piece | undefined>> = Object.assign(Object.create(null), {
  input_text: readText,
  // Part type of Chat Completions clients, which some servers accept.
  text: readText,
  output_text: readText,

  // Chat Completions nests the URL.
  image_url(part) {
    const url = isLoose(part.image_url) ? part.image_url.url : part.image_url
    return isText(url) ? { type: 'image', source: readMediaUrl(url) } : undefined
  },

  input_image(part) {
    if (isText(part.image_url)) {
      return { type: 'image', source: readMediaUrl(part.image_url), extra: keep(part, ['type', 'image_url']) }
    }
    if (!isText(part.file_id)) return undefined
    return { type: 'image', source: { type: 'id', id: part.file_id }, extra: keep(part, ['type', 'file_id']) }
  },

  input_file(part) {
    const source = readFileSource(part)
    if (source === undefined) return undefined
    const [field, value] = source
    const isPlain = field === 'file_data' && value.type !== 'data'
    return {
      type: 'file',
      source: isPlain ? { type: 'data', data: part.file_data as string, mediaType: 'application/octet-stream' } : value,
      ...(isText(part.filename) && { name: part.filename }),
      // Base64 data without a media type is written back unchanged.
      extra: keep(part, ['type', ...(isPlain ? [] : [field]), ...(isText(part.filename) ? ['filename'] : [])]),
    }
  },

  input_audio(part) {
    const audio = part.input_audio
    if (!isLoose(audio) || !isText(audio.data) || !isText(audio.format) || Object.keys(audio).length > 2) return undefined
    return {
      type: 'audio',
      source: { type: 'data', data: audio.data, mediaType: audioType(audio.format) },
      extra: keep(part, ['type', 'input_audio']),
    }
  },
} satisfies Record<string, (part: Loose) => Piece | undefined>)

function readFileSource({ file_data: data, file_url: url, file_id: id }: Loose): [string, MediaSource] | undefined {
  if (isText(data)) return ['file_data', readMediaUrl(data)]
  if (isText(url)) return ['file_url', { type: 'url', url }]
  return isText(id) ? ['file_id', { type: 'id', id }] : undefined
}

/** Writes the parts of a message or of a tool's output. A single text becomes a string. */
export function writePieces(pieces: readonly Piece[], notCarried: NotCarried): string | unknown[] {
  const [only] = pieces
  if (pieces.length === 1 && only!.type === 'text' && !isFromHere(only!)) return only!.text
  return pieces.flatMap((piece) => writePiece(piece, notCarried))
}

function writePiece(piece: Piece, notCarried: NotCarried): unknown[] {
  if (piece.type === 'native') {
    if (piece.wire === WIRE) return [piece.value]
    notCarried(`content that only ${piece.wire} knows`)
    return []
  }
  const extra = kept(piece.extra)
  if (piece.type === 'text') return [{ type: 'input_text', text: piece.text, ...extra }]
  const { source } = piece
  const url = writeMediaUrl(source)
  if (piece.type === 'image') {
    const where = source.type === 'id' ? { file_id: source.id } : { image_url: url }
    return [{ type: 'input_image', ...(!isFromHere(piece) && { detail: imageDetail(piece) ?? 'auto' }), ...where, ...extra }]
  }
  if (piece.type === 'audio') {
    if (source.type === 'data')
      return [{ type: 'input_audio', input_audio: { data: source.data, format: audioFormat(source.mediaType) }, ...extra }]
    notCarried('audio that is not in the request itself')
    return []
  }
  const where = source.type === 'id' ? { file_id: source.id } : source.type === 'url' ? { file_url: url } : { file_data: url }
  // A file inside the request has to have a name.
  const name = isFromHere(piece) ? piece.name : fileName(piece.name, source)
  return [{ type: 'input_file', ...(name !== undefined && { filename: name }), ...where, ...extra }]
}
