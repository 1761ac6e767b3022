import type { MediaSource, Piece } from '@reason/core/conversation'
import { isLoose } from '@reason/wire-kit'

/** @returns Undefined for a file that a provider stores, as it has no URL. */
export function writeMediaUrl(source: MediaSource): string | undefined {
  if (source.type === 'url') return source.url
  return source.type === 'data' ? `data:${source.mediaType};base64,${source.data}` : undefined
}

/** Returns the requested detail of an image in either format. Undefined if it is unset, or the server's choice. */
export function imageDetail({ extra }: Exclude<Piece, { type: 'native' }>): 'low' | 'high' | 'original' | undefined {
  if (extra?.wire !== 'openai-chat' && extra?.wire !== 'openai-responses') return undefined
  const { detail, image_url: image } = extra.fields
  const said = isLoose(image) ? image.detail : detail
  return said === 'low' || said === 'high' || said === 'original' ? said : undefined
}

/** Converts a media type to the audio format name of both formats: `mp3` for `audio/mpeg`. */
export const audioFormat = (mediaType: string): string => audioNames.get(subtypeOf(mediaType)) ?? subtypeOf(mediaType)

/** Converts an audio format name to its media type: `audio/mpeg` for `mp3`. */
export const audioType = (format: string): string => (format === 'mp3' ? 'audio/mpeg' : `audio/${format}`)

/** Extracts the subtype: `x-wav` from `audio/x-wav; rate=8000`. */
const subtypeOf = (mediaType: string): string => mediaType.slice(mediaType.indexOf('/') + 1).split(/[+;]/, 1)[0]!

/** Adds the extension of its type to a file's name, as OpenAI detects the type by it. A name with an extension stays. */
export function fileName(name: string | undefined, source: MediaSource): string | undefined {
  if (source.type !== 'data' || (name !== undefined && /\.\w{1,8}$/.test(name))) return name
  const subtype = subtypeOf(source.mediaType)
  const ending = endings.get(subtype) ?? subtype
  return ending === 'octet-stream' ? (name ?? 'file') : `${name ?? 'file'}.${ending}`
}

const endings = new Map([
  ['plain', 'txt'],
  ['markdown', 'md'],
  ['javascript', 'js'],
  ['x-python', 'py'],
  ['x-yaml', 'yaml'],
  ['tab-separated-values', 'tsv'],
  ['msword', 'doc'],
  ['vnd.ms-excel', 'xls'],
  ['vnd.openxmlformats-officedocument.wordprocessingml.document', 'docx'],
  ['vnd.openxmlformats-officedocument.spreadsheetml.sheet', 'xlsx'],
  ['vnd.openxmlformats-officedocument.presentationml.presentation', 'pptx'],
])

const audioNames = new Map([
  ['mpeg', 'mp3'],
  ['x-mp3', 'mp3'],
  ['x-wav', 'wav'],
  ['wave', 'wav'],
  ['vnd.wave', 'wav'],
])
