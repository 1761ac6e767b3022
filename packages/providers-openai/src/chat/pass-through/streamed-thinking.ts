import { matchesModel } from '@reason/core/adapter'
import type { Target } from '@reason/core/conversation'
import type { RequestBody } from '@reason/core/wire'
import { requestFactsFor } from '../request/dialect-rows.ts'

/** Open models that think by default. */
const alwaysOpen: readonly string[] = ['*qwen3*', '*qwq*', '*qvq*']

/** Fields to add to an unstreamed request, so that its model may think. Undefined if it needs none. */
export function streamsToThink(body: RequestBody, { provider, model }: Target): RequestBody | undefined {
  if (requestFactsFor(provider).streamsToThink !== true) return undefined
  const says = body['enable_thinking']
  const thinks = says === true || (says !== false && matchesModel(alwaysOpen, model))
  return thinks ? { stream: true, stream_options: { include_usage: true } } : undefined
}
