import type { BudgetRefusal } from '@reason/budget'
import { doNotRetry, type ApiError } from './api-error.ts'

/** What a client is told whose request a budget does not let begin. */
export function errorOfBudget({ reason, code, retryAfterSeconds, scope, of, limit, used, reserved, resetsAt }: BudgetRefusal): ApiError {
  const down = code === 'reasoning_budget_unavailable'
  return {
    status: down ? 503 : 429,
    type: down ? 'server_error' : 'rate_limit_error',
    code,
    message: reason,
    more: { budget: { scope, of, limit, used, reserved, resets_at: resetsAt } },
    headers: {
      ...(retryAfterSeconds !== undefined && { 'retry-after': String(Math.ceil(retryAfterSeconds)) }),
      ...((retryAfterSeconds ?? Infinity) > longestWaitSeconds && doNotRetry),
    },
  }
}

/** For how long a program may wait without a word before its user is told. */
const longestWaitSeconds = 60
