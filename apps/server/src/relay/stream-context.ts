import type { StreamContext } from '@reason/core'
import type { RequestFacts } from '../clients/client-api.ts'

/** What serves a model itself, and renders its template. */
const servers: ReadonlySet<string | undefined> = new Set(['llamacpp', 'vllm'])

/**
 * What a request says about its answer before the first character of it.
 *
 * @param provider - Who answers, where that is known.
 * @param guarded - Its client may not see the reasoning, and would see it where we are misled about where the answer begins.
 */
export const contextOf = (
  { thinking, isOffForServicesOnly, grammar, tools, prefill }: RequestFacts,
  provider?: string,
  guarded = false,
): StreamContext => ({
  ...(thinking !== undefined && !(guarded && isOffForServicesOnly === true && servers.has(provider)) && { thinking }),
  // One that is no schema may have the model think inside it.
  ...(grammar !== undefined && (grammar === 'json' || !guarded) && { grammar: true }),
  ...(tools.length > 0 && { tools }),
  ...(prefill !== undefined && { prefill }),
  ...(guarded && { guarded }),
})
