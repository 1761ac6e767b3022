import type { Issuer, Message, Piece, ToolMessage, UserMessage } from '@reason/core/conversation'
import { readItems } from './assistant-content.ts'
import { createTaker, isList, isLoose, isString } from './fields.ts'
import { pointIn, withPoint } from './caching.ts'
import { addPiece, readPiece, readPieces } from './pieces.ts'

/**
 * Reads the messages of a request. A user message with tool results becomes several messages, one for each result. The
 * writer joins them again.
 */
export function readMessages(values: readonly unknown[], issuer: Issuer): Message[] {
  return values.flatMap((value): Message[] => {
    if (!isLoose(value)) return []
    const from = createTaker(value)
    const role = from.take('role', isString)
    const content = from.take('content', isList) ?? []
    return role === 'assistant' ? [{ role, items: readItems(content, issuer), origin: issuer, ...from.rest() }] : readUser(content)
  })
}

export const readSystem = (content: readonly unknown[]): Message[] => [{ role: 'system', content: readPieces(content) }]

function readUser(content: readonly unknown[]): (UserMessage | ToolMessage)[] {
  const read: (UserMessage | ToolMessage)[] = []
  let pieces: Piece[] | undefined
  for (const block of content) {
    const point = pointIn(block)
    const before = read.at(-1)
    if (point !== undefined && before?.role === 'tool' && before.cache === undefined) {
      read[read.length - 1] = withPoint(before, point)
      continue
    }
    const result = readResult(
      block,
      read.some(({ role }) => role === 'user'),
    )
    if (result !== undefined) {
      read.push(result)
      pieces = undefined
    } else if (pieces === undefined) read.push({ role: 'user', content: (pieces = [readPiece(block)]) })
    else addPiece(pieces, block)
  }
  return read
}

const outcomes: Readonly<Record<string, boolean>> = { success: false, error: true }

/** Note on results that follow other content, and have to stay there. Its name is that of a field that is read, so it cannot collide. */
export const LATE = 'toolUseId'

function readResult(block: unknown, late: boolean): ToolMessage | undefined {
  if (!isLoose(block) || !isLoose(block.toolResult) || !isString(block.toolResult.toolUseId)) return undefined
  const from = createTaker(block.toolResult)
  const call = from.take('toolUseId', isString)!
  const status = from.take('status', (value): value is string => isString(value) && Object.hasOwn(outcomes, value))
  return {
    role: 'tool',
    call,
    // A result has no place for a cache point inside it.
    content: (from.take('content', isList) ?? []).map(readPiece),
    ...(status !== undefined && { failed: outcomes[status]! }),
    ...from.rest(late ? { [LATE]: true } : {}),
  }
}
