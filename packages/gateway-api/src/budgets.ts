import * as z from 'zod'
import { time } from './shapes.ts'

const tokens = z.number().min(0)

/** State of a budget of reasoning tokens. */
export const balance = z.object({
  scope: z.enum(['session', 'key', 'team']),
  of: z.string().meta({ description: 'Name of the session or team, or id of the key.' }),
  limit: tokens,
  used: tokens.meta({ description: 'Tokens that finished generations used in the window.' }),
  reserved: tokens.meta({ description: 'Tokens that running generations have reserved.' }),
  running: tokens.meta({ description: 'Tokens that running generations have used so far. A part of `reserved`.' }),
  available: tokens.meta({ description: 'Tokens that are neither used nor reserved.' }),
  level: z.enum(['ok', 'warning', 'exceeded']),
  action: z.enum(['warn', 'reject', 'stop']),
  window: z.union([z.literal('lifetime'), z.object({ kind: z.enum(['fixed', 'rolling']), ms: z.number() })]),
  resetsAt: time
    .exactOptional()
    .meta({ description: 'Time at which tokens become available again, in Unix milliseconds. Absent for `lifetime`.' }),
  forgottenAt: time
    .exactOptional()
    .meta({ description: 'Time at which an unused `lifetime` budget at its limit resets to 0, in Unix milliseconds.' }),
})

/** Balance with the key of a session. The same session name under two keys means two sessions. */
export const heldBalance = balance.extend({ key: z.string().exactOptional().meta({ description: 'Id of the key that owns the session.' }) })

/** Response of `/api/…/budget`. */
export const budgets = z.object({ budgets: z.array(heldBalance) })

/** Request body of `PUT /api/…/budget`. */
export const budgetUsed = z.strictObject({ used: z.int().min(0).meta({ description: 'Used tokens. 0 resets the budget.' }) })

export type Balance = z.output<typeof balance>
export type HeldBalance = z.output<typeof heldBalance>
export type BudgetList = z.output<typeof budgets>
