import { randomBytes } from 'node:crypto'
import type { Conversation, Message } from '@reason/core/conversation'
import type { Item } from '@reason/core/result'

/** In-memory map from short call ids to long ones, for clients and gateways that limit ids to 64 characters. */
export interface CallReferences {
  /** @returns An id of 30 characters. */
  put(id: string): string
  /** Undefined if the reference is unknown, was made by another process, or was evicted. */
  get(reference: string): string | undefined
}

export interface CallReferencesOptions {
  /** Maximum size of all ids, in UTF-16 units. The oldest ones are evicted first. Default 64 Mi. */
  maxChars?: number
  /** Maximum age in milliseconds. Default 24 hours, like the default of sealed values. */
  maxAgeMs?: number
  /** Milliseconds since 1970. Default `Date.now`. */
  now?: () => number
}

const PREFIX = 'call_rsn1_'

/** Random bytes in a reference. Enough to avoid collisions and guesses. */
const RANDOM = 15

/** Size of an entry beside its id, in UTF-16 units. */
const roomOfEntry = 128

/** Creates a map of references in memory. They are lost at the end of the process. */
export function createCallReferences({
  maxChars = 67_108_864,
  maxAgeMs = 86_400_000,
  now = Date.now,
}: CallReferencesOptions = {}): CallReferences {
  /** Entries, oldest first. */
  const entries = new Map<string, { id: string; at: number }>()
  let size = 0

  return {
    put(id) {
      const reference = PREFIX + randomBytes(RANDOM).toString('base64url')
      entries.set(reference, { id, at: now() })
      size += id.length + roomOfEntry
      makeRoom()
      return reference
    },
    get(reference) {
      const entry = reference.startsWith(PREFIX) ? entries.get(reference) : undefined
      return entry === undefined || isOld(entry) ? undefined : entry.id
    },
  }

  function makeRoom(): void {
    for (const [reference, entry] of entries) {
      if (size <= maxChars && !isOld(entry)) return
      entries.delete(reference)
      size -= entry.id.length + roomOfEntry
    }
  }

  function isOld({ at }: { at: number }): boolean {
    return now() - at > maxAgeMs
  }
}

/** Replaces references in a conversation with the original ids. Unknown references count as ordinary ids. */
export function withCallIds(conversation: Conversation, { get }: Pick<CallReferences, 'get'>): Conversation {
  let isChanged = false
  const messages = conversation.messages.map(messageOf)
  return isChanged ? { ...conversation, messages } : conversation

  function messageOf(message: Message): Message {
    if (message.role === 'tool') return withId(message, 'call', message.call)
    return message.role === 'assistant' ? { ...message, items: message.items.map(itemOf) } : message
  }

  function itemOf(item: Item): Item {
    return item.type === 'tool-call' ? withId(item, 'id', item.id) : item
  }

  function withId<T extends object>(holder: T, field: string, reference: string | undefined): T {
    const id = reference === undefined ? undefined : get(reference)
    if (id === undefined) return holder
    isChanged = true
    return { ...holder, [field]: id }
  }
}
