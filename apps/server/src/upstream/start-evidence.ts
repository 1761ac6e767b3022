import { createStartMemory, type AnswerKind, type Origin, type Seen } from '@reason/core/start'
import type { Settings } from '../config/settings.ts'

/** What is known of where an upstream lets the text of each model begin. */
export interface StartEvidence {
  /** For one request, before its answer. */
  origin(model: string): Origin
  /** One answer has ended. @param fingerprint - The server's build, where the answer has it. */
  note(model: string, kind: AnswerKind, fingerprint?: string): void
  /** The answers are to be judged anew: of one model, or of all. */
  forget(model?: string): void
  /** For an operator: the models that answers were seen of. */
  report(): { model: string; seen: Seen }[]
}

type StartSettings = Pick<Settings, 'startUnclosed' | 'startHeld' | 'startTrustOff'>

export function createStartEvidence({ startUnclosed, startHeld, startTrustOff }: StartSettings): StartEvidence {
  const memory = createStartMemory()
  const settings: Origin = { unclosed: startUnclosed, maxHeldChars: startHeld, ...(startTrustOff && { trustsOff: true }) }
  return {
    origin(model) {
      const seen = memory.seen(model)
      return seen === undefined ? settings : { ...settings, seen }
    },
    note: memory.note,
    forget: memory.forget,
    report: () =>
      memory.models().flatMap((model) => {
        const seen = memory.seen(model)
        return seen === undefined ? [] : [{ model, seen }]
      }),
  }
}
