import type { Piece } from '@reason/core/conversation'
import { cacheOf, isLoose, isText, readMediaUrl, type Loose } from '@reason/wire-kit'
import { audioType } from '../../../shared/media.ts'
import { WIRE } from '../../wire-id.ts'
import { keep } from '../fields.ts'

/**
 * Reads the content of an instruction, a user message or a tool result. A piece of an array has `extra`, which may be
 * empty; a plain string has none.
 */
export function readPieces(content: unknown): Piece[] {
  if (isText(content)) return [{ type: 'text', text: content }]
  return Array.isArray(content) ? content.map(readPiece) : []
}

function readPiece(part: unknown): Piece {
  if (!isLoose(part)) return { type: 'native', wire: WIRE, value: part }
  const piece = readers.get(part.type)?.(part)
  return piece === undefined ? { type: 'native', wire: WIRE, value: part } : { ...piece, ...cacheOf(part) }
}

/** Readers by part type. Undefined for an invalid part. Fields that the piece lacks stay in its `extra`. */
const readers: ReadonlyMap<unknown, (part: Loose) => Piece | undefined> = new Map(
  Object.entries({
    text: readText,
    // Names of the Responses API, which some clients and servers also use here.
    input_text: readText,
    output_text: readText,
    input_image: (part) =>
      isText(part.image_url)
        ? { type: 'image', source: readMediaUrl(part.image_url), extra: keep(part, ['type', 'image_url', 'detail']) }
        : undefined,
    input_file: (part) =>
      isText(part.file_data)
        ? {
            type: 'file',
            source: readMediaUrl(part.file_data),
            ...(isText(part.filename) && { name: part.filename }),
            extra: keep(part, ['type', 'file_data', 'filename']),
          }
        : undefined,

    // The block of Messages.
    image(part) {
      const { source } = part
      if (!isLoose(source)) return undefined
      if (source.type === 'url' && isText(source.url)) return { type: 'image', source: readMediaUrl(source.url) }
      return isText(source.data) && isText(source.media_type)
        ? { type: 'image', source: { type: 'data', data: source.data, mediaType: source.media_type } }
        : undefined
    },

    // The part of vLLM and SGLang. Of videos, only Gemini's formats know more (`videoOf`).
    audio_url(part) {
      const audio = part.audio_url
      const url = isLoose(audio) ? audio.url : audio
      if (!isText(url)) return undefined
      const { wire, fields } = keepIn(part, 'audio_url', ['url'])
      return { type: 'audio', source: readMediaUrl(url), extra: { wire, fields: { ...fields, type: 'audio_url' } } }
    },

    image_url(part) {
      const image = part.image_url
      const url = isLoose(image) ? image.url : image
      if (!isText(url)) return undefined
      return { type: 'image', source: readMediaUrl(url), extra: keepIn(part, 'image_url', ['url']) }
    },

    // Mistral's part for files by URL.
    document_url(part) {
      if (!isText(part.document_url)) return undefined
      const extra = { wire: WIRE, fields: { ...keep(part, ['document_url', 'document_name']).fields } }
      return {
        type: 'file',
        source: readMediaUrl(part.document_url),
        ...(isText(part.document_name) && { name: part.document_name }),
        extra,
      }
    },

    input_audio(part) {
      const audio = part.input_audio
      if (!isLoose(audio) || !isText(audio.data) || !isText(audio.format)) return undefined
      return {
        type: 'audio',
        source: { type: 'data', data: audio.data, mediaType: audioType(audio.format) },
        extra: keepIn(part, 'input_audio', ['data', 'format']),
      }
    },

    file(part) {
      const { file } = part
      if (!isLoose(file)) return undefined
      const name = isText(file.filename) ? { name: file.filename } : {}
      if (isText(file.file_id)) {
        return { type: 'file', source: { type: 'id', id: file.file_id }, ...name, extra: keepIn(part, 'file', ['file_id', 'filename']) }
      }
      if (!isText(file.file_data)) return undefined
      return { type: 'file', source: readMediaUrl(file.file_data), ...name, extra: keepIn(part, 'file', ['file_data', 'filename']) }
    },
  } satisfies Record<string, (part: Loose) => Piece | undefined>),
)

function readText(part: Loose): Piece | undefined {
  return typeof part.text === 'string' ? { type: 'text', text: part.text, extra: keep(part, ['type', 'text']) } : undefined
}

/** Also keeps the unknown fields inside the part's own object, and whether that object existed. */
function keepIn(part: Loose, field: string, read: readonly string[]) {
  const { wire, fields } = keep(part, ['type', field])
  const inner = part[field]
  if (!isLoose(inner)) return { wire, fields: { ...fields, [field]: '' } }
  const rest = keep(inner, read).fields
  return { wire, fields: { ...fields, ...(Object.keys(rest).length > 0 && { [field]: rest }) } }
}
