import type { GatewayConfig } from '../settings/settings.ts'
import { lengthLimit } from './length-limit.ts'
import type { OwnRule } from './own-rule.ts'

/** Limits streams that are kept in memory until their end: those whose last event repeats everything, and sealed ones. */
export const answerLimitRule = ({ answerLimit }: Pick<GatewayConfig, 'answerLimit'>): OwnRule => ({
  id: 'answer-limit',
  admit({ request, sealing }) {
    const keepsAll = request.stream && (request.api.repeatsAll === true || sealing.isWanted)
    return keepsAll ? { begin: () => ({ governors: [lengthLimit(answerLimit)] }) } : undefined
  },
})
