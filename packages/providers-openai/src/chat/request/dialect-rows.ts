import { matchesModel } from '@reason/core/adapter'
import { isKnown, rowFor } from '../../shared/by-model.ts'
import type { Conflict } from '../dialect/conflict.ts'
import type { KnobRow } from '../dialect/knob-row.ts'
import type { ReplayRow } from '../dialect/replay-row.ts'
import type { RequestFacts } from '../dialect/request-facts.ts'
import { dialectOf, dialects } from '../find-dialect.ts'
import { unknownReplay, unknownRequest, unnamedRequest } from '../unknown-provider.ts'

/** What a provider demands of requests, apart from reasoning. */
export function requestFactsFor(provider: string | undefined): RequestFacts {
  if (provider === undefined) return unnamedRequest
  const dialect = dialectOf(provider)
  if (dialect === undefined) return unknownRequest
  return isKnown(dialect.request) ? dialect.request : {}
}

/** @returns Undefined where nothing is known of the model at that provider. */
export function knobRowFor(provider: string | undefined, model: string): KnobRow | undefined {
  const dialect = dialectOf(provider)
  return dialect && rowFor(dialect.thinking, model)
}

/** What goes back of the reasoning to a model at a provider. */
export function replayRowFor(provider: string | undefined, model: string): ReplayRow {
  const dialect = dialectOf(provider)
  return (dialect && rowFor(dialect.replay, model)) ?? rowFor(unknownReplay, model)!
}

/** What a model at a provider refuses, in the order in which it is settled. */
export const conflictsFor = (provider: string | undefined, model: string): Conflict[] =>
  (dialectOf(provider)?.conflicts ?? []).filter(
    ({ models, except = [] }) => (models === undefined || matchesModel(models, model)) && !matchesModel(except, model),
  )

/** Fields that some provider has and OpenAI has not. */
const ownFields: ReadonlySet<string> = new Set(Object.values(dialects).flatMap(({ fields }) => fields.own))

/** Those of the fields that a provider with a dialect does not know. */
export function unknownTo(provider: string, names: readonly string[]): string[] {
  const { own = [], lacks = [] } = dialectOf(provider)?.fields ?? {}
  return names.filter((name) => lacks.includes(name) || (ownFields.has(name) && !own.includes(name)))
}
