import { randomUUID } from 'node:crypto'
import { parseOptions, ReasonError } from '@reason/core'
import type { GenerationRequest } from '@reason/core/pipeline'
import { accountsOf, tenantOf, type AccountIdentity } from './accounts/accounts.ts'
import type { Balance } from './accounts/balance.ts'
import { budgetsConfig, defaultSessionLimit, limitsConfig, type Limits, type LimitsOptions, type BudgetScope } from './config.ts'
import { noCounts, type Asker, type BudgetCounts, type BudgetEvent } from './accounts/events.ts'
import { extend } from './generation/allowance.ts'
import type { Governing } from './generation/governed-run.ts'
import { createGovernor, type BudgetGovernor } from './generation/governor.ts'
import { createLedger } from './accounts/ledger.ts'
import { memoryStore } from './store/memory-store.ts'
import { createRenewals } from './generation/renewals.ts'
import type { BudgetStore, Operation, StoreReply } from './store/store.ts'

export interface BudgetsOptions {
  /** Limits by scope. Default: 500 000 tokens per session, none for keys and teams. */
  limits?: LimitsOptions
  /**
   * Tokens that a generation reserves at a time; it extends the reservation while it thinks. Concurrent generations exceed a budget that stops by no more than
   * one reservation each. Default 4096.
   */
  reservationTokens?: number
  /** Milliseconds until a reservation expires. Running generations renew theirs. Default 60 000. */
  reservationTtlMs?: number
  /** Default: a store in memory. */
  store?: BudgetStore
  /** Behaviour while the store does not answer: `open` admits without a budget, `closed` refuses. Default `open`. */
  whenStoreDown?: 'open' | 'closed'
  /** Timeout of the store in milliseconds. Default 1000. */
  storeTimeoutMs?: number
  /** Called synchronously, and must not block. Errors are ignored. */
  onEvent?: (event: BudgetEvent) => void
  /** Clock of the default store, in milliseconds since 1970. Default `Date.now`. */
  now?: () => number
}

/** Overrides for one request, as configured for its key. Absent fields keep the value of the budgets. */
export interface BudgetOverrides {
  limits?: LimitsOptions
}

/** Budgets of an application. Create a governor for each generation. */
export interface Budgets {
  /** Creates a governor for one generation. Pass it to the pipeline, and pass the same request to `admit`. */
  governor(request: GenerationRequest, overrides?: BudgetOverrides): BudgetGovernor
  /** Balances of every budget that applies to the identity. */
  show(identity: AccountIdentity, overrides?: BudgetOverrides): Promise<Balance[]>
  /** Sets the used tokens to 0. Reservations of running generations stay. Undefined if no budget of this scope applies. */
  reset(scope: BudgetScope, identity: AccountIdentity, overrides?: BudgetOverrides): Promise<Balance | undefined>
  /** Sets the used tokens as of now. Undefined if no budget of this scope applies. */
  set(scope: BudgetScope, identity: AccountIdentity, used: number, overrides?: BudgetOverrides): Promise<Balance | undefined>
  state(): BudgetsState
  /** Settles what waits for the store, once. Does not close the store's client. */
  close(): Promise<void>
}

/** State of the budgets of this process. */
export interface BudgetsState {
  store: string
  running: number
  /** Number of ended generations that wait for a store without an answer. They are settled when it answers again. */
  unsettled: number
  counts: Readonly<BudgetCounts>
}

/**
 * Creates budgets of reasoning tokens.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`; `REASON_STORE_DOWN` from `show`, `reset` and `set`
 */
export function createBudgets(options: BudgetsOptions = {}): Budgets {
  const { store: given, onEvent, now, limits: baseLimits = {} } = options
  const config = parseOptions(budgetsConfig, { ...options, limits: baseLimits }, 'budget')
  const store = given ?? memoryStore(now === undefined ? {} : { now })
  // Without this check, an untyped wrong value would look like a store that is down, which admits without a budget.
  if (typeof (store as Partial<BudgetStore>).reserve !== 'function')
    throw new TypeError(
      'createBudgets() got a value that is no store. Create one: redisStore({ client }), sqliteFileStore({ path }), memoryStore().',
    )
  const limits = limitsOf({})
  const overridden = new WeakMap<LimitsOptions, Limits>()
  const counts = noCounts()
  const ledger = createLedger({ store, timeoutMs: config.storeTimeoutMs, counts, emit })
  /** Unique prefix for the reservations of this process, because stores are shared. */
  const ours = randomUUID()
  let count = 0
  const renewals = createRenewals(config.reservationTtlMs / 3, extend)
  const governing: Governing = { config, ledger, storeId: store.id, counts, emit, renewals }

  return {
    governor(request, overrides) {
      const { id, session, key, team, maxTokens } = request
      const accounts = accountsOf(request, limitsFor(overrides))
      return createGovernor(governing, {
        // Requests may repeat an id. Each generation needs its own reservation.
        id: `${id === undefined ? '' : `${id.slice(0, 64)}~`}${ours}.${++count}`,
        // Unused without accounts, and may need a hash.
        tenant: accounts.length === 0 ? '' : tenantOf(request),
        accounts,
        asker: { id, session, key, team },
        maxTokens,
      })
    },
    show: (identity, overrides) => operate(identity, overrides, undefined, (operation) => store.read(operation)),
    reset: (scope, identity, overrides) => write(scope, identity, 0, overrides),
    set(scope, identity, used, overrides) {
      if (!Number.isSafeInteger(used) || used < 0) throw new TypeError(`${used} is not a token count. Give a whole number, 0 or more.`)
      return write(scope, identity, used, overrides)
    },
    state: () => ({ store: store.id, running: renewals.size(), unsettled: ledger.unsettled(), counts: { ...counts } }),
    close: () => ledger.close(),
  }

  async function write(
    scope: BudgetScope,
    identity: AccountIdentity,
    used: number,
    overrides?: BudgetOverrides,
  ): Promise<Balance | undefined> {
    const [balance] = await operate(identity, overrides, scope, (operation) => store.write({ ...operation, used }))
    return balance
  }

  async function operate(
    identity: AccountIdentity,
    overrides: BudgetOverrides | undefined,
    scope: BudgetScope | undefined,
    act: (operation: Operation) => Promise<StoreReply>,
  ): Promise<Balance[]> {
    const accounts = accountsOf(identity, limitsFor(overrides)).filter((account) => scope === undefined || account.scope === scope)
    if (accounts.length === 0) return []
    const operation = { tenant: tenantOf(identity), accounts: accounts.map(({ terms }) => terms), ttlMs: config.reservationTtlMs }
    try {
      return await ledger.run(() => act(operation), { accounts, asker: askerOf(identity) })
    } catch (error) {
      counts.storeFailures += 1
      throw new ReasonError(
        'REASON_STORE_DOWN',
        `The budget store "${store.id}" failed: ${String(error)} Check that it runs and can be reached.`,
        {
          cause: error,
        },
      )
    }
  }

  /** Limits with overrides. Configurations are few and requests many, so each one is checked once. */
  function limitsFor(overrides: BudgetOverrides | undefined): Limits {
    if (overrides?.limits === undefined) return limits
    let found = overridden.get(overrides.limits)
    if (found === undefined) overridden.set(overrides.limits, (found = limitsOf(overrides.limits)))
    return found
  }

  function limitsOf(override: LimitsOptions): Limits {
    const merged = {
      session: { ...defaultSessionLimit, ...baseLimits.session, ...override.session },
      key: { ...baseLimits.key, ...override.key },
      team: { ...baseLimits.team, ...override.team },
    }
    return parseOptions(limitsConfig, { ...override, ...merged }, 'budget limits')
  }

  function emit(event: BudgetEvent): void {
    try {
      onEvent?.(event)
    } catch {
      // An error in a listener must not fail a generation.
    }
  }
}

/** Identity for the events of a reset, which belongs to no generation. */
const askerOf = ({ session, key, team }: AccountIdentity): Asker => ({ session, key, team })
