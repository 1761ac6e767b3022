import { accessSync, existsSync } from 'node:fs'
import { ReasonError } from '@reason/core'
import { nearest } from '@reason/core/errors'
import { finishReasons } from '@reason/core/parts'
import { openTraceStore, type TraceFilter, type TraceSort, type TraceStore, type TraceStoreOptions } from '@reason/trace-store'
import { didYouMean, inputError, usageError } from '../cli-error.ts'
import type { GatewayFlags } from '../gateway/client.ts'
import { readError } from '../input.ts'
import { timeOf } from '../time.ts'
import { gatewayStore, type GatewayTraces } from './gateway-store.ts'

/** Flags of all commands for traces. Times are still text. */
export interface TracesFlags extends GatewayFlags {
  traces?: string
  json?: boolean
  // Which traces.
  session?: string
  run?: string
  team?: string
  key?: string
  model?: string
  provider?: string
  outcome?: string
  since?: string
  until?: string
  minLeak?: number
  minTokens?: number
  // How many, in which order. Commands with such a flag have a default for it.
  limit?: number
  lines?: number
  sort?: TraceSort
  /** Groups of `usage`. */
  by?: string
  olderThan?: string
  format?: 'jsonl' | 'csv' | 'parquet'
  reasoning?: boolean
  chainHead?: string
  sealKeys?: string
  known?: string
}

/** Default path of a gateway's traces. */
const usual = '.reason/traces.db'

/** Maximum page size of the store. */
export const largestPage = 1000

/** Runs work with the traces of the gateway in `--gateway`, or else of the store. */
export async function withTraces<T>(flags: TracesFlags, work: (traces: GatewayTraces) => Promise<T>, options?: StoreOptions): Promise<T> {
  if (flags.gateway === undefined) return withStore(flags, work, options)
  if (flags.traces !== undefined) throw usageError('--gateway and --traces exclude each other: each names a store. Leave one out.')
  return work(gatewayStore(flags))
}

interface StoreOptions {
  create?: boolean
  audit?: TraceStoreOptions['audit']
}

/**
 * Runs work with the store, and closes the store. A running gateway is not disturbed.
 *
 * @param options - `create`: the store may be created. `audit`: open it with its chain of digests.
 * @throws {CliError} If there is no store.
 */
export async function withStore<T>(
  flags: TracesFlags,
  work: (store: TraceStore) => Promise<T>,
  { create = false, audit = false }: StoreOptions = {},
): Promise<T> {
  const path = placeOf(flags)
  const url = path === undefined ? whereOf(flags) : existing(path, create)
  const { createRedactor } = await import('@reason/redaction')
  const store = await openTraceStore({ url, mode: 'full', redactor: createRedactor(), journal: false, retention: false, audit }).catch(
    explained,
  )
  try {
    return await work(store).catch(explained)
  } finally {
    await store.close()
  }
}

/** @returns Path of the store if it does not exist yet. */
export function missingAt(flags: TracesFlags): string | undefined {
  const path = placeOf(flags)
  return path === undefined || existsSync(path) ? undefined : path
}

/** @returns Path of the SQLite file. Undefined for PostgreSQL. */
export function placeOf(flags: TracesFlags): string | undefined {
  const where = whereOf(flags)
  if (where.startsWith('postgres')) return undefined
  return where === '' || where === 'sqlite' ? usual : where.replace(/^sqlite:/, '')
}

const whereOf = ({ traces }: TracesFlags): string => traces ?? process.env['REASON_TRACES'] ?? ''

function existing(path: string, create: boolean): string {
  if (create || existsSync(path)) return `sqlite:${path}`
  // In a folder without access, an existing file looks as if it were missing.
  try {
    accessSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EACCES') throw readError(path, error)
  }
  throw inputError(`there are no traces at ${path}. Name the store of the gateway with --traces: sqlite:PATH or postgres://…`)
}

function explained(error: unknown): never {
  if (ReasonError.is(error)) throw inputError(error.message, { cause: error })
  if (error instanceof TypeError) throw usageError(error.message, { cause: error })
  throw error
}

export function filterOf(flags: TracesFlags): TraceFilter {
  const { session, run, team, key, model, provider, outcome, since, until, minLeak, minTokens } = flags
  return {
    session,
    run,
    tenant: team,
    key,
    model,
    provider,
    outcome: outcome === undefined ? undefined : outcomeOf(outcome),
    since: since === undefined ? undefined : timeOf('--since', since),
    until: until === undefined ? undefined : timeOf('--until', until),
    minLeakScore: minLeak,
    minReasoningTokens: minTokens,
  }
}

const outcomes: readonly string[] = finishReasons

function outcomeOf(given: string): string {
  if (outcomes.includes(given)) return given
  throw usageError(`--outcome knows no "${given}".${didYouMean(nearest(given, outcomes))} There are: ${outcomes.join(', ')}.`)
}
