import { ReasonError } from '@reason/core'
import type { Conversation, Piece } from '@reason/core/conversation'
import { isSame } from '@reason/wire-kit'
import { badRequest, type ApiError } from '../../errors/api-error.ts'
import { asObject } from '../../json.ts'

/**
 * Refuses a last message of which the target takes nothing. The message would arrive empty, and the model would answer
 * an empty question, or an earlier one.
 *
 * @param write - Writes the body of a request. May throw if the target would refuse it.
 * @returns Undefined if something of the message arrives, or if it is empty.
 */
export function lostMediaRefusal({ messages }: Conversation, write: (conversation: Conversation) => unknown): ApiError | undefined {
  const last = messages.at(-1)
  if (last?.role !== 'user' || last.content.some((piece) => piece.type === 'text' && piece.text.trim() !== '')) return undefined
  const media = last.content.filter(({ type }) => type !== 'text')
  if (media.length === 0) return undefined
  const written = outcomeOf(() => write({ messages: [last] }))
  const empty = outcomeOf(() => write({ messages: [{ role: 'user', content: [] }] }))
  if (!isSame(written, empty)) return undefined
  const kinds = [...new Set(media.map(kindOf))].join(', ')
  const message = `The last message has nothing but content that the upstream does not take: ${kinds}. Add a text, or send the content in another form.`
  return badRequest(message, null, 'request_refused')
}

function kindOf(piece: Piece): string {
  const { type } = piece.type === 'native' ? asObject(piece.value) : piece
  return typeof type === 'string' && /^\w{1,40}$/.test(type) ? type : 'content of an unknown type'
}

/** The body, or the reasons of a refusal. */
function outcomeOf(write: () => unknown): unknown {
  try {
    return write()
  } catch (error) {
    if (!ReasonError.is(error)) throw error
    return error.message
  }
}
