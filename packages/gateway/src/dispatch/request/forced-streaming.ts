import { matchesModel } from '@reason/core/adapter'
import { chatRequestFacts } from '@reason/providers-openai'
import type { ClientRequest } from '../../client-apis/client-request.ts'
import type { Json } from '../../json.ts'
import type { Upstream } from '../../upstreams/upstream.ts'

/** Open models, which think by default. */
const alwaysOpen: readonly string[] = ['*qwen3*', '*qwq*', '*qvq*']

/** What is asked besides, so that a model may think for a client that wants its answer whole: a stream is collected for it. */
export function streamFields(
  { provider, api }: Pick<Upstream, 'provider' | 'api'>,
  { stream, choices, model }: Pick<ClientRequest, 'stream' | 'choices' | 'model'>,
  body: Json,
): Json {
  if (stream || choices > 1 || api.id !== 'openai-chat' || chatRequestFacts(provider).streamsToThink !== true) return {}
  const says = body['enable_thinking']
  const thinks = says === true || (says !== false && matchesModel(alwaysOpen, model))
  return thinks ? { stream: true, stream_options: { include_usage: true } } : {}
}
