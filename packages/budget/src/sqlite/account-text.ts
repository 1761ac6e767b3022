import { hold, spend, emptyAccount, type MemoryAccount } from '../store/memory-account.ts'

/** An account as JSON: spent tokens, reservations, and the terms of its last operation. */
interface AccountJson {
  /** Buckets with their tokens. */
  spent: readonly (readonly [index: number, tokens: number])[]
  /** Reservations. */
  held: readonly (readonly [id: string, held: number, running: number, expiresAt: number])[]
  level: MemoryAccount['level']
  changedAt: number
  seenAt: number
  terms: MemoryAccount['terms']
}

export function textOf({ buckets, leases, level, changedAt, seenAt, terms }: MemoryAccount): string {
  const { bucketMs, spanMs, forgetAfterMs } = terms
  const json: AccountJson = {
    spent: [...buckets],
    held: Array.from(leases, ([id, { held, running, expiresAt }]) => [id, held, running, expiresAt] as const),
    level,
    changedAt: changedAt!,
    seenAt,
    terms: { bucketMs, spanMs, forgetAfterMs },
  }
  return JSON.stringify(json)
}

export function accountOf(text: string): MemoryAccount {
  const { spent, held, level, changedAt, seenAt, terms } = JSON.parse(text) as AccountJson
  if (!(terms.bucketMs >= 0)) throw new TypeError('it has no terms')
  const account = { ...emptyAccount(terms, seenAt), level, changedAt }
  for (const [index, tokens] of spent) spend(account, index, tokens)
  for (const [id, tokens, running, expiresAt] of held) hold(account, id, { held: tokens, running, expiresAt })
  return account
}

/** Time at which the account can be deleted: it has no reservation and no tokens that count. Null if time alone is not enough. */
export function overAt({ buckets, leases, changedAt, terms }: MemoryAccount): number | null {
  const { bucketMs, spanMs, forgetAfterMs } = terms
  let at = 0
  for (const { expiresAt } of leases.values()) at = Math.max(at, expiresAt)
  if (forgetAfterMs > 0 && changedAt !== undefined) return Math.max(at, changedAt + forgetAfterMs)
  if (bucketMs === 0) return buckets.size === 0 ? at : null
  for (const index of buckets.keys()) at = Math.max(at, (index + 1) * bucketMs + spanMs)
  return at
}
