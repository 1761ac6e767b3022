import type { KeyRecord } from '@reason/keys'
import { isApiError } from '../../errors/api-error.ts'
import { hasLeft } from '../../generation/relay-outcome.ts'
import type { GenerationFacts, OwnAdmitted, OwnRule } from '../own-rule.ts'
import type { RateLimits } from './rate-limits.ts'
import { createSpent, expectedTokens, inputTokens } from './token-counter.ts'

/** Enforces tokens per minute of keys. Requests per minute are counted when headers arrive, before any rule. */
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
      // Settled at once, because the client may send its next request as soon as it has the end.
      over(outcome) {
        if (!generation.isSent) return admission.over(0)
        // A client that left before the usage report is also charged for hidden reasoning.
        const thought = hasLeft(outcome) ? input + (reports.reasoningTokens?.() ?? 0) : 0
        admission.over(Math.max(spent.tokens(), thought))
      },
    }
  }
}
