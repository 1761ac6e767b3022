import { keyRecord, keyRights } from '@reason/keys/record'
import * as z from 'zod'
import { balance } from './budgets.ts'
import { time } from './shapes.ts'

const { hash: _, previous: __, ...shown } = keyRecord.shape

/** A key as shown to administrators, without its secrets. */
export const keyView = z.object({
  ...shown,
  state: z.enum(['active', 'expired', 'revoked']),
  previousUntil: time
    .exactOptional()
    .meta({ description: 'Time until which the secret from before the last rotation stays valid, in Unix milliseconds.' }),
  balances: z
    .array(balance)
    .readonly()
    .exactOptional()
    .meta({ description: 'Budgets of the key and its team. Absent: the key has no budgets, or their store does not answer.' }),
})

/** Response of `GET /api/keys`. */
export const keyList = z.object({
  required: z.boolean().meta({ description: 'Whether the gateway rejects requests without a key.' }),
  keys: z.array(keyView),
})

/** Response to a change of a key. */
export const changedKey = z.object({ key: keyView })

/** Response to the creation or rotation of a key. */
export const madeKey = changedKey.extend({ text: z.string().meta({ description: 'The secret key text. The gateway shows it only once.' }) })

/** Request body of `POST /api/keys/{id}/rotate`. */
export const rotation = z.strictObject({
  graceMs: z
    .int()
    .min(0)
    .max(30 * 86_400_000)
    .default(0)
    .meta({ description: 'Time for which the previous secret stays valid, in milliseconds: at most 30 days.' }),
})

export { keyRights }
export type KeyRights = z.input<typeof keyRights>
export type KeyView = z.output<typeof keyView>
export type KeyList = z.output<typeof keyList>
export type ChangedKey = z.output<typeof changedKey>
export type MadeKey = z.output<typeof madeKey>
