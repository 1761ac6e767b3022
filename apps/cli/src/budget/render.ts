import type { HeldBalance } from '@reason/gateway-api'
import { safeLine } from '../render/safe-text.ts'
import type { Paint } from '../render/styles.ts'
import { bar, count } from '../render/numbers.ts'

export const budgetStyles = { ok: 'green', warning: 'yellow', exceeded: 'red' } as const
const barWidth = 24

/** Renders a budget as one line. */
export function renderBalance(
  { scope, of, key, limit, used, reserved, available, level, action, resetsAt, forgottenAt }: HeldBalance,
  paint: Paint,
): string {
  const until = resetsAt === undefined ? '' : `, until ${new Date(resetsAt).toISOString()}`
  const unused = forgottenAt === undefined ? '' : `, resets on ${new Date(forgottenAt).toISOString()} if unused until then`
  const then = level === 'exceeded' ? ` (${action}${until}${unused})` : ''
  const rest = reserved > 0 ? `, ${count(reserved)} reserved` : ''
  const name = safeLine(key === undefined ? of : `${of} of key ${key}`)
  return `${scope} ${name}  ${paint(budgetStyles[level], bar(used / limit, barWidth))}  ${count(used)} of ${count(limit)} tokens used${rest}, ${count(available)} left${then}\n`
}
