import { safeText } from '../render/safe-text.ts'
import type { Paint } from '../render/styles.ts'

/** As a gateway says how a budget stands. */
export interface Balance {
  scope: string
  of: string
  limit: number
  used: number
  reserved: number
  available: number
  level: 'ok' | 'warning' | 'exceeded'
  action: string
  resetsAt?: number
}

export const budgetStyles = { ok: 'green', warning: 'yellow', exceeded: 'red' } as const
const barWidth = 24

/** One line. */
export function renderBalance({ scope, of, limit, used, reserved, available, level, action, resetsAt }: Balance, paint: Paint): string {
  const until = resetsAt === undefined ? '' : `, until ${new Date(resetsAt).toISOString()}`
  const then = level === 'exceeded' ? ` (${action}${until})` : ''
  const rest = reserved > 0 ? `, ${reserved} reserved` : ''
  return `${scope} ${safeText(of).replaceAll('\n', ' ')}  ${paint(budgetStyles[level], bar(used / limit, barWidth))}  ${used} of ${limit} tokens used${rest}, ${available} left${then}\n`
}

/** How much of a whole, 0 to 1. */
export const bar = (share: number, width: number): string => '█'.repeat(Math.round(Math.min(1, share) * width)).padEnd(width, '░')
