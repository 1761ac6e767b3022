import type { Part } from '@reason/core'
import type { Governor } from '@reason/core/pipeline'

/**
 * Ends a generation whose text is too long. Used if the whole text is kept in memory until its end.
 *
 * @param most - Limit in UTF-16 units.
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
