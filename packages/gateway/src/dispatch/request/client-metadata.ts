import type { Conversation, Message, Piece } from '@reason/core/conversation'
import { asObject, isObject, type Json } from '../../json.ts'

/**
 * Lines that a client puts at the top of its instructions for one provider's accounting, as headers: `x-anthropic-billing-header:
 * cc_version=…; cch=36ee5;`. They change from request to request, so that with them no prompt cache of another provider holds.
 */
const metadata = /^(?:x-anthropic-[\w-]+:[^\n]*(?:\n+|$))+/

const withoutLines = (text: string): string => text.replace(metadata, '')

/** A conversation for an API that knows nothing of such lines. Instructions that were nothing else go. */
export function withoutClientMetadata(conversation: Conversation): Conversation {
  if (!conversation.messages.some(isMarked)) return conversation
  return { ...conversation, messages: conversation.messages.flatMap(withoutMetadata) }
}

const isInstruction = ({ role }: Message): boolean => role === 'system' || role === 'developer'

const isMarked = (message: Message): boolean =>
  isInstruction(message) &&
  message.role !== 'assistant' &&
  message.content.some((piece) => piece.type === 'text' && metadata.test(piece.text))

function withoutMetadata(message: Message): Message[] {
  if (message.role === 'assistant' || !isMarked(message)) return [message]
  const content = message.content.flatMap((piece): Piece[] => {
    if (piece.type !== 'text') return [piece]
    const text = withoutLines(piece.text)
    return text === '' && piece.text !== '' ? [] : [{ ...piece, text }]
  })
  return content.length === 0 ? [] : [{ ...message, content }]
}

/** Who serves Claude, whose accounting the lines are for, or hands requests on to it. */
const servesClaude: readonly string[] = [
  'anthropic',
  'bedrock',
  'vertex',
  'google',
  'azure',
  'openrouter',
  'vercel-gateway',
  'copilot',
  'databricks',
  'snowflake',
]

/**
 * A request of Messages for a provider of other models, which speaks the same API. @returns The same object where nothing is to go. Of an
 * upstream whose provider is not known nothing goes: it may be Claude's.
 */
export function withoutForeignMetadata(json: Json, provider: string | undefined): Json {
  if (provider === undefined || servesClaude.includes(provider)) return json
  const { system } = json
  if (typeof system === 'string') {
    const text = withoutLines(system)
    if (text === system) return json
    const { system: _, ...rest } = json
    return text === '' ? rest : { ...json, system: text }
  }
  if (!Array.isArray(system)) return json
  const blocks = system.flatMap((block: unknown) => {
    const { text } = asObject(block)
    if (typeof text !== 'string' || !metadata.test(text)) return [block]
    const left = withoutLines(text)
    return left === '' || !isObject(block) ? [] : [{ ...block, text: left }]
  })
  return blocks.length === system.length && blocks.every((block, index) => block === system[index]) ? json : { ...json, system: blocks }
}
