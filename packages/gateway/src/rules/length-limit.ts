import type { Part } from '@reason/core'
import type { Governor } from '@reason/core/pipeline'

/**
 * Ends a generation whose text is longer than allowed: what repeats all of it at its end keeps it until then.
 *
 * @param most - In UTF-16 units.
 */
export function lengthLimit(most: number): Governor {
  let length = 0
  return {
    id: 'answer-limit',
    onPart(part: Part) {
      if (part.type === 'delta' || part.type === 'tool-call-delta') length += part.text.length
      return length > most ? 'abort' : 'continue'
    },
    passes: ({ text }) => length + text.length <= most,
  }
}
