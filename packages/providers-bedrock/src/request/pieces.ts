import type { MediaSource, Piece } from '@reason/core/conversation'
import { asText, toBase64, type NotCarried } from '@reason/wire-kit'
import { POINT, pointIn, withPoint, type CachePoint } from './caching.ts'
import { WIRE } from '../wire-id.ts'
import { createTaker, extraOf, isLoose, isString, keptOf, without, type Loose } from './fields.ts'

/** Reads the content of an instruction or a tool result. */
export function readPieces(content: unknown): Piece[] {
  const pieces: Piece[] = []
  for (const block of Array.isArray(content) ? (content as unknown[]) : []) addPiece(pieces, block)
  return pieces
}

/** Adds a piece. A cache point after a piece becomes a mark on that piece. */
export function addPiece(pieces: Piece[], block: unknown): void {
  const point = pointIn(block)
  const last = pieces.at(-1)
  const takesMark = last !== undefined && last.type !== 'native' && last.cache === undefined && !(last.type === 'text' && isBlank(last))
  if (point !== undefined && takesMark) pieces[pieces.length - 1] = withPoint(last, point)
  else pieces.push(readPiece(block))
}

/** True for blank text. Bedrock refuses it everywhere, so it is left out. */
const isBlank = ({ text }: { text: string }): boolean => text.trim() === ''

/** Reads a block: an object with one key, which names its kind. */
export function readPiece(block: unknown): Piece {
  const native: Piece = { type: 'native', wire: WIRE, value: block }
  if (!isLoose(block)) return native
  const from = createTaker(block)
  const text = from.take('text', isString)
  if (text !== undefined) return { type: 'text', text, ...from.rest() }
  // Other formats accept results only as text.
  if (block.json !== undefined) return { type: 'text', text: asText(block.json), ...extraOf(Object.entries(block)) }
  for (const [key, type] of media) {
    const value = block[key]
    const piece = isLoose(value) && Object.keys(block).length === 1 ? readMedia(type, value) : undefined
    if (piece !== undefined) return piece
  }
  return native
}

const media = [
  ['image', 'image'],
  ['document', 'file'],
  ['audio', 'audio'],
] as const

/** Reads an image, file or audio. Undefined if no other API has its format or source; the value is then kept unchanged. */
function readMedia(type: 'image' | 'file' | 'audio', value: Loose): Piece | undefined {
  const from = createTaker(value)
  const format = from.take('format', isString)
  const sourceFields = from.take('source', isLoose)
  const source = format === undefined || sourceFields === undefined ? undefined : readSource(sourceFields, mediaTypeOf(type, format))
  if (source === undefined) return undefined
  const name = type === 'file' ? from.take('name', isString) : undefined
  return { type, source, ...(name !== undefined && { name }), ...from.rest({ format }) }
}

function readSource(source: Loose, mediaType: string): MediaSource | undefined {
  if (Object.keys(source).length !== 1) return undefined
  const { bytes, s3Location } = source
  if (isString(bytes)) return { type: 'data', data: bytes, mediaType }
  if (bytes instanceof Uint8Array) return { type: 'data', data: toBase64(bytes), mediaType }
  const uri = isLoose(s3Location) && Object.keys(s3Location).length === 1 ? s3Location.uri : undefined
  return isString(uri) ? { type: 'url', url: uri, mediaType } : undefined
}

/** Document formats whose name is no media subtype. */
const mediaTypes: Readonly<Record<string, string>> = {
  pdf: 'application/pdf',
  txt: 'text/plain',
  md: 'text/markdown',
  html: 'text/html',
  csv: 'text/csv',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
}

function mediaTypeOf(type: 'image' | 'file' | 'audio', format: string): string {
  if (type === 'file') return Object.hasOwn(mediaTypes, format) ? mediaTypes[format]! : `application/${format}`
  return `${type}/${format}`
}

function formatOf(type: 'image' | 'file' | 'audio', mediaType: string): string | undefined {
  if (type === 'image')
    return /^image\/(?:png|jpe?g|gif|webp)$/i.test(mediaType) ? mediaType.slice(6).toLowerCase().replace('jpg', 'jpeg') : undefined
  if (type === 'audio') return mediaType.startsWith('audio/') ? mediaType.slice(6) : undefined
  const known = Object.entries(mediaTypes).find(([, value]) => value === mediaType)?.[0]
  return known ?? (/^(?:text\/|application\/(?:json|xml|yaml|x-yaml|javascript|x-ndjson|toml)\b)/i.test(mediaType) ? 'txt' : undefined)
}

/**
 * Creates a writer of pieces as blocks. Documents get unique names within the request.
 *
 * @param cachePoint - Returns the blocks after a piece. Default: none.
 */
export function createPieceWriter(notCarried: NotCarried): (pieces: readonly Piece[], cachePoint?: CachePoint) => unknown[] {
  const names = new Set<string>()
  /** Number that is tried first for a name. Documents without names all have the same. */
  const next = new Map<string, number>()
  return (pieces, cachePoint = () => []) =>
    pieces.flatMap((piece) => {
      const block = writePiece(piece)
      if (block === undefined) return []
      return piece.type === 'native' ? [block] : [block, ...cachePoint(piece)]
    })

  /** @returns Undefined for a piece that the format has no place for. */
  function writePiece(piece: Piece): unknown {
    if (piece.type === 'text') {
      const kept = keptOf(piece)
      if (kept.json !== undefined && asText(kept.json) === piece.text) return { json: kept.json }
      return isBlank(piece) ? undefined : { text: piece.text, ...without(kept, 'json', POINT) }
    }
    if (piece.type !== 'native') return writeMedia(piece)
    if (piece.wire === WIRE) return piece.value
    notCarried('native pieces of other formats')
    return undefined
  }

  function writeMedia(piece: Piece & { type: 'image' | 'file' | 'audio' }): unknown {
    const { type, source, name } = piece
    const { format: kept, [POINT]: _, ...fields } = keptOf(piece)
    const mediaType = source.type === 'id' ? undefined : source.mediaType
    const format = kept ?? (mediaType === undefined ? undefined : formatOf(type, mediaType))
    if (source.type === 'id' || (source.type === 'url' && !source.url.startsWith('s3://'))) {
      notCarried('media by reference, other than in S3: give the bytes')
      return undefined
    }
    if (format === undefined) {
      notCarried('media of a type that has no format there')
      return undefined
    }
    const [key] = media.find(([, one]) => one === type)!
    const title = type !== 'file' ? undefined : kept === undefined ? freeName(name) : name
    if (title !== undefined) names.add(title)
    return {
      [key]: {
        format,
        ...(title !== undefined && { name: title }),
        source: source.type === 'url' ? { s3Location: { uri: source.url } } : { bytes: source.data },
        ...fields,
      },
    }
  }

  function freeName(name: string | undefined): string {
    const plain = fileName(name)
    let free = plain
    let n = next.get(plain) ?? 2
    for (; names.has(free); n++) free = `${plain} ${n}`
    next.set(plain, n)
    return free
  }
}

/** Cleans the required name of a document, which must not have dots or slashes. */
const fileName = (name = 'document'): string =>
  name
    .replaceAll(/[^A-Za-z0-9\s\-()[\]]+/g, ' ')
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, 190)
    .trim() || 'document'
