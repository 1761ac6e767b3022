import type { Conversation, Message, Piece } from '@reason/core/conversation'
import type { Item } from '@reason/core/result'
import { asList, asObject, isObject, type Json } from '../../json.ts'

/**
 * Parts of a conversation that one API alone has a type for, as what every API has: texts, images, calls and results.
 * The writer of another format leaves native parts out, and a result without its call is refused by most providers.
 *
 * Messages: `search_result` blocks and documents of blocks. Responses: calls of the tools that a client runs itself, and their results.
 * Media that a model made in Chat Completions become items, as they are in other formats: the loss of one is noted.
 *
 * @see anthropics/anthropic-sdk-typescript `messages.d.ts` 1.14 (`SearchResultBlockParam`, `ContentBlockSource`), openai/openai-node
 * `responses.d.ts` 7.57 (`ResponseFunctionShellToolCall`, `ResponseApplyPatchToolCall`, `ResponseComputerToolCall`)
 */
export function withKnownPieces(conversation: Conversation): Conversation {
  const ids = callIdsIn(conversation.messages)
  let isChanged = false
  const messages = conversation.messages.map((message) => {
    const changed = message.role === 'assistant' ? withMedia(withCalls(message)) : withPieces(message, ids)
    if (changed !== message) isChanged = true
    return changed
  })
  return isChanged ? { ...conversation, messages } : conversation
}

type NativeValue = { type: 'native'; wire: string; value: unknown }

const valueOf = (item: Item | Piece, wire: string): Json | undefined => {
  if (item.type !== 'native') return undefined
  const { wire: own, value } = item as NativeValue
  return own === wire && isObject(value) ? value : undefined
}

/** Tools of Responses that run at the client. A tool that runs at OpenAI has its result in its own item. */
const clientRun = /^(?:local_shell|shell|apply_patch|computer)_call$/

const isClientRun = (value: Json | undefined): value is Json & { type: string } =>
  value !== undefined && typeof value['type'] === 'string' && clientRun.test(value['type']) && typeof callIdOf(value) === 'string'

const callIdOf = ({ call_id: callId, id }: Json): unknown => callId ?? id

type Assistant = Message & { role: 'assistant' }

function withCalls(message: Assistant): Assistant {
  if (!message.items.some((item) => isClientRun(valueOf(item, 'openai-responses')))) return message
  return {
    ...message,
    items: message.items.map((item): Item => {
      const value = valueOf(item, 'openai-responses')
      if (!isClientRun(value)) return item
      const { type, id: _, call_id: __, status: ___, ...rest } = value
      return { type: 'tool-call', id: callIdOf(value) as string, name: type.replace(/_call$/, ''), arguments: JSON.stringify(rest) }
    }),
  }
}

/** Fields of a message of the assistant in Chat Completions: OpenAI's, and those of routers. */
const mediaFields = ['audio', 'images', 'videos']

function withMedia(message: Assistant): Assistant {
  if (message.extra?.wire !== 'openai-chat') return message
  const { fields } = message.extra
  const media = mediaFields.flatMap((name): Item[] => {
    const value = fields[name]
    const isThere = Array.isArray(value) ? value.length > 0 : isObject(value)
    return isThere ? [{ type: 'native', wire: 'openai-chat', event: `message.${name}`, value }] : []
  })
  return media.length > 0 ? { ...message, items: [...message.items, ...media] } : message
}

/** Ids of calls by the ids of their items: the result of a local shell names either. */
function callIdsIn(messages: readonly Message[]): ReadonlyMap<unknown, string> {
  const ids = new Map<unknown, string>()
  for (const message of messages) {
    if (message.role !== 'assistant') continue
    for (const item of message.items) {
      const value = valueOf(item, 'openai-responses')
      if (!isClientRun(value)) continue
      for (const id of [value['id'], value['call_id']]) ids.set(id, callIdOf(value) as string)
    }
  }
  return ids
}

function withPieces(message: Exclude<Message, Assistant>, ids: ReadonlyMap<unknown, string>): Message {
  const [first] = message.content
  const output = first === undefined ? undefined : valueOf(first, 'openai-responses')
  const call = output === undefined ? undefined : ids.get(callIdOf(output))
  if (message.role === 'tool' && output !== undefined && call !== undefined)
    return { role: 'tool', call, content: outputOf(output['output'] ?? output['status']) }
  if (!message.content.some((piece) => textsOf(piece) !== undefined)) return message
  return { ...message, content: message.content.flatMap((piece) => textsOf(piece) ?? [piece]) }
}

/** A text, the picture of a screen, or what commands wrote. */
function outputOf(output: unknown): Piece[] {
  const { image_url: image } = asObject(output)
  const [, mediaType, data] = typeof image === 'string' ? (/^data:([\w/.+-]+);base64,(.*)$/s.exec(image) ?? []) : []
  if (mediaType !== undefined && data !== undefined) return [{ type: 'image', source: { type: 'data', mediaType, data } }]
  if (typeof image === 'string') return [{ type: 'image', source: { type: 'url', url: image } }]
  return [{ type: 'text', text: typeof output === 'string' ? output : JSON.stringify(output ?? '') }]
}

/** A block of Messages as texts and images. Undefined: it is none of those that are known. */
function textsOf(piece: Piece): Piece[] | undefined {
  const block = valueOf(piece, 'anthropic-messages')
  if (block === undefined) return undefined
  const { type, title, source, content } = block
  if (type === 'search_result') return headed([title, source], asList(content))
  const { type: kind, content: inner } = asObject(source)
  if (type !== 'document' || kind !== 'content') return undefined
  return headed([title, block['context']], typeof inner === 'string' ? [{ type: 'text', text: inner }] : asList(inner))
}

/** What it is, and its blocks: the texts in a row are one, as some servers take one alone. */
function headed(heading: readonly unknown[], blocks: readonly unknown[]): Piece[] | undefined {
  const pieces: Piece[] = heading.flatMap((one) => (typeof one === 'string' && one !== '' ? [{ type: 'text', text: one }] : []))
  for (const { type, text, source } of blocks.map(asObject)) {
    const { media_type: mediaType, data } = asObject(source)
    if (type === 'text' && typeof text === 'string') pieces.push({ type: 'text', text })
    else if (type === 'image' && typeof data === 'string' && typeof mediaType === 'string')
      pieces.push({ type: 'image', source: { type: 'data', mediaType, data } })
    else return undefined
  }
  return pieces.reduce<Piece[]>((joined, piece) => {
    const last = joined.at(-1)
    if (last?.type !== 'text' || piece.type !== 'text') return [...joined, piece]
    return [...joined.slice(0, -1), { type: 'text', text: `${last.text}\n${piece.text}` }]
  }, [])
}
