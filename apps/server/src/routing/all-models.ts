import type { IncomingHttpHeaders } from 'node:http'
import { matchModel } from '@reason/core'
import type { ApiError } from '../clients/api-error.ts'
import type { Config } from '../config/load.ts'
import { nameOf } from '../config/upstream-list.ts'
import { fetchModels, idsOf } from '../upstream/list-models.ts'
import type { Backend } from '../upstream/backend.ts'

/** One that takes longer is left out, so that it does not hold up the others' lists. In milliseconds. */
const patienceMs = 5000

export interface AllModels {
  models: readonly { id: string; owner: string }[]
  /** Upstreams whose list could not be had, and why. */
  missing: readonly { upstream: string; error: ApiError }[]
}

type Entry = NonNullable<Config['upstreams']>[number]

/** What can be asked for: of each upstream its list, as far as it is asked for such models, and its aliases. The first that has a model owns it. */
export async function allModels(
  { upstreams = [], answerLimit }: Pick<Config, 'upstreams' | 'answerLimit'>,
  backends: ReadonlyMap<string, Backend>,
  headers: IncomingHttpHeaders,
  signal: AbortSignal,
): Promise<AllModels> {
  const entries = upstreams.toSorted((a, b) => (a.priority ?? 0) - (b.priority ?? 0))
  const lists = await Promise.all(entries.map((entry) => listOf(entry, backends.get(nameOf(entry))!, headers, answerLimit, signal)))
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

/** Patterns are no names. */
const named = (names: readonly string[]): string[] => names.filter((name) => !name.includes('*'))

async function listOf(
  { models = ['*'] }: Entry,
  { upstream }: Backend,
  headers: IncomingHttpHeaders,
  limit: number,
  signal: AbortSignal,
): Promise<string[] | ApiError> {
  // What has no list has what is said of it.
  if (upstream.api.models === undefined) return named(models)
  const listing = fetchModels(upstream, headers, limit)
  const late = Promise.withResolvers<ApiError>()
  const leave = (): void => {
    listing.abort()
    late.resolve(tooLate(upstream.name))
  }
  const timer = setTimeout(leave, patienceMs)
  signal.addEventListener('abort', leave)
  try {
    const text = await Promise.race([listing.text, late.promise])
    if (typeof text !== 'string') return text
    const ids = idsOf(text, upstream)
    return Array.isArray(ids) ? ids.filter((id) => matchModel(models, id) >= 0) : ids
  } finally {
    clearTimeout(timer)
    signal.removeEventListener('abort', leave)
  }
}

const tooLate = (name: string): ApiError => ({
  status: 504,
  type: 'upstream_error',
  code: 'upstream_timeout',
  message: `The upstream ${name} did not list its models within ${patienceMs} ms.`,
})
