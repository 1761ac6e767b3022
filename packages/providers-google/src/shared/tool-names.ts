import type { Conversation } from '@reason/core/conversation'
import { fitBehindUnderscore, fitToolName, withToolNames } from '@reason/wire-kit'

const taken = /^[A-Za-z_][\w.:-]{0,63}$/

/** Google demands a letter or `_` at the beginning, and counts 64 characters. A name that it takes stays as it is. */
function takenName(name: string): string {
  if (taken.test(name)) return name
  return /^[A-Za-z_]/.test(name) ? fitToolName(name, 64) : fitBehindUnderscore(name, 64)
}

/** Tools under names that Google takes. What a request of its own says stays. */
export const withTakenToolNames = (conversation: Conversation, isOwn: boolean): Conversation =>
  isOwn ? conversation : withToolNames(conversation, takenName)
