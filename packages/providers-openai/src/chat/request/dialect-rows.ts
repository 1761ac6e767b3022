import { matchesModel } from '@reason/core/adapter'
import { isSince } from '@reason/wire-kit'
import { isKnown, rowFor } from '../../shared/by-model.ts'
import type { Conflict } from '../dialect/conflict.ts'
import type { KnobRow } from '../dialect/knob-row.ts'
import type { ReplayRow } from '../dialect/replay-row.ts'
import type { DialectRequestFacts } from '../dialect/request-facts.ts'
import { dialectOf, dialects } from '../find-dialect.ts'
import { unknownModels, unknownReplay, unknownRequest, unnamedRequest } from '../unknown-provider.ts'

/** Returns a provider's requirements for requests, apart from reasoning. */
export function requestFactsFor(provider: string | undefined): DialectRequestFacts {
  if (provider === undefined) return unnamedRequest
  const dialect = dialectOf(provider)
  if (dialect === undefined) return unknownRequest
  return isKnown(dialect.request) ? dialect.request : {}
}

/** @returns Undefined if nothing is known about the model at that provider. */
export function knobRowFor(provider: string | undefined, model: string): KnobRow | undefined {
  const dialect = dialectOf(provider)
  return (dialect && rowFor(dialect.thinking, model)) ?? rowFor(unknownModels, model)
}

/** Returns the replay rule for the reasoning of a model at a provider. */
export function replayRowFor(provider: string | undefined, model: string): ReplayRow {
  const dialect = dialectOf(provider)
  return (dialect && rowFor(dialect.replay, model)) ?? rowFor(unknownReplay, model)!
}

/** Returns the conflicts of a model at a provider, in the order in which they are settled. */
export const conflictsFor = (provider: string | undefined, model: string): Conflict[] =>
  (dialectOf(provider)?.conflicts ?? []).filter(
    ({ models, since, except = [] }) =>
      (models === undefined || matchesModel(models, model)) &&
      (since === undefined || isSince(since, model)) &&
      !matchesModel(except, model),
  )

/** Fields that some provider has and OpenAI lacks. */
const ownFields: ReadonlySet<string> = new Set(Object.values(dialects).flatMap(({ fields }) => fields?.own ?? []))

/** Returns the given fields that a provider with a dialect does not know. */
export function unknownTo(provider: string, names: readonly string[]): string[] {
  const { own = [], lacks = [] } = dialectOf(provider)?.fields ?? {}
  return names.filter((name) => lacks.includes(name) || (ownFields.has(name) && !own.includes(name)))
}
