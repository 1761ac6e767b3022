import type { Conversation } from '@reason/core/conversation'
import { fitBehindUnderscore, fitToolName, withToolNames } from '@reason/wire-kit'

const taken = /^[A-Za-z_][\w.:-]{0,63}$/

/** Fits a name. Google requires a letter or `_` first, and at most 64 characters. An accepted name stays. */
function takenName(name: string): string {
  if (taken.test(name)) return name
  return /^[A-Za-z_]/.test(name) ? fitToolName(name, 64) : fitBehindUnderscore(name, 64)
}

/** Renames tools to names that Google accepts. Names in a request of Google's own format stay. */
export const withTakenToolNames = (conversation: Conversation, isOwn: boolean): Conversation =>
  isOwn ? conversation : withToolNames(conversation, takenName)
