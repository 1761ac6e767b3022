import type { Conversation } from '@reason/core/conversation'
import { isLoose, isText, type Loose, type NotCarried } from '@reason/wire-kit'

const longest = 256

/** Whether a user id is an e-mail address or telephone number. Anthropic rejects ids that identify a person. */
const isAddress = (user: string): boolean => /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(user) || /^\+?[\d\s().-]{7,}$/.test(user)

export function readUser(metadata: unknown): string | undefined {
  const user = isLoose(metadata) ? metadata.user_id : undefined
  return isText(user) ? user : undefined
}

/** @param kept - Fields as they were read. The id in them stays unchanged if it is the requested one. */
export function writeUser({ user }: Conversation, kept: Loose, missing: NotCarried): { metadata?: unknown } {
  if (user === readUser(kept.metadata)) return {}
  const { user_id: _, ...rest } = isLoose(kept.metadata) ? kept.metadata : {}
  if (user === undefined) return { metadata: rest }
  if (user.length > longest || isAddress(user)) {
    missing(user.length > longest ? 'an id of the user that is too long' : 'an id of the user that is an address')
    return {}
  }
  return { metadata: { ...rest, user_id: user } }
}
