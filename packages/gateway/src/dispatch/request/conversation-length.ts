import type { Message } from '@reason/core/conversation'
import { textPieces } from '../../event-loop/text-pieces.ts'
import { scanShape } from '../../bounds/json-shape.ts'
import { mostParts } from '../../client-apis/body/json-body.ts'
import { badRequest, type ApiError } from '../../errors/api-error.ts'

/**
 * Maximum number of messages and calls in a conversation that is translated, because a format reads, and plans, all of them in one step. A context of a
 * million tokens has fewer. A conversation that is passed on unchanged may have more.
 */
const mostEntries = 5000

/** Refuses a conversation that is too long to be translated. @param format - The client's format. */
export function entriesRefusal(messages: readonly Message[], format: string): ApiError | undefined {
  const count = entriesOf(messages)
  if (count <= mostEntries) return argumentsRefusal(messages)
  const message = `The conversation has ${count} messages and calls. At most ${mostEntries} are written for an upstream of another API. Shorten it, or send it to an upstream that speaks ${format}.`
  return badRequest(message, null, 'invalid_value')
}

const entriesOf = (messages: readonly Message[]): number =>
  messages.reduce(
    (sum, message) =>
      message.role === 'assistant' ? sum + Math.max(1, message.items.filter(({ type }) => type === 'tool-call').length) : sum + 1,
    0,
  )

/** UTF-16 units that are scanned at once. Memory for all of a long text would cost more than its scan. */
const inPiece = 16_384

/** Refuses JSON inside of strings that has more parts than a body may have: a format parses the arguments of all calls in one step. */
function argumentsRefusal(messages: readonly Message[]): ApiError | undefined {
  const items = messages.flatMap((message) => (message.role === 'assistant' ? message.items : []))
  const bytes = Buffer.allocUnsafe(3 * (inPiece + 1))
  let left = mostParts
  for (const item of items) {
    if (item.type !== 'tool-call' || left < 0) continue
    const scan = scanShape()
    for (const piece of textPieces(item.arguments, inPiece)) scan.push(bytes.subarray(0, bytes.write(piece)))
    left -= scan.shape.parts
  }
  if (left >= 0) return undefined
  return badRequest(
    `The arguments of all calls have more than ${mostParts} lists, objects and fields. Send less at once.`,
    null,
    'invalid_value',
  )
}
