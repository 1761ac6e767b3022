import type { Conversation, Extra, Message, Piece } from '@reason/core/conversation'
import { asLoose, isLoose, without } from '@reason/wire-kit'
import { imageDetail } from './media.ts'

/** Settings that only OpenAI is known to accept, in both of its APIs: the path in Chat Completions, and in Responses. */
const rows: readonly (readonly [chat: string, responses: string])[] = [
  ['moderation', 'moderation'],
  ['prompt_cache_key', 'prompt_cache_key'],
  ['prompt_cache_options', 'prompt_cache_options'],
  ['prompt_cache_retention', 'prompt_cache_retention'],
  ['safety_identifier', 'safety_identifier'],
  ['service_tier', 'service_tier'],
  ['user', 'user'],
  ['verbosity', 'text.verbosity'],
]

const columns: Readonly<Record<string, 0 | 1>> = { 'openai-chat': 0, 'openai-responses': 1 }

/**
 * Converts settings of one OpenAI API that the other one has as well.
 *
 * @param wire - Format that is written.
 * @returns Settings by path, in the names of that format, and the remaining settings of the other one.
 */
export function sisterSettings(extra: Extra | undefined, wire: string, provider: string | undefined) {
  const settings: [path: string, value: unknown][] = []
  if (!isSister(extra, wire, provider)) return { settings, rest: extra }
  const [from, to] = [columns[extra.wire]!, columns[wire]!]
  let { fields } = extra
  for (const row of rows) {
    const [name, inner] = row[from].split('.') as [string, string | undefined]
    const [holder, field] = inner === undefined ? [fields, name] : [asLoose(fields[name]), inner]
    const value = holder[field]
    if (value === undefined || value === null) continue
    settings.push([row[to], value])
    fields = inner === undefined ? without(fields, name) : { ...fields, [name]: without(holder, field) }
  }
  return { settings, rest: { wire: extra.wire, fields } }
}

/** True for fields of OpenAI's other API, in a request to OpenAI. */
const isSister = (extra: Extra | undefined, wire: string, provider: string | undefined): extra is Extra =>
  provider === 'openai' && extra !== undefined && extra.wire !== wire && columns[extra.wire] !== undefined

/** Keeps cache marks, without which the mode `explicit` caches nothing, and the detail of images that came in OpenAI's other API. */
export function withSisterMarks(conversation: Conversation, wire: string, provider: string | undefined): Conversation {
  if (!isSister(conversation.extra, wire, provider)) return conversation
  const withMark = (piece: Piece): Piece => {
    if (piece.type !== 'text' && piece.type !== 'image') return piece
    const { prompt_cache_breakpoint: mark } = piece.extra?.fields ?? {}
    const detail = piece.type === 'image' ? (imageDetail(piece) ?? 'auto') : undefined
    if (!isLoose(mark) && detail !== 'original') return piece
    const look = detail === undefined ? {} : columns[wire] === 0 ? { image_url: { detail } } : { detail }
    return { ...piece, extra: { wire, fields: { ...look, ...(isLoose(mark) && { prompt_cache_breakpoint: mark }) } } } as Piece
  }
  const marked = (message: Message) => (message.role === 'assistant' ? message : { ...message, content: message.content.map(withMark) })
  return { ...conversation, messages: conversation.messages.map(marked) as Message[] }
}
