import type { Issuer, MediaSource } from '@reason/core/conversation'

export interface FileContext {
  /** True if files that the conversation's provider stores are available to the target. */
  sameCloud: boolean
  notCarried(what: string): void
}

/** True if a URL is a file of the Files API or of Google's storage, which no other provider can read. */
export const isKept = (uri: string): boolean => /^(?:gs:|https:\/\/generativelanguage\.googleapis\.com\/|files\/)/.test(uri)

/** Whether two issuers are one cloud: clouds cannot read each other's files. An unknown field counts as equal. */
export const isSameCloud = (origin: Issuer | undefined, target: Issuer): boolean =>
  (['provider', 'upstream'] as const).every(
    (field) => origin?.[field] === undefined || target[field] === undefined || origin[field] === target[field],
  )

/** Converts a data URL to data. */
export function asData(source: MediaSource): MediaSource {
  const match = source.type === 'url' ? /^data:([^;,]+)(?:;[^;,]+)*;base64,/.exec(source.url) : null
  if (match === null || source.type !== 'url') return source
  return { type: 'data', mediaType: match[1]!, data: source.url.slice(match[0].length) }
}

const types: Readonly<Record<string, string>> = {
  gif: 'image/gif',
  heic: 'image/heic',
  jpeg: 'image/jpeg',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  flac: 'audio/flac',
  mp3: 'audio/mpeg',
  ogg: 'audio/ogg',
  wav: 'audio/wav',
  mov: 'video/quicktime',
  mp4: 'video/mp4',
  webm: 'video/webm',
  csv: 'text/csv',
  html: 'text/html',
  md: 'text/markdown',
  pdf: 'application/pdf',
  txt: 'text/plain',
}

/** Guesses the media type of a URL. Google requires a media type, except for YouTube videos, and accepts a wrong type of image. */
export function mediaTypeOf(url: string, kind: 'image' | 'audio' | 'file'): string | undefined {
  if (/^https?:\/\/(?:[\w-]+\.)*(?:youtube\.com|youtu\.be)\//.test(url)) return undefined
  const [path = ''] = url.split(/[?#]/, 1)
  const ending = /\.(\w+)$/.exec(path)?.[1]?.toLowerCase()
  const type = ending !== undefined && Object.hasOwn(types, ending) ? types[ending] : undefined
  return type ?? (kind === 'image' ? 'image/jpeg' : kind === 'audio' ? 'audio/mpeg' : undefined)
}
