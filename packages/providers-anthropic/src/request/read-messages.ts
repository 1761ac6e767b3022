import type { Issuer, Message, ToolMessage, UserMessage } from '@reason/core/conversation'
import { cacheOf } from '@reason/wire-kit'
import { readItems } from './assistant-content.ts'
import { createTaker, extraOf, isBoolean, isLoose, isString, keptOf, type Loose } from './fields.ts'
import { readPiece, readPieces } from './pieces.ts'

/**
 * Reads the messages of a request. A user message with tool results becomes several messages, one for each result. The
 * writer joins them again, so a message that does not continue the previous one is marked (`message`).
 */
export function readMessages(values: readonly unknown[], issuer: Issuer): Message[] {
  const messages: Message[] = []
  for (const value of values) {
    if (!isLoose(value)) continue
    if (value.role === 'assistant') messages.push(readAssistant(value, issuer))
    else if (value.role === 'system') messages.push(readSystemMessage(value))
    else messages.push(...readUser(value, messages.at(-1)))
  }
  return messages
}

/** Records whether content was a string. */
const shapeOf = (content: unknown): Loose => (isString(content) ? { content: 'string' } : {})

function readAssistant(message: Loose, issuer: Issuer): Message {
  const from = createTaker(message)
  from.take('role', isString)
  const content = from.take('content', isAny)
  return { role: 'assistant', items: readItems(content, issuer), origin: issuer, ...from.rest(shapeOf(content)) }
}

/** Reads a system message among the others, which only newer models accept. */
function readSystemMessage(message: Loose): Message {
  const from = createTaker(message)
  const role = from.take('role', isString)
  const content = from.take('content', isAny)
  return { role: 'system', content: readPieces(content), ...from.rest({ role, ...shapeOf(content) }) }
}

/** Reads the `system` field of a body. */
export function readSystem(content: unknown): Message[] {
  if (!isString(content) && !Array.isArray(content)) return []
  return [{ role: 'system', content: readPieces(content), ...extraOf(Object.entries(shapeOf(content))) }]
}

function readUser(message: Loose, before: Message | undefined): (UserMessage | ToolMessage)[] {
  const from = createTaker(message)
  from.take('role', (value) => value === 'user')
  const content = from.take('content', isAny)
  const rest = keptOf(from.rest())
  const blocks = Array.isArray(content) ? (content as unknown[]) : undefined
  const read: (UserMessage | ToolMessage)[] = []
  if (blocks === undefined) read.push({ role: 'user', content: readPieces(content), ...extraOf(Object.entries(shapeOf(content))) })
  let user: { role: 'user'; content: ReturnType<typeof readPiece>[] } | undefined
  let hasUser = false
  for (const block of blocks ?? []) {
    const result = readResult(block, hasUser)
    hasUser ||= result === undefined
    if (result !== undefined) {
      read.push(result)
      user = undefined
    } else if (user === undefined) read.push((user = { role: 'user', content: [readPiece(block)] }))
    else user.content.push(readPiece(block))
  }
  const follows = before?.role === 'user' || before?.role === 'tool'
  if (read[0] !== undefined && (follows || Object.keys(rest).length > 0)) {
    read[0] = { ...read[0], ...extraOf([...Object.entries(keptOf(read[0])), ['message', rest]]) }
  }
  return read
}

/** @param late - True if the result follows other content, and has to stay there. */
function readResult(block: unknown, late: boolean): ToolMessage | undefined {
  if (!isLoose(block) || block.type !== 'tool_result' || !isString(block.tool_use_id)) return undefined
  const from = createTaker(block)
  from.take('type', isString)
  const call = from.take('tool_use_id', isString)!
  const failed = from.take('is_error', isBoolean)
  const content = from.take('content', isContent)
  return {
    role: 'tool',
    call,
    content: readPieces(content),
    ...(failed !== undefined && { failed }),
    ...cacheOf(block),
    ...from.rest({ ...(content === undefined ? { content: 'none' } : shapeOf(content)), ...(late && { type: 'late' }) }),
  }
}

const isAny = (value: unknown): value is unknown => value !== undefined
const isContent = (value: unknown): value is string | unknown[] => isString(value) || Array.isArray(value)
