import type { ModelQuery, Passport } from '../adapter.ts'
import { matchKnownModel } from './model-name.ts'
import type { JsonValue } from '../splitter.ts'

/** Merged facts about one model. Each flag has its source. */
export interface MergedPassport {
  flags: Readonly<Record<string, { value: boolean; source: string }>>
  options: Readonly<Record<string, JsonValue>>
  serviceTokens: readonly string[]
}

interface Hints {
  adapter?: string
  served?: Passport
  flags?: Readonly<Record<string, boolean>>
}

/**
 * Merges the facts about a model. For each flag the first source wins: hints, then configuration, then adapters. Within one source, the higher priority
 * wins, then the pattern with more literal characters. The server's own passport applies only if no earlier passport states which format the model
 * writes. Adapter rows with a priority below 0 come after it.
 */
export function mergePassports(
  query: ModelQuery,
  own: readonly Passport[],
  configured: readonly Passport[],
  hints: Hints = {},
): MergedPassport {
  const flags: Record<string, { value: boolean; source: string }> = Object.create(null)
  const options: Record<string, JsonValue> = Object.create(null)
  const serviceTokens = new Set<string>()

  say({ models: [], flags: hints.flags ?? {} }, ofRequest)
  for (const passport of fitting(configured, query, hints)) say(passport, passport.source ?? 'configuration')
  const byName = fitting(own, query, hints)
  const known = byName.filter(({ priority = 0 }) => priority >= 0)
  for (const passport of known) say(passport, sourceOf(passport))
  if (hints.served !== undefined && !isKnown()) say(hints.served, sourceOf(hints.served))
  for (const passport of byName.slice(known.length)) say(passport, sourceOf(passport))
  return { flags, options, serviceTokens: [...serviceTokens] }

  function isKnown(): boolean {
    return Object.entries(flags).some(([id, { value, source }]) => value && id !== 'native' && source !== ofRequest)
  }

  function say(passport: Passport, source: string): void {
    for (const [id, value] of Object.entries(passport.flags ?? {})) flags[id] ??= { value, source }
    for (const [id, value] of Object.entries(passport.options ?? {})) options[id] ??= value
    for (const token of passport.serviceTokens ?? []) serviceTokens.add(token)
  }
}

function fitting(passports: readonly Passport[], query: ModelQuery, hints: Hints): Passport[] {
  return passports
    .map((passport) => ({ passport, fit: fitOf(passport, query, hints) }))
    .filter(({ fit }) => fit >= 0)
    .toSorted((a, b) => (b.passport.priority ?? 0) - (a.passport.priority ?? 0) || b.fit - a.fit)
    .map(({ passport }) => passport)
}

const ofRequest = 'set for this request'

const sourceOf = ({ source, models }: Passport): string => source ?? `passport ${models.join(', ')}`

/** Normalises a provider's name: `llama.cpp`, `llama-cpp` and `llamacpp` are equal. */
const plainName = (provider: string): string => provider.toLowerCase().replace(/[^a-z\d]/g, '')

/** Quality of the match, or -1. A passport without name patterns applies to a provider as a whole. */
function fitOf(passport: Passport, query: ModelQuery, hints: Hints): number {
  if (passport.catchAll === true && (hints.adapter === undefined || passport.flags?.[hints.adapter] !== true)) return -1
  if (passport.provider !== undefined && plainName(passport.provider) !== plainName(query.provider ?? '')) return -1
  if (passport.models.length === 0) return passport.provider === undefined ? -1 : 0
  return query.model === undefined ? -1 : matchKnownModel(passport.models, query.model)
}
