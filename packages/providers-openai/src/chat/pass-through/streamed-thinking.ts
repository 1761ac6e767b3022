import { matchesModel } from '@reason/core/adapter'
import type { Target } from '@reason/core/conversation'
import type { RequestBody } from '@reason/core/wire'
import { requestFactsFor } from '../request/dialect-rows.ts'

/** Open models, which think by default. */
const alwaysOpen: readonly string[] = ['*qwen3*', '*qwq*', '*qvq*']

/** What a request for a whole answer needs, so that its model may think. */
export function streamsToThink(body: RequestBody, { provider, model }: Target): RequestBody | undefined {
  if (requestFactsFor(provider).streamsToThink !== true) return undefined
  const says = body['enable_thinking']
  const thinks = says === true || (says !== false && matchesModel(alwaysOpen, model))
  return thinks ? { stream: true, stream_options: { include_usage: true } } : undefined
}
