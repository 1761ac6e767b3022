import type { KeyRecord } from '@reason/keys'
import { isApiError } from '../../errors/api-error.ts'
import { hasLeft } from '../../relay/relay-outcome.ts'
import type { GenerationFacts, OwnAdmitted, OwnRule } from '../own-rule.ts'
import type { RateLimits } from './rate-limits.ts'
import { createSpent, expectedTokens, inputTokens } from './token-counter.ts'

/** Holds keys to their tokens per minute. Requests are counted by their headers, before any rule. */
export function rateLimitRule(rateLimits: RateLimits): OwnRule {
  return {
    id: 'rate-limits',
    admit(generation) {
      const { key } = generation.incoming
      return key?.rateLimits === undefined ? undefined : reserved(key, generation)
    },
  }

  async function reserved(key: KeyRecord, generation: GenerationFacts): Promise<OwnAdmitted> {
    const { request, incoming, reports } = generation
    const { bodyBytes } = incoming
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
  }
}
