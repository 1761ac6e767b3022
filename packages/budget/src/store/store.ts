import type { Action } from '../config.ts'
import type { Buckets } from '../window.ts'

/** An account in an operation, with the terms that the caller knows. Stores keep counts, not configuration. */
export interface Terms extends Buckets {
  /** Unique within the tenant. Consists of letters, digits and `._~-/:`, so it is safe for a key. */
  name: string
  /** Greater than 0. */
  limit: number
  /** Number of tokens from which the client is warned. */
  warnFrom: number
  action: Action
  /** 0: never. */
  forgetAfterMs: number
}

/** An operation on accounts of one tenant, all or nothing. */
export interface Operation {
  /** Unit of storage. Accounts of two tenants never occur in the same operation. */
  tenant: string
  accounts: readonly Terms[]
  /** Milliseconds until a reservation expires unless it is renewed. */
  ttlMs: number
}

export interface OfReservation extends Operation {
  /** Id of the reservation, unique for all time. */
  id: string
}

/** Reserves tokens before a generation. */
export interface Reserve extends OfReservation {
  tokens: number
}

/** Enlarges a reservation while its generation thinks. */
export interface Extend extends OfReservation {
  /** Tokens used so far, as far as known. */
  running: number
  /** Total tokens wanted, including those already used. */
  tokens: number
}

/** Replaces a reservation by the tokens that were used. */
export interface Settle extends OfReservation {
  /** Total tokens used. */
  tokens: number
}

/** Sets the used tokens of accounts. */
export interface Write extends Operation {
  /** Tokens that count as used now. */
  used: number
}

/** 0: below the warning, 1: warned, 2: used up. */
export type SpendLevel = 0 | 1 | 2

/** An account after an operation. */
export interface AccountState {
  /** Settled tokens in the window. */
  used: number
  /** Tokens of all reservations that are not settled. Tokens used beyond a reservation count as reserved. */
  reserved: number
  /** Tokens used so far by running generations: a part of `reserved`. */
  running: number
  /** Tokens granted to the operation's own reservation. */
  granted: number
  /** Levels before and after. Over all processes, only the operation that raises a level sees it rise. */
  before: SpendLevel
  after: SpendLevel
  /** Time of the last change. Undefined if there was none. */
  changedAt: number | undefined
  /** Time at which the next reservation expires if it is not renewed. */
  nextExpiryAt: number | undefined
  /** Counting tokens by bucket, oldest first. Only if `used` is at the limit. */
  buckets: readonly (readonly [index: number, tokens: number])[]
}

export interface StoreReply {
  /**
   * Result of the operation.
   * - `done`
   * - `refused`: an account that rejects is used up. No account was changed.
   * - `settled`: the reservation was already settled. No account was changed.
   */
  outcome: 'done' | 'refused' | 'settled'
  /** The store's own clock, in milliseconds since 1970. */
  now: number
  /** States in the order of the operation's accounts. */
  accounts: readonly AccountState[]
}

/** Stores counts. Each operation is atomic over its accounts, and safe to repeat: a reservation is made once, and settled once. A failed operation rejects. */
export interface BudgetStore {
  /** Name in messages and state: `memory`, `redis`. */
  id: string
  /** Whether every reply is ready in the same turn of the event loop, so that callers need no timeout. Absent: replies may be late. */
  isImmediate?: true
  /** Reserves tokens, at most those available. Repeated with the same id, returns the tokens granted the first time. */
  reserve(operation: Reserve): Promise<StoreReply>
  /** Reports the progress of a generation, requests more tokens, and renews. An expired reservation is made again. */
  extend(operation: Extend): Promise<StoreReply>
  /** Removes the reservation and counts the used tokens, once, even if the reservation had expired. */
  settle(operation: Settle): Promise<StoreReply>
  /** Sets the used tokens. Reservations stay. */
  write(operation: Write): Promise<StoreReply>
  read(operation: Operation): Promise<StoreReply>
}

/** Milliseconds that a settled reservation is remembered. */
export const rememberSettledMs = 3_600_000
