import type { Part } from '@reason/core'
import type { Governor } from '@reason/core/pipeline'
import type { GatewayConfig } from '../settings/settings.ts'
import type { OwnRule } from './own-rule.ts'

/** Limits streams that are kept in memory until their end: those whose last event repeats everything, and sealed ones. */
export const answerLimitRule = ({ answerLimit }: Pick<GatewayConfig, 'answerLimit'>): OwnRule => ({
  id: 'answer-limit',
  admit({ request, sealing }) {
    const keepsAll = request.stream && (request.api.repeatsAll === true || sealing.isWanted)
    return keepsAll ? { begin: () => ({ governors: [lengthLimit(answerLimit)] }) } : undefined
  },
})

/** Ends a generation whose text has more than `most` UTF-16 units. Used if the whole text is kept in memory until its end. */
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
