import type { Part } from '@reason/core'
import type { Observer } from '@reason/core/pipeline'
import type { WarningCode } from '@reason/core/warnings'
import { leakCodes, thinkingTimeOf, type Visibility } from '@reason/policy'

/** Warnings that the client gets: the gateway stepped in, or left text out. The others are for operators. */
export const forClients: ReadonlySet<string> = new Set<WarningCode>([
  'budget-warning',
  'budget-exceeded',
  'reasoning-stopped',
  'reasoning-capped',
  'answer-guarded',
  'rescued',
  'aborted',
  'loose-text',
  'reasoning-hidden',
  'image-left-out',
  'turn-paused',
])

/** Outcomes for which most formats have no word of their own. */
const outcomes = new Set(['reasoning-exhausted', 'no-final', 'aborted'])

/** What a client is told in a field of ours, `reason`, of an event that says other things, or nothing. */
export type Note = Readonly<Record<string, unknown>>

/** Collects what the client is told beside its answer. */
export interface Told {
  observer: Observer
  /** With the last event. Undefined: nothing. */
  notes(): Note | undefined
  /** At once, as this part comes to the client: of the thinking of which it sees no more than that. Undefined: nothing. */
  news(part: Part): Note | undefined
}

/** @param visibility - How much the client sees of the reasoning. */
export function createTold(visibility: Visibility): Told {
  let outcome: string | undefined
  let isLeak = false
  const warnings: { code: string; message: string }[] = []
  return {
    observer: {
      id: 'told',
      when: 'after-policy',
      types: ['warning', 'finish'],
      onPart(part) {
        // News say it.
        if (hiddenNews(part) !== undefined) return
        if (part.type === 'warning' && visibility === 'full' && leakCodes.has(part.code)) isLeak = true
        if (part.type === 'warning' && forClients.has(part.code)) warnings.push({ code: part.code, message: part.message })
        else if (part.type === 'finish' && outcomes.has(part.reason)) outcome = part.reason
      },
    },
    notes() {
      if (outcome === undefined && warnings.length === 0 && !isLeak) return undefined
      return {
        ...(outcome !== undefined && { outcome }),
        ...(warnings.length > 0 && { warnings }),
        ...(isLeak && { leak_detected: true }),
      }
    },
    news: visibility === 'label' ? createThinkingNews() : hiddenNews,
  }
}

/** The provider hides what it thinks. Clients at `label` get news of the thinking in any case, and not this. */
const hiddenNews = (part: Part): Note | undefined =>
  part.type === 'warning' && part.code === 'reasoning-hidden'
    ? { thinking: 'hidden', message: part.message, ...choiceOf(part.choice) }
    : undefined

/** That the model thinks, and for how long it has by now. */
function createThinkingNews(): Told['news'] {
  /** In milliseconds, by choice. */
  const spent = new Map<number, number>()
  return (part) => {
    if (part.type === 'block-start') return part.kind === 'hidden' ? { thinking: 'began', ...choiceOf(part.choice) } : undefined
    const thought = thinkingTimeOf(part)
    if (thought === undefined) return undefined
    const choice = 'choice' in part ? (part.choice ?? 0) : 0
    const ms = (spent.get(choice) ?? 0) + thought.ms
    spent.set(choice, ms)
    // What a provider hides comes all at once.
    return { thinking: 'over', ...(ms > 0 && { thinking_ms: ms }), ...choiceOf(choice) }
  }
}

const choiceOf = (choice = 0): { choice?: number } => (choice > 0 ? { choice } : {})
