import type { Item } from '@reason/core/result'
import type { Message } from '@reason/core/conversation'
import { isEmpty, isLoose, isText, type Loose } from '@reason/wire-kit'
import { WIRE } from '../wire.ts'
import { keep } from './extra.ts'
import { readPieces } from './parts.ts'
import { readModelItem, type ItemSource } from './read-item.ts'

/** Reads the flat list of a request's items. Consecutive items of the model become one message. */
export function readInput(input: readonly unknown[], source: ItemSource): Message[] {
  const messages: Message[] = []
  let written: Item[] | undefined
  const idFor = createIdsByName()

  for (const value of input) {
    const message = isLoose(value) ? readClientItem(value, idFor(value)) : nativeMessage('user', value)
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

/** Finds the call of each output. The result of an asynchronous tool may have no id: it belongs to the oldest open call of its name. */
function createIdsByName(): (item: Loose) => unknown {
  const names = new Map<unknown, unknown>()
  const open = new Map<unknown, Set<unknown>>()
  return ({ type, call_id: id, name }) => {
    if (type === 'function_call' || type === 'custom_tool_call') {
      names.set(id, name)
      open.set(name, (open.get(name) ?? new Set()).add(id))
      return id
    }
    const call = isEmpty(id) && type === 'function_call_output' ? open.get(name)?.values().next().value : id
    open.get(names.get(call))?.delete(call)
    return call
  }
}

/** @returns Undefined for an item that a model wrote. */
function readClientItem(item: Loose, id: unknown): Message | undefined {
  const { type, role } = item
  if (typeof type === 'string' && /_call_output$|^mcp_approval_response$/.test(type)) return readOutput(item, type, id)
  const isMessage = type === undefined || type === 'message'
  if (role === 'assistant' || typeof role !== 'string') return undefined
  const { content } = item
  const isKnown = role === 'user' || role === 'system' || role === 'developer'
  if (!isMessage || (typeof content !== 'string' && !Array.isArray(content))) return isKnown ? nativeMessage(role, item) : undefined
  // An unknown role is kept for Responses; other formats get it as `user`.
  if (!isKnown) return { role: 'user', content: readPieces(content), extra: keep(item, ['content']) }
  return { role, content: readPieces(content), extra: keep(item, ['role', 'content']) }
}

function readOutput(item: Loose, type: string, id: unknown): Message {
  const { output } = item
  const call = isText(id) ? { call: id } : {}
  const isModelled = type === 'function_call_output' || type === 'custom_tool_call_output'
  if (!isModelled || !(isText(id) || isEmpty(id)) || (typeof output !== 'string' && !Array.isArray(output))) {
    return { ...nativeMessage('tool', item), ...call }
  }
  return { role: 'tool', ...call, content: readPieces(output), extra: keep(item, ['call_id', 'output']) }
}

/** Creates a message that is written back unchanged. */
const nativeMessage = (role: 'user' | 'system' | 'developer' | 'tool', value: unknown): Message => ({
  role,
  content: [{ type: 'native', wire: WIRE, value }],
})
