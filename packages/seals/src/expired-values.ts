import { createHash } from 'node:crypto'
import type { Conversation } from '@reason/core/conversation'
import { findCarried } from './carried-seals.ts'
import type { SealContext, Sealer } from './sealer.ts'

/**
 * Digests all sealed values of a conversation in order, for the next value that is sealed, provided that all of them
 * were opened. Undefined if there are none.
 */
export function digestOfSealed(conversation: Conversation): string | undefined {
  const carried = valuesIn(conversation)
  return carried.every((values) => values.length === 0) ? undefined : digests(carried).at(-1)
}

/**
 * Finds expired values that a younger value vouches for, because it was sealed when exactly these values had come back.
 * The values of one conversation thus expire together, and none is missing in between. Providers that bind a thought to
 * everything before it would refuse a gap.
 */
export function findVouched(
  conversation: Conversation,
  { sealer, context }: { sealer: Sealer; context: SealContext },
): ReadonlySet<string> {
  const carried = valuesIn(conversation)
  const before = digests(carried)
  const youngest = [...carried.keys()].filter((at) => carried[at]!.length > 0).slice(-mostTried)
  const from = youngest.findLast((at) =>
    carried[at]!.some((value) => {
      const opening = sealer.open(value, context)
      return opening.ok && opening.record.before === before[at]
    }),
  )
  return new Set(from === undefined ? [] : carried.slice(0, from).flat())
}

/** Maximum number of messages, youngest first, whose values are opened to look for a voucher. Opening costs memory. */
const mostTried = 8

/** Returns the values of each assistant message. */
const valuesIn = ({ messages }: Conversation): string[][] =>
  messages.flatMap((message) => (message.role === 'assistant' ? [[...(findCarried(message.items)?.values.keys() ?? [])]] : []))

/** Digests the values before each message, and at the end all values. */
function digests(carried: readonly (readonly string[])[]): string[] {
  const hash = createHash('sha256')
  const digest = (): string => hash.copy().digest('base64url').slice(0, 22)
  const all = carried.map((values) => {
    const before = digest()
    for (const value of values) hash.update(value).update('\n')
    return before
  })
  return [...all, digest()]
}
