import { matchModel } from '@reason/core/adapter'
import { isApiError, type ApiError } from '../errors/api-error.ts'
import type { GatewayConfig } from '../settings/settings.ts'
import { nameOf } from '../settings/upstream-list.ts'
import type { Backend } from '../generation/backend.ts'
import { idsOf, longestList, readList } from '../upstreams/model-list.ts'
import { gone, replyOf, type UpstreamBody } from '../upstreams/reply.ts'
import type { Head } from '../head.ts'

/** Timeouts for an upstream's list, in milliseconds. Among several, a slower list is left out, so that it does not delay the others. */
const patienceMs = { alone: 30_000, several: 5000 }

export interface AllModels {
  models: readonly { id: string; owner: string }[]
  /** Upstreams whose list is not available, with the error. */
  missing: readonly { upstream: string; error: ApiError }[]
}

/** The client that asks for a list. */
interface ListClient {
  headers: Head
  /** Most bytes of an upstream's list. */
  limit: number
  /** Aborts when the client disconnects. */
  left: AbortSignal
}

type Entry = NonNullable<GatewayConfig['upstreams']>[number]

/**
 * Collects the available models: each upstream's list, filtered by its configured models, and its aliases. If several upstreams have a
 * model, the first one by priority owns it.
 */
export async function allModels(
  { upstreams = [], answerLimit }: Pick<GatewayConfig, 'upstreams' | 'answerLimit'>,
  backends: ReadonlyMap<string, Backend>,
  headers: Head,
  left: AbortSignal,
): Promise<AllModels> {
  const entries = upstreams.toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0))
  const client = { headers, limit: answerLimit, left }
  const lists = await Promise.all(entries.map((entry) => listOf(entry, backends.get(nameOf(entry))!, client)))
  const models = new Map<string, string>()
  const missing: { upstream: string; error: ApiError }[] = []
  for (const [index, entry] of entries.entries()) {
    const owner = nameOf(entry)
    const list = lists[index]!
    if (!Array.isArray(list)) missing.push({ upstream: owner, error: list })
    for (const id of [...named(Object.keys(entry.aliases ?? {})), ...(Array.isArray(list) ? list : named(entry.models ?? []))]) {
      if (!models.has(id)) models.set(id, owner)
    }
  }
  return { models: Array.from(models, ([id, owner]) => ({ id, owner })), missing }
}

/** Leaves out patterns, which are no model names. */
const named = (names: readonly string[]): string[] => names.filter((name) => !name.includes('*'))

async function listOf({ models = ['*'] }: Entry, { upstream }: Backend, client: ListClient): Promise<string[] | ApiError> {
  // An upstream without a list offers the models of its configuration.
  if (upstream.api.models === undefined) return named(models)
  const reply = await listReply(upstream, client, 'several')
  const ids = isApiError(reply) ? reply : idsOf(reply.text, upstream)
  return Array.isArray(ids) ? ids.filter((id) => matchModel(models, id) >= 0) : ids
}

/** Requests an upstream's list. Without a timeout of its own, a list that drips would be read for hours. */
export async function listReply(
  upstream: Backend['upstream'],
  { headers, limit, left }: ListClient,
  among: keyof typeof patienceMs,
): Promise<UpstreamBody | ApiError> {
  const ms = patienceMs[among]
  const waited = AbortSignal.any([left, AbortSignal.timeout(ms)])
  const ask: Parameters<typeof replyOf>[0] = (listener) => upstream.models(headers, listener)
  const reply = await replyOf(ask, { upstream, limit: Math.min(limit, longestList), left: waited, read: readList(upstream) })
  if (reply !== gone) return reply
  return {
    status: 504,
    type: 'upstream_error',
    code: 'upstream_timeout',
    message: `The upstream ${upstream.name} did not list its models within ${ms} ms. Try again later, or name the model in a request.`,
  }
}
