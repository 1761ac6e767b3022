import type { Conversation } from '@reason/core/conversation'
import type { WrittenRequest } from '@reason/core/wire'

/** Notes for the client about what a written request has changed or left out. */
export function lossNotes({ plan, knobs, notCarried }: WrittenRequest, { messages }: Conversation): string[] {
  const decisions = plan.decisions
    .filter(({ action }) => action !== 'kept')
    .map(({ action, message, item, reason }) => `message ${message}, ${kindOf(messages[message], item)} ${action}: ${reason}`)
  return [...knobs.notes, ...decisions, ...notCarried.map((what) => `left out: ${what}`)]
}

/** Label of an item in notes. Output of a provider's own tools is a loss too, but no reasoning. */
function kindOf(message: Conversation['messages'][number] | undefined, item: number | undefined): string {
  const isNative = message?.role === 'assistant' && item !== undefined && message.items[item]?.type === 'native'
  return isNative ? 'native part' : 'reasoning'
}
