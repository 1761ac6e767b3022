import type { MediaSource, Piece } from '@reason/core/conversation'
import { fromBase64, isLoose } from '@reason/wire-kit'

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
export const subtypeOf = (mediaType: string): string => mediaType.slice(mediaType.indexOf('/') + 1).split(/[+;]/, 1)[0]!

/** What a file of plain text says, in whatever text format. Undefined: it is no text, is not in the request, or cannot be read. */
export function textOfFile(source: MediaSource): string | undefined {
  if (source.type !== 'data' || !textTypes.test(source.mediaType)) return undefined
  const bytes = fromBase64(source.data)
  try {
    return bytes && new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}

const textTypes = /^(?:text\/|application\/(?:json|xml|yaml|x-yaml|javascript|x-ndjson|toml)\b)/i

const audioNames = new Map([
  ['mpeg', 'mp3'],
  ['x-mp3', 'mp3'],
  ['x-wav', 'wav'],
  ['wave', 'wav'],
  ['vnd.wave', 'wav'],
])

const dataUrl = /^data:([^;,]+);base64,/
