import * as z from 'zod'
import { time } from './shapes.ts'

const tokens = z.number().min(0)

/** State of a budget of reasoning tokens. */
export const balance = z.object({
  scope: z.enum(['session', 'key', 'team']),
  of: z.string().meta({ description: 'The session or team, or the id of the key.' }),
  limit: tokens,
  used: tokens.meta({ description: 'Settled, in the window.' }),
  reserved: tokens.meta({ description: 'Reserved by generations that run.' }),
  running: tokens.meta({ description: 'Thought by generations that run: a part of `reserved`.' }),
  available: tokens.meta({ description: 'Neither used nor reserved.' }),
  level: z.enum(['ok', 'warning', 'exceeded']),
  action: z.enum(['warn', 'reject', 'stop']),
  window: z.union([z.literal('lifetime'), z.object({ kind: z.enum(['fixed', 'rolling']), ms: z.number() })]),
  resetsAt: time
    .exactOptional()
    .meta({ description: 'When tokens become available again by themselves, in Unix milliseconds. Not for `lifetime`.' }),
  forgottenAt: time
    .exactOptional()
    .meta({ description: 'For `lifetime` at its limit: when it starts from 0 again if nothing uses it until then, in Unix milliseconds.' }),
})

/** Balance with the key of a session. The same session name under two keys means two sessions. */
export const heldBalance = balance.extend({ key: z.string().exactOptional().meta({ description: 'The key of the session.' }) })

/** Response of `/api/…/budget`. */
export const budgets = z.object({ budgets: z.array(heldBalance) })

/** Request body of `PUT /api/…/budget`. */
export const budgetUsed = z.object({ used: z.number().min(0).meta({ description: 'Tokens; 0 begins anew.' }) })

export type Balance = z.output<typeof balance>
export type HeldBalance = z.output<typeof heldBalance>
export type Budgets = z.output<typeof budgets>
