import type { Conversation } from '@reason/core/conversation'
import { isSame, readMetadata, type Loose, type NotCarried } from '@reason/wire-kit'

/** Limits of metadata. AWS refuses more entries, longer ones, and other characters. */
const most = 16
const name = /^[a-zA-Z0-9\s:_@$#=/+,.-]{1,256}$/
const value = /^[a-zA-Z0-9\s:_@$#=/+,.-]{0,256}$/

/** @param kept - Fields as they were read. Metadata in them stays unchanged if it matches the request. */
export function writeMetadata({ metadata }: Conversation, kept: Loose, missing: NotCarried): { requestMetadata?: unknown } {
  if (isSame(metadata, readMetadata(kept.requestMetadata))) return {}
  const all = Object.entries(metadata ?? {})
  const taken = all.filter((entry) => name.test(entry[0]) && value.test(entry[1])).slice(0, most)
  if (taken.length < all.length) missing('metadata that AWS refuses')
  return taken.length > 0 || kept.requestMetadata !== undefined ? { requestMetadata: Object.fromEntries(taken) } : {}
}
