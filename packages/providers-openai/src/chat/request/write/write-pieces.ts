import type { Piece } from '@reason/core/conversation'
import { asLoose, cacheControl, fileAsText } from '@reason/wire-kit'
import { audioFormat, fileName, imageDetail, writeMediaUrl } from '../../../shared/media.ts'
import { WIRE } from '../../wire-id.ts'
import { isFromHere, kept } from '../fields.ts'
import type { DialectRequestFacts } from '../../dialect/request-facts.ts'

export interface PieceContext {
  facts: DialectRequestFacts
  /** Whether the message came in this format. Its cache marks then stay where the client wrote them. */
  isOwn: boolean
  notCarried(what: string): void
}

/** Writes pieces. A single text that did not come as an array becomes a string. Undefined if there are no pieces. */
export function writePieces(pieces: readonly Piece[], context: PieceContext): unknown {
  const [first] = pieces
  if (first === undefined) return undefined
  if (pieces.length === 1 && first.type === 'text' && !isFromHere(first) && markOf(first, context) === undefined) return first.text
  return pieces.map((piece) => writePiece(piece, context)).filter((part) => part !== undefined)
}

function writePiece(piece: Piece, context: PieceContext): unknown {
  if (piece.type === 'native') {
    if (piece.wire === WIRE) return piece.value
    context.notCarried(`content that only ${piece.wire} knows`)
    return undefined
  }
  const fields = kept(piece.extra)
  switch (piece.type) {
    case 'text':
      return { type: 'text', ...fields, text: piece.text, ...markOf(piece, context) }
    case 'image': {
      const url = writeMediaUrl(piece.source)
      if (url === undefined) {
        context.notCarried('images that a provider keeps')
        return undefined
      }
      // Other servers may not know `original`, which is OpenAI's latest word.
      const detail = imageDetail(piece) === 'original' ? 'high' : imageDetail(piece)
      const image = { ...(detail !== undefined && { detail }), ...asLoose(fields.image_url), url }
      return { type: 'image_url', ...fields, image_url: fields.image_url === '' ? url : image }
    }
    case 'audio': {
      const { source } = piece
      if (fields.type === 'audio_url') {
        const url = writeMediaUrl(source)
        return { ...fields, audio_url: fields.audio_url === '' ? url : { ...asLoose(fields.audio_url), url } }
      }
      if (source.type !== 'data') {
        context.notCarried('audio that is not in the request')
        return undefined
      }
      return {
        type: 'input_audio',
        ...fields,
        input_audio: { ...asLoose(fields.input_audio), data: source.data, format: audioFormat(source.mediaType) },
      }
    }
    case 'file':
      return writeFile(piece, context)
  }
}

function markOf({ cache }: Extract<Piece, { type: 'text' }>, { facts, isOwn }: PieceContext): { cache_control?: unknown } | undefined {
  return facts.cacheControl !== true || cache === undefined || isOwn ? undefined : cacheControl(cache)
}

function writeFile(piece: Exclude<Piece, { type: 'text' | 'native' }>, { facts, notCarried }: PieceContext): unknown {
  const { source, name, extra } = piece
  const fields = kept(extra)
  const isOurs = isFromHere(piece)
  // OpenAI refuses files other than PDF here, and many servers accept no files at all.
  const text = isOurs ? undefined : fileAsText(piece, notCarried)
  if (text !== undefined) return { type: 'text', text }
  const url = writeMediaUrl(source)
  if (url !== undefined && (fields.type === 'document_url' || facts.fileUrl === 'document_url')) {
    return { ...fields, type: 'document_url', document_url: url, ...(name !== undefined && { document_name: name }) }
  }
  const ended = isOurs ? name : fileName(name, source)
  const file = { ...asLoose(fields.file), ...(ended !== undefined && { filename: ended }) }
  if (source.type === 'id') return { type: 'file', ...fields, file: { ...file, file_id: source.id } }
  if (source.type === 'url' && !isOurs && facts.fileUrl !== 'file_data') {
    notCarried('files by URL')
    return undefined
  }
  // OpenAI requires a filename beside the data.
  return { type: 'file', ...fields, file: { ...(isOurs ? {} : { filename: 'file' }), ...file, file_data: url } }
}
