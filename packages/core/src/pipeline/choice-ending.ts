import type { FinishPart } from '../parts.ts'
import type { Ending, StreamContext } from '../splitter.ts'

/** How the text of a choice ends. Servers also report `stop` for calls. */
export function endingOf({ reason, stopSequence }: FinishPart, called: boolean, { guarded, stops }: StreamContext): Ending {
  if (reason === 'tool-calls') return 'calls'
  if (reason !== 'stop') return 'cut'
  if (called) return 'calls'
  // Without the first condition, a client could read a hidden thought up to each of its words. Some servers name a token that ends the model's turn.
  return (guarded && stops) || /^[^<[]/.test(stopSequence ?? '') ? 'stopped' : 'complete'
}

/** Corrects the finish reason. The reader judged by its own fields, but the split text may change the outcome. */
export function corrected(part: FinishPart, calledInText: boolean, onlyReasoned: boolean): FinishPart {
  if (part.reason === 'stop' && calledInText) return { ...part, reason: 'tool-calls' }
  if (part.reason === 'length' && onlyReasoned) return { ...part, reason: 'reasoning-exhausted' }
  return part
}
