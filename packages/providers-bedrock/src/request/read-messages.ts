import type { Issuer, Message, Piece, ToolMessage, UserMessage } from '@reason/core/conversation'
import { readItems } from './assistant-content.ts'
import { createTaker, isList, isLoose, isString } from './fields.ts'
import { pointIn, withPoint } from './caching.ts'
import { addPiece, readPiece, readPieces } from './pieces.ts'

/**
 * The messages of a request. One of the user's becomes several where it has results of tools: each result is a message of its own.
 * They are written as one again.
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

/** A mark on results that stand behind something else, and have to stay there: the name of a field that is read. */
export const LATE = 'toolUseId'

function readResult(block: unknown, late: boolean): ToolMessage | undefined {
  if (!isLoose(block) || !isLoose(block.toolResult) || !isString(block.toolResult.toolUseId)) return undefined
  const from = createTaker(block.toolResult)
  const call = from.take('toolUseId', isString)!
  const status = from.take('status', (value): value is string => isString(value) && Object.hasOwn(outcomes, value))
  return {
    role: 'tool',
    call,
    // Inside it there is no place for a point.
    content: (from.take('content', isList) ?? []).map(readPiece),
    ...(status !== undefined && { failed: outcomes[status]! }),
    ...from.rest(late ? { [LATE]: true } : {}),
  }
}
