import type { FinishReason } from '@reason/core/parts'
import { outcomes } from '../words/en/outcomes.ts'

const good: ReadonlySet<string> = new Set<FinishReason>(['stop', 'tool-calls'])
const bad: ReadonlySet<string> = new Set<FinishReason>(['error', 'reasoning-exhausted', 'no-final'])

/** The generate API spells outcomes with underscores. */
const nameOf = (outcome: string): string => outcome.replaceAll('_', '-')

export const isGood = (outcome: string): boolean => good.has(nameOf(outcome))

/** Outcome with its explanation: `length: cut off at the limit`. */
export function outcomeText(outcome: string): string {
  const name = nameOf(outcome)
  return Object.hasOwn(outcomes, name) ? `${name}: ${outcomes[name]!}` : name
}

export function OutcomeBadge({ outcome }: { outcome: string }) {
  const name = nameOf(outcome)
  const tone = good.has(name) ? 'good' : bad.has(name) ? 'bad' : 'warn'
  return (
    <span class={`badge ${tone}`} title={outcomes[name]}>
      {name}
    </span>
  )
}
