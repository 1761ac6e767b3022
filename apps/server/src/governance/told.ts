import type { Observer, WarningCode } from '@reason/core'

/** What of a generation's warnings is for its client: that somebody stepped in, or text was left out. The others are for operators. */
export const forClients: ReadonlySet<string> = new Set<WarningCode>([
  'budget-warning',
  'budget-exceeded',
  'reasoning-stopped',
  'reasoning-capped',
  'answer-guarded',
  'rescued',
  'aborted',
  'loose-text',
])

/** Outcomes for which most formats have no word of their own. */
const outcomes = new Set(['reasoning-exhausted', 'no-final', 'aborted'])

/** Collects what the client is told with the last event of its answer. */
export interface Told {
  observer: Observer
  /** Undefined: nothing. */
  notes(): Readonly<Record<string, unknown>> | undefined
}

export function createTold(): Told {
  let outcome: string | undefined
  const warnings: { code: string; message: string }[] = []
  return {
    observer: {
      id: 'told',
      when: 'after-policy',
      types: ['warning', 'finish'],
      onPart(part) {
        if (part.type === 'warning' && forClients.has(part.code)) warnings.push({ code: part.code, message: part.message })
        else if (part.type === 'finish' && outcomes.has(part.reason)) outcome = part.reason
      },
    },
    notes() {
      if (outcome === undefined && warnings.length === 0) return undefined
      return { ...(outcome !== undefined && { outcome }), ...(warnings.length > 0 && { warnings }) }
    },
  }
}
