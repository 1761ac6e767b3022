import { isApiError } from '../../errors/api-error.ts'
import { hasLeft } from '../../relay/relay-outcome.ts'
import type { OwnRule } from '../own-rule.ts'
import type { RateLimits } from './rate-limits.ts'
import { createSpent, expectedTokens, inputTokens } from './token-counter.ts'

/** Holds keys to their tokens per minute. Requests are counted by their headers, before any rule. */
export const rateLimitRule = (rateLimits: RateLimits): OwnRule => ({
  id: 'rate-limits',
  async admit(generation) {
    const { request, incoming, reports } = generation
    const { key, bodyBytes } = incoming
    if (key?.rateLimits === undefined) return undefined
    const admission = await rateLimits.reserve(key, expectedTokens(request, bodyBytes))
    if (isApiError(admission)) return { refusal: admission }
    const input = inputTokens(bodyBytes)
    const spent = createSpent(input)
    admission.follow(spent.tokens)
    return {
      begin: () => ({ observers: [spent.observer] }),
      // At once: its client can ask for more when it has the end.
      over(outcome) {
        if (!generation.isSent) return admission.over(0)
        // Who left before the usage came has used what was thought unseen, too.
        const thought = hasLeft(outcome) ? input + (reports.reasoningTokens?.() ?? 0) : 0
        admission.over(Math.max(spent.tokens(), thought))
      },
    }
  },
})
