import type { Item } from '@reason/core'
import type { Message } from '@reason/core/conversation'
import { isLoose, isText, type Loose } from '@reason/core/wire-kit'
import { WIRE } from '../wire.ts'
import { keep } from './extra.ts'
import { readPieces } from './parts.ts'
import { readModelItem, type ItemSource } from './read-item.ts'

/** The flat list of a request's items as messages: what the model wrote in a row is one message. */
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

/** @returns Undefined for what a model wrote. */
function readClientItem(item: Loose): Message | undefined {
  const { type, role } = item
  if (typeof type === 'string' && /_call_output$|^mcp_approval_response$/.test(type)) return readOutput(item, type)
  if (role !== 'user' && role !== 'system' && role !== 'developer') return undefined
  const { content } = item
  if ((type !== undefined && type !== 'message') || (typeof content !== 'string' && !Array.isArray(content))) {
    return nativeMessage(role, item)
  }
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

/** Something that is written again as it is. */
const nativeMessage = (role: 'user' | 'system' | 'developer' | 'tool', value: unknown): Message => ({
  role,
  content: [{ type: 'native', wire: WIRE, value }],
})
