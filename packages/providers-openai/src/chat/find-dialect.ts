import { ReasonError } from '@reason/core'
import type { Passport } from '@reason/core/adapter'
import { nearest } from '@reason/core/errors'
import type { ChatDialect, ResponseFacts } from './dialect/dialect.ts'
import * as index from './dialects/index.ts'
import { unknownResponse } from './unknown-provider.ts'

export type DialectName = (typeof index)[keyof typeof index]['provider']

export const dialects = Object.fromEntries(Object.values(index).map((dialect) => [dialect.provider, dialect])) as Readonly<
  Record<DialectName, ChatDialect>
>

export const dialectNames = Object.keys(dialects) as DialectName[]

/** @returns Undefined for a provider without a dialect. */
export const dialectOf = (provider: string | undefined): ChatDialect | undefined =>
  provider !== undefined && Object.hasOwn(dialects, provider) ? dialects[provider as DialectName] : undefined

/**
 * Finds the response facts: those of the named dialect, else the provider's, else those that work for all.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`, for the name of an unknown dialect. An unknown provider is no error.
 */
export function responseFactsFor(name: string | undefined, provider?: string): ResponseFacts {
  const dialect = dialectOf(name ?? provider)
  if (dialect !== undefined) return dialect.response
  if (name === undefined) return unknownResponse
  const meant = nearest(name, dialectNames)
  throw new ReasonError(
    'REASON_INVALID_OPTIONS',
    `openai-chat has no dialect "${name}"${meant === undefined ? '' : ` (did you mean "${meant}"?)`}. ` +
      `Use one of ${dialectNames.join(', ')}, or leave it out.`,
  )
}

/** Providers that always send reasoning in separate fields, whatever the model. */
export const passports: readonly Passport[] = Object.values(dialects)
  .filter(({ response }) => response.native)
  .map(({ provider, evidence }) => ({ models: [], provider, flags: { native: true }, source: `${provider}: ${evidence}` }))
