import type { Judgement } from '@reason/core/pipeline'
import type { Account } from './accounts.ts'

/** A warning for the client of a generation. */
export type BudgetWarning = NonNullable<Judgement['warning']>

/** Warning near the limit. Names the crossed line, not the current tokens: a whole answer crosses the line at its end, a stream on its way. */
export const nearWarning = (account: Account): BudgetWarning => ({
  code: 'budget-warning',
  message: `${subject(account)} has used at least ${account.terms.warnFrom} of its ${account.limit.tokens} reasoning tokens.`,
})

const consequence = {
  warn: 'nothing is stopped',
  reject: 'the next request will be refused',
  stop: 'this generation must answer now',
} as const

export function exceededWarning(account: Account): BudgetWarning {
  const { tokens, action } = account.limit
  const message = `${subject(account)} has used up its reasoning budget of ${tokens} tokens: ${consequence[action]}.`
  return { code: 'budget-exceeded', message }
}

export const reservedWarning: BudgetWarning = {
  code: 'budget-exceeded',
  message: 'Other generations reserve the rest of a reasoning budget: this generation must answer now.',
}

export const lateWarning: BudgetWarning = {
  code: 'budget-exceeded',
  message: 'The budget store does not answer: this generation must answer now.',
}

const subject = ({ scope, of }: Account): string => `${scope[0]!.toUpperCase()}${scope.slice(1)} "${of}"`
