import { createHash } from 'node:crypto'
import type { Conversation } from '@reason/core/conversation'
import { findCarried } from './carried.ts'
import type { SealContext, Sealer } from './sealer.ts'

/**
 * Digest of all sealed values that a conversation brings back, in their order, for what is sealed next, where all of them were opened.
 * Undefined: there are none.
 */
export function digestOfSealed(conversation: Conversation): string | undefined {
  const carried = valuesIn(conversation)
  return carried.every((values) => values.length === 0) ? undefined : digests(carried).at(-1)
}

/**
 * Sealed values that are older than they may be, and for which a younger one stands: it was sealed when exactly these had come back. So
 * those of one conversation expire together, and none of them is missing between others, which providers that bind a thought to all before
 * it would refuse.
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

/** Messages whose values are opened to see what they stand for, the youngest first: opening costs memory. */
const mostTried = 8

/** By message of the assistant. */
const valuesIn = ({ messages }: Conversation): string[][] =>
  messages.flatMap((message) => (message.role === 'assistant' ? [[...(findCarried(message.items)?.values.keys() ?? [])]] : []))

/** Of all values before each message, and at last of all. */
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
