import type { MediaSource, Piece } from '@reason/core/conversation'
import { isLoose } from '@reason/wire-kit'

/** A URL as it stands in a request. Only the plain form of a `data:` URL is taken apart: it can be put together again. */
export function readMediaUrl(url: string): MediaSource {
  const match = dataUrl.exec(url)
  if (match === null) return { type: 'url', url }
  return { type: 'data', mediaType: match[1]!, data: url.slice(match[0].length) }
}

/** @returns Undefined for a file that some provider keeps: it has no URL. */
export function writeMediaUrl(source: MediaSource): string | undefined {
  if (source.type === 'url') return source.url
  return source.type === 'data' ? `data:${source.mediaType};base64,${source.data}` : undefined
}

/** How closely an image is to be looked at, as either format was told. Undefined: it was left open, or said in a word that only one of them has. */
export function imageDetail({ extra }: Exclude<Piece, { type: 'native' }>): 'low' | 'high' | undefined {
  if (extra?.wire !== 'openai-chat' && extra?.wire !== 'openai-responses') return undefined
  const { detail, image_url: image } = extra.fields
  const said = isLoose(image) ? image.detail : detail
  return said === 'low' || said === 'high' ? said : undefined
}

/** The word of both formats for a kind of audio: `mp3` for `audio/mpeg`. */
export const audioFormat = (mediaType: string): string => audioNames.get(subtypeOf(mediaType)) ?? subtypeOf(mediaType)

/** The kind of audio that the word means: `audio/mpeg` for `mp3`. */
export const audioType = (format: string): string => (format === 'mp3' ? 'audio/mpeg' : `audio/${format}`)

/** Of `audio/x-wav; rate=8000`: `x-wav`. */
const subtypeOf = (mediaType: string): string => mediaType.slice(mediaType.indexOf('/') + 1).split(/[+;]/, 1)[0]!

/** A file's name with the ending of its type, by which OpenAI tells what it is. A name that has an ending stays. */
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

const dataUrl = /^data:([^;,]+);base64,/
