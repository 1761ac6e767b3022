import type { BudgetRefusal } from '@reason/budget'
import { doNotRetry, type ApiError } from './api-error.ts'

/** The client's error for a request that a budget refuses. */
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

/** Longest wait after which official clients should retry by themselves, in seconds. */
const longestWaitSeconds = 60
