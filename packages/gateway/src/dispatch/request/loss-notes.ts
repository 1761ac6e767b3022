import type { Conversation, Piece } from '@reason/core/conversation'
import type { WrittenRequest } from '@reason/core/wire'
import { asObject } from '../../json.ts'

/** Notes for the client about what a request, written in the format `wire`, has changed or left out. */
export function lossNotes({ plan, knobs, notCarried }: WrittenRequest, { messages }: Conversation, wire: string): string[] {
  const decisions = plan.decisions
    .filter(({ action }) => action !== 'kept')
    .map(({ action, message, item, reason }) => `message ${message}, ${kindOf(messages[message], item)} ${action}: ${reason}`)
  const pieces = messages.flatMap((message) => (message.role === 'assistant' ? [] : message.content))
  const lost = pieces.some((piece) => asksForCitations(piece, wire)) ? ['citations of documents'] : []
  return [...knobs.notes, ...decisions, ...[...notCarried, ...lost].map((what) => `left out: ${what}`)]
}

/** True for a document that asks for citations in another format, as only Messages does. */
const asksForCitations = (piece: Piece, wire: string): boolean =>
  piece.type === 'file' && piece.extra?.wire !== wire && asObject(piece.extra?.fields['citations'])['enabled'] === true

/** Label of an item in notes. Output of a provider's own tools is a loss too, but no reasoning. */
function kindOf(message: Conversation['messages'][number] | undefined, item: number | undefined): string {
  const isNative = message?.role === 'assistant' && item !== undefined && message.items[item]?.type === 'native'
  return isNative ? 'native part' : 'reasoning'
}
