import type { Signal, TextAdapter } from '../adapter.ts'
import { createDelimiters, type Delimiters } from '../delimiters.ts'

/** Signals that all streams of one adapter search for: at the beginning of a text, after the beginning, and after the fallback was chosen. */
export type Watched = Record<'leading' | 'anywhere' | 'late', { signals: readonly OwnedSignal[]; delimiters: Delimiters }>
export type OwnedSignal = Signal & { adapter: TextAdapter }

export const watch = (signals: readonly OwnedSignal[]): Watched['anywhere'] => ({ signals, delimiters: createDelimiters(signals) })

/** Format in which the end of a prompt is. */
export function lastSignal({ signals, delimiters }: Watched['anywhere'], prompt: string): TextAdapter | undefined {
  let last: TextAdapter | undefined
  for (let match = delimiters.search(prompt, 0, true); match.found; match = delimiters.search(prompt, match.end, true)) {
    last = signals[match.index]!.adapter
  }
  return last
}

/** Whether the unit is a quotation mark or a backtick: a token behind it is only mentioned. */
export const isMark = (unit: string): boolean => !!unit && '`"\'“„‘«»「'.includes(unit)
