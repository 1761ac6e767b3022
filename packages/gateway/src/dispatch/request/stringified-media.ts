import type { Conversation, Piece, ToolMessage } from '@reason/core/conversation'
import { asObject, isObject, parseJson, type Json } from '../../json.ts'

/** Signs of an image in a text. Most tool results have none and are not parsed. */
const sign = /data:image\/|"(?:input_image|image_url|image)"/

/**
 * Replaces tool results that are the JSON text of a list with images by that list. As text, an image of 1 MB would be a million tokens.
 * Recognises lists of Responses, Chat Completions, Messages and MCP, and whole results of MCP. With anything else in it, a result stays a text.
 */
export function withStringifiedMedia(conversation: Conversation): Conversation {
  const messages = conversation.messages.map((message) => (message.role === 'tool' ? withMedia(message) : message))
  return messages.every((message, index) => message === conversation.messages[index]) ? conversation : { ...conversation, messages }
}

function withMedia(message: ToolMessage): ToolMessage {
  const [only, ...more] = message.content
  const pieces = only?.type === 'text' && more.length === 0 ? piecesIn(only.text) : undefined
  return pieces === undefined ? message : { ...message, content: pieces }
}

function piecesIn(text: string): Piece[] | undefined {
  if (!/^\s*[[{]/.test(text) || !sign.test(text)) return undefined
  const parsed = parseJson(text)
  const parts: unknown = isObject(parsed) && isResult(parsed) ? parsed['content'] : parsed
  if (!Array.isArray(parts)) return undefined
  const pieces = parts.map((part: unknown) => (isObject(part) ? pieceOf(part) : undefined))
  const isMedia = pieces.every((piece) => piece !== undefined) && pieces.some((piece) => piece.type === 'image')
  return isMedia ? pieces : undefined
}

/** True for a result of MCP that has nothing besides its content. */
const isResult = (value: Json): boolean =>
  Object.entries(value).every(([name, field]) => name === 'content' || (name === 'isError' && field === false))

function pieceOf(part: Json): Piece | undefined {
  const { type, text, image_url: image, source, data, mimeType } = part
  if (type === 'text' || type === 'input_text' || type === 'output_text')
    return typeof text === 'string' ? { type: 'text', text } : undefined
  if (type === 'input_image') return typeof image === 'string' ? imageAt(image) : undefined
  if (type === 'image_url') return imageAt(asObject(image)['url'])
  if (type !== 'image') return undefined
  const { type: kind, data: inner, media_type: mediaType, url } = asObject(source)
  if (kind === 'url') return imageAt(url)
  if (kind === 'base64') return imageOf(inner, mediaType)
  return imageOf(data, mimeType)
}

function imageAt(url: unknown): Piece | undefined {
  if (typeof url !== 'string') return undefined
  const [, mediaType, data] = /^data:([\w/.+-]+);base64,(.*)$/s.exec(url) ?? []
  if (data !== undefined) return imageOf(data, mediaType)
  return /^https?:\/\//.test(url) ? { type: 'image', source: { type: 'url', url } } : undefined
}

const imageOf = (data: unknown, mediaType: unknown): Piece | undefined =>
  typeof data === 'string' && typeof mediaType === 'string' && mediaType.startsWith('image/')
    ? { type: 'image', source: { type: 'data', data, mediaType } }
    : undefined
