import type { Conversation, Message, Piece } from '@reason/core/conversation'
import type { Item } from '@reason/core/result'
import { asLoose, isLoose, readMediaUrl, type Loose } from '@reason/wire-kit'
import { WIRE } from '../wire.ts'

/**
 * Turns calls of tools that the client runs itself, and their results, into function calls. Other formats drop native
 * items, and most providers refuse a result without its call. A tool that runs at OpenAI has its result in its own item,
 * and stays unchanged.
 *
 * @see openai/openai-node `responses.d.ts` 7.57 (`ResponseFunctionShellToolCall`, `ResponseApplyPatchToolCall`,
 * `ResponseComputerToolCall`)
 */
export function asFunctionCalls(conversation: Conversation): Conversation {
  const ids = new Map<unknown, string>()
  const messages = conversation.messages.map((message) =>
    message.role === 'assistant' ? withCalls(message, ids) : message.role === 'tool' ? withResult(message, ids) : message,
  )
  return ids.size === 0 ? conversation : { ...conversation, messages }
}

const clientRun = /^(?:local_shell|shell|apply_patch|computer)_call$/

const callIdOf = ({ call_id: callId, id }: Loose): unknown => callId ?? id

/** @param ids - Collects call ids, also by item id: the result of a local shell refers to either. */
function withCalls(message: Message & { role: 'assistant' }, ids: Map<unknown, string>): Message {
  let isChanged = false
  const items = message.items.map((item): Item => {
    const value = ownValue(item)
    if (value === undefined) return item
    const { type, id, call_id: callId, status: _, ...rest } = value
    const call = callIdOf(value)
    if (typeof type !== 'string' || !clientRun.test(type) || typeof call !== 'string') return item
    for (const one of [id, callId]) if (one !== undefined) ids.set(one, call)
    isChanged = true
    return { type: 'tool-call', id: call, name: type.replace(/_call$/, ''), arguments: JSON.stringify(rest) }
  })
  return isChanged ? { ...message, items } : message
}

function withResult(message: Message & { role: 'tool' }, ids: ReadonlyMap<unknown, string>): Message {
  const [first] = message.content
  const value = first === undefined ? undefined : ownValue(first)
  const call = value === undefined ? undefined : ids.get(callIdOf(value))
  return value === undefined || call === undefined
    ? message
    : { role: 'tool', call, content: [pieceOf(value['output'] ?? value['status'])] }
}

const ownValue = (item: Item | Piece): Loose | undefined =>
  item.type === 'native' && item.wire === WIRE && isLoose(item.value) ? item.value : undefined

/** Converts an output: a text, a screenshot, or the output of commands. */
function pieceOf(output: unknown): Piece {
  const { image_url: image } = asLoose(output)
  if (typeof image !== 'string') return { type: 'text', text: typeof output === 'string' ? output : JSON.stringify(output ?? '') }
  return { type: 'image', source: readMediaUrl(image) }
}
