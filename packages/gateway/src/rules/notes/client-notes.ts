import type { Part } from '@reason/core'
import type { Observer } from '@reason/core/pipeline'
import type { WarningCode } from '@reason/core/warnings'
import type { Note, ClientNotes } from '../../generation/note.ts'
import { leakCodes, thinkingTimeOf, type Visibility } from '@reason/policy'

/** Warnings for the client: the gateway intervened, or left text out. Other warnings are for operators. */
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
  'reasoning-only',
  'image-left-out',
  'item-left-out',
  'turn-paused',
])

/** Outcomes for which most formats have no finish reason. */
const outcomes = new Set(['reasoning-exhausted', 'no-final', 'aborted'])

/** @param visibility - How much the client sees of the reasoning. */
export function createClientNotes(visibility: Visibility): ClientNotes & { observer: Observer } {
  let outcome: string | undefined
  let isLeak = false
  const warnings: { code: string; message: string }[] = []
  return {
    observer: {
      id: 'told',
      when: 'after-policy',
      types: ['warning', 'finish'],
      onPart(part) {
        // News cover this warning.
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

/** News that the provider hides its reasoning. Clients at `label` get news of all reasoning instead. */
const hiddenNews = (part: Part): Note | undefined =>
  part.type === 'warning' && part.code === 'reasoning-hidden'
    ? { thinking: 'hidden', message: part.message, ...choiceOf(part.choice) }
    : undefined

/** News that the model thinks, and for how long so far. */
function createThinkingNews(): ClientNotes['news'] {
  /** Thinking time in milliseconds, by choice. */
  const spent = new Map<number, number>()
  return (part) => {
    if (part.type === 'block-start') return part.kind === 'hidden' ? { thinking: 'began', ...choiceOf(part.choice) } : undefined
    const thought = thinkingTimeOf(part)
    if (thought === undefined) return undefined
    const choice = 'choice' in part ? (part.choice ?? 0) : 0
    const ms = (spent.get(choice) ?? 0) + thought.ms
    spent.set(choice, ms)
    // Hidden reasoning arrives all at once, so its time is unknown.
    return { thinking: 'over', ...(ms > 0 && { thinking_ms: ms }), ...choiceOf(choice) }
  }
}

const choiceOf = (choice = 0): { choice?: number } => (choice > 0 ? { choice } : {})
