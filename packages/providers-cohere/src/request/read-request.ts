import type { Item } from '@reason/core/result'
import type { WireSource } from '@reason/core/wire'
import type { AssistantMessage, Conversation, Issuer, Message, Piece } from '@reason/core/conversation'
import { asText, isFunctionCall, isLoose, isText, readMediaUrl, type Loose } from '@reason/wire-kit'
import { WIRE } from '../wire.ts'
import { keep, readBody, readCall, toExtra } from './fields.ts'
import { readKnobs } from './knobs.ts'
import { readSettings } from './settings.ts'

/**
 * Reads the body of a Chat v2 request. `extra` keeps the settings as they were written.
 *
 * @throws {TypeError} for a body that is no object. Any content of the object is accepted.
 */
export const readCohereRequest = (body: unknown, source: WireSource = {}): Conversation =>
  readBody(body, 'a Cohere request', source, { message: readMessage, knobs: readKnobs, settings: readSettings })

function readMessage(message: Loose, issuer: Issuer): Message {
  const { role, content } = message
  if (role === 'assistant') return readAssistant(message, issuer)
  const isRead = isText(content) || (Array.isArray(content) && content.length > 0)
  const pieces = isText(content) ? [{ type: 'text' as const, text: content }] : Array.isArray(content) ? content.map(readPiece) : []
  const read = isRead ? ['content'] : []
  if (role === 'system' || role === 'developer') return { role, content: pieces, extra: toExtra(keep(message, ['role', ...read])) }
  if (role === 'tool') {
    const call = isText(message.tool_call_id) ? message.tool_call_id : undefined
    const fields = keep(message, ['role', ...read, ...(call === undefined ? [] : ['tool_call_id'])])
    return { role, ...(call !== undefined && { call }), content: pieces, extra: toExtra(fields) }
  }
  return { role: 'user', content: pieces, extra: toExtra(keep(message, [...(role === 'user' ? ['role'] : []), ...read])) }
}

/** Reads a piece. A piece of a list has `extra`, which may be empty; a plain string has none. */
function readPiece(part: unknown): Piece {
  const native: Piece = { type: 'native', wire: WIRE, value: part }
  if (!isLoose(part)) return native
  if (part.type === 'text' && typeof part.text === 'string')
    return { type: 'text', text: part.text, extra: toExtra(keep(part, ['type', 'text'])) }
  const { image_url: image, document } = part
  if (part.type === 'image_url' && isLoose(image) && isText(image.url)) {
    return {
      type: 'image',
      source: readMediaUrl(image.url),
      extra: toExtra({ ...keep(part, ['type', 'image_url']), $image: keep(image, ['url']) }),
    }
  }
  if (part.type !== 'document' || !isLoose(document) || !isLoose(document.data)) return native
  // Other formats have no documents, and get the data as JSON text.
  return {
    type: 'text',
    text: asText(document.data),
    extra: toExtra({ ...keep(part, ['type', 'document']), $document: keep(document, ['data']) }),
  }
}

function readAssistant(message: Loose, issuer: Issuer): AssistantMessage {
  const { content, tool_plan: plan, tool_calls: calls } = message
  const items: Item[] = []
  const shape: Loose[] = []
  const isList = Array.isArray(content) && content.length > 0
  if (isText(content)) items.push({ type: 'block', channel: 'answer', text: content, boundary: 'wire' })
  for (const part of isList ? (content as unknown[]) : []) {
    const field = isLoose(part) && (part.type === 'thinking' || part.type === 'text') ? part.type : undefined
    const text = field === undefined ? undefined : (part as Loose)[field]
    if (field === undefined || !isText(text)) {
      shape.push({ raw: part })
      continue
    }
    shape.push({ item: items.length, part: keep(part as Loose, [field]) })
    items.push({
      type: 'block',
      channel: field === 'thinking' ? 'reasoning' : 'answer',
      ...(field === 'thinking' && { kind: 'raw' as const }),
      text,
      boundary: 'wire',
    })
  }
  if (isText(plan)) items.push({ type: 'block', channel: 'commentary', text: plan, boundary: 'wire' })
  const areCalls = Array.isArray(calls) && calls.length > 0 && calls.every(isFunctionCall)
  const records: Loose[] = []
  for (const call of areCalls ? calls : []) {
    const { item, record } = readCall(call, items.length, (value) => typeof value === 'string')
    items.push(item)
    records.push(record)
  }
  const read = [
    'role',
    ...(isText(content) || isList ? ['content'] : []),
    ...(isText(plan) ? ['tool_plan'] : []),
    ...(areCalls ? ['tool_calls'] : []),
  ]
  const notes = { ...(isList && { $content: shape }), ...(areCalls && { $calls: records }) }
  return { role: 'assistant', items, origin: issuer, extra: toExtra({ ...keep(message, read), ...notes }) }
}
