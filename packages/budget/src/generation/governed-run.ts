import type { Account } from '../accounts/accounts.ts'
import type { BudgetsConfig } from '../config.ts'
import type { Asker, BudgetCounts, BudgetEvent } from '../accounts/events.ts'
import type { Context, Ledger } from '../accounts/ledger.ts'
import type { ReasoningMeter } from './meter.ts'
import type { BudgetRefusal } from '../accounts/refusal.ts'
import type { Renewals, Renewed } from './renewals.ts'
import type { Settle, SpendLevel, StoreReply, Terms } from '../store/store.ts'
import type { BudgetWarning } from '../accounts/budget-warnings.ts'

export type AdmissionResult = { admitted: true } | BudgetRefusal

/** Shared data of all generations. */
export interface Governing {
  config: Pick<BudgetsConfig, 'reservationTokens' | 'reservationTtlMs' | 'whenStoreDown'>
  ledger: Ledger
  storeId: string
  counts: BudgetCounts
  emit: (event: BudgetEvent) => void
  renewals: Renewals<GovernedRun>
}

/** Identity and budgets of a generation. */
export interface Governed {
  id: string
  tenant: string
  accounts: readonly Account[]
  asker: Asker
  /** Maximum output tokens of the request, which also limit its reasoning. */
  maxTokens: number | undefined
}

/** State of a running generation. */
export interface GovernedRun extends Context, Renewed {
  readonly governing: Governing
  readonly governed: Governed
  readonly terms: readonly Terms[]
  /** Tokens per reservation. */
  readonly step: number
  readonly meter: ReasoningMeter
  state: 'new' | 'open' | 'closed'
  /** Set if the client left before the end. `hidden`: the model may have thought without showing it. */
  left: 'seen' | 'hidden' | undefined
  /** Settled tokens. */
  settledBy: number | undefined
  admission: AdmissionResult | Promise<AdmissionResult> | undefined
  isExtending: boolean
  /** Set if the store was asked in this turn of the event loop, in which it cannot answer. */
  justAsked: ReturnType<typeof setTimeout> | undefined
  /** Last reply of the store, with the values sent in its request. Undefined before the first reply. */
  reply: StoreReply | undefined
  toldRunning: number
  toldWanted: number
  /** Tokens granted by the budgets that stop, tokens available, and whether more were refused. */
  allowance: number
  available: number
  isFinal: boolean
  /** Token count of the next action. */
  nextAt: number
  /** Levels reported to the client, pending warnings, and stopped choices. Undefined for most generations. */
  known: SpendLevel[] | undefined
  untold: BudgetWarning[] | undefined
  stoppedChoices: number[] | undefined
}

/** Operation of the store for a generation. */
export function operationOf({ governing, governed, terms }: GovernedRun, tokens: number): Settle {
  return { tenant: governed.tenant, id: governed.id, ttlMs: governing.config.reservationTtlMs, accounts: terms, tokens }
}
