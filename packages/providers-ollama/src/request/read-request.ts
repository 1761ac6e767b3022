import type { Item } from '@reason/core/result'
import type { WireSource } from '@reason/core/wire'
import type { AssistantMessage, Conversation, Issuer, Message, Piece } from '@reason/core/conversation'
import { isFunctionCall, isLoose, isText, type Loose } from '@reason/wire-kit'
import { keep, readBody, readCall, toExtra } from './fields.ts'
import { readKnobs } from './knobs.ts'
import { readSettings } from './settings.ts'

/**
 * Reads the body of a chat request. `extra` keeps the settings as they were written.
 *
 * @throws {TypeError} for a body that is no object. Any content of the object is accepted.
 */
export const readOllamaRequest = (body: unknown, source: WireSource = {}): Conversation =>
  readBody(body, 'an Ollama request', source, { message: readMessage, knobs: readKnobs, settings: readSettings })

function readMessage(message: Loose, issuer: Issuer): Message {
  const { role } = message
  if (role === 'assistant') return readAssistant(message, issuer)
  const { content, images } = message
  const hasImages = Array.isArray(images) && images.length > 0 && images.every(isText)
  const read = [...(isText(content) ? ['content'] : []), ...(hasImages ? ['images'] : [])]
  const pieces: Piece[] = [
    ...(isText(content) ? [{ type: 'text' as const, text: content }] : []),
    ...(hasImages ? images.map((data): Piece => ({ type: 'image', source: { type: 'data', data, mediaType: typeOf(data) } })) : []),
  ]
  if (role === 'system') return { role, content: pieces, extra: toExtra(keep(message, ['role', ...read])) }
  if (role === 'tool') {
    const { tool_name: name, tool_call_id: call } = message
    return {
      role,
      ...(isText(call) && { call }),
      ...(isText(name) && { name }),
      content: pieces,
      extra: toExtra(keep(message, ['role', ...read, ...(isText(call) ? ['tool_call_id'] : []), ...(isText(name) ? ['tool_name'] : [])])),
    }
  }
  // An unknown role is kept for Ollama; other formats get it as `user`.
  return { role: 'user', content: pieces, extra: toExtra(keep(message, [...(role === 'user' ? ['role'] : []), ...read])) }
}

function readAssistant(message: Loose, issuer: Issuer): AssistantMessage {
  const { thinking, content, tool_calls: calls } = message
  const items: Item[] = []
  if (isText(thinking)) items.push({ type: 'block', channel: 'reasoning', kind: 'raw', text: thinking, boundary: 'wire' })
  if (isText(content)) items.push({ type: 'block', channel: 'answer', text: content, boundary: 'wire' })
  const areCalls = Array.isArray(calls) && calls.length > 0 && calls.every(isFunctionCall)
  const records: Loose[] = []
  for (const call of areCalls ? calls : []) {
    const { item, record } = readCall(call, items.length, isLoose)
    items.push(item)
    records.push(record)
  }
  const read = [
    'role',
    ...(isText(thinking) ? ['thinking'] : []),
    ...(isText(content) ? ['content'] : []),
    ...(areCalls ? ['tool_calls'] : []),
  ]
  return { role: 'assistant', items, origin: issuer, extra: toExtra({ ...keep(message, read), ...(areCalls && { $calls: records }) }) }
}

/** Detects the type of an image, because Ollama's images have none. */
function typeOf(data: string): string {
  if (data.startsWith('/9j/')) return 'image/jpeg'
  if (data.startsWith('R0lGOD')) return 'image/gif'
  return data.startsWith('UklGR') ? 'image/webp' : 'image/png'
}
