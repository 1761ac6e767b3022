import type { GatewayConfig } from '../settings/settings.ts'
import { lengthLimit } from './length-limit.ts'
import type { OwnRule } from './own-rule.ts'

/** Bounds streams that are kept to their end: their last event repeats everything, or everything is sealed. */
export const answerLimitRule = ({ answerLimit }: Pick<GatewayConfig, 'answerLimit'>): OwnRule => ({
  id: 'answer-limit',
  admit({ request, sealing }) {
    const keepsAll = request.stream && (request.api.repeatsAll === true || sealing.isWanted)
    return keepsAll ? { begin: () => ({ governors: [lengthLimit(answerLimit)] }) } : undefined
  },
})
