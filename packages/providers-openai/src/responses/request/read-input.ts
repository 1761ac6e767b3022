import type { Item } from '@reason/core/result'
import type { Message } from '@reason/core/conversation'
import { isLoose, isText, type Loose } from '@reason/wire-kit'
import { WIRE } from '../wire.ts'
import { keep } from './extra.ts'
import { readPieces } from './parts.ts'
import { readModelItem, type ItemSource } from './read-item.ts'

/** Reads the flat list of a request's items. Consecutive items of the model become one message. */
export function readInput(input: readonly unknown[], source: ItemSource): Message[] {
  const messages: Message[] = []
  let written: Item[] | undefined

  for (const value of input) {
    const message = isLoose(value) ? readClientItem(value) : nativeMessage('user', value)
    if (message !== undefined) {
      messages.push(message)
      written = undefined
      continue
    }
    if (written === undefined) messages.push({ role: 'assistant', items: (written = []), origin: source.issuer })
    written.push(...readModelItem(value as Loose, source))
  }
  return messages
}

/** @returns Undefined for an item that a model wrote. */
function readClientItem(item: Loose): Message | undefined {
  const { type, role } = item
  if (typeof type === 'string' && /_call_output$|^mcp_approval_response$/.test(type)) return readOutput(item, type)
  const isMessage = type === undefined || type === 'message'
  if (role === 'assistant' || typeof role !== 'string') return undefined
  const { content } = item
  const isKnown = role === 'user' || role === 'system' || role === 'developer'
  if (!isMessage || (typeof content !== 'string' && !Array.isArray(content))) return isKnown ? nativeMessage(role, item) : undefined
  // An unknown role is kept for Responses; other formats get it as `user`.
  if (!isKnown) return { role: 'user', content: readPieces(content), extra: keep(item, ['content']) }
  return { role, content: readPieces(content), extra: keep(item, ['role', 'content']) }
}

function readOutput(item: Loose, type: string): Message {
  const { call_id: id, output } = item
  const call = isText(id) ? { call: id } : {}
  const isModelled = type === 'function_call_output' || type === 'custom_tool_call_output'
  if (!isModelled || !isText(id) || (typeof output !== 'string' && !Array.isArray(output))) {
    return { ...nativeMessage('tool', item), ...call }
  }
  return { role: 'tool', ...call, content: readPieces(output), extra: keep(item, ['call_id', 'output']) }
}

/** Creates a message that is written back unchanged. */
const nativeMessage = (role: 'user' | 'system' | 'developer' | 'tool', value: unknown): Message => ({
  role,
  content: [{ type: 'native', wire: WIRE, value }],
})
