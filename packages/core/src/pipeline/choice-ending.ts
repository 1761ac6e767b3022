import type { FinishPart } from '../parts.ts'
import type { Ending } from '../splitter.ts'

/** How the text of a choice ends. Servers also report `stop` for calls. */
export function endingOf({ reason }: FinishPart, called: boolean): Ending {
  if (reason === 'tool-calls') return 'calls'
  if (reason !== 'stop') return 'cut'
  return called ? 'calls' : 'complete'
}

/** Corrects the finish reason. The reader judged by its own fields, but the split text may change the outcome. */
export function corrected(part: FinishPart, calledInText: boolean, onlyReasoned: boolean): FinishPart {
  if (part.reason === 'stop' && calledInText) return { ...part, reason: 'tool-calls' }
  if (part.reason === 'length' && onlyReasoned) return { ...part, reason: 'reasoning-exhausted' }
  return part
}
