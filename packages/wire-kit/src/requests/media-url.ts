import type { MediaSource } from '@reason/core/conversation'

/** Reads a URL of a request. Only the plain form of a `data:` URL is split, so that it can be rebuilt exactly. */
export function readMediaUrl(url: string): MediaSource {
  const [start, mediaType] = /^data:([^;,]+);base64,/.exec(url) ?? []
  return start === undefined ? { type: 'url', url } : { type: 'data', mediaType: mediaType!, data: url.slice(start.length) }
}
