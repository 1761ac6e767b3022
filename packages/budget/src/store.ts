import type { Action } from './config.ts'
import type { Buckets } from './window.ts'

/** One account in an operation: whose it is, and the terms that the caller knows. Stores keep counts, not configuration. */
export interface Terms extends Buckets {
  /** Unique within the tenant. Safe for a key: letters, digits and `._~-/:`. */
  name: string
  /** More than 0. */
  limit: number
  /** From this many tokens on it is warned. */
  warnFrom: number
  action: Action
  /** 0: never. */
  forgetAfterMs: number
}

/** An operation on accounts of one tenant, all or nothing. */
export interface Operation {
  /** What is kept together: accounts of two tenants never meet in an operation. */
  tenant: string
  accounts: readonly Terms[]
  /** Milliseconds until a reservation expires unless it is renewed. */
  ttlMs: number
}

export interface OfReservation extends Operation {
  /** Id of the reservation, unique for all time. */
  id: string
}

export interface Reserve extends OfReservation {
  tokens: number
}

export interface Extend extends OfReservation {
  /** Thought so far, as far as is known. */
  running: number
  /** How much is wanted in all, what was thought included. */
  tokens: number
}

export interface Settle extends OfReservation {
  /** Thought in all. */
  tokens: number
}

export interface Write extends Operation {
  /** Tokens that count as used from now on. */
  used: number
}

/** 0: under the warning, 1: warned, 2: used up. */
export type Level = 0 | 1 | 2

/** An account after an operation. */
export interface AccountState {
  /** Settled, in the window. */
  used: number
  /** Reserved and not settled, of all reservations. What runs beyond its reservation counts as reserved. */
  reserved: number
  /** What those that run have thought so far: a part of `reserved`. */
  running: number
  /** Of the operation's own reservation: how much of what it wanted it may think. */
  granted: number
  /** Levels before and after. Who raises one is the only one to see it, over all processes. */
  before: Level
  after: Level
  /** When the account last changed. Undefined: never. */
  changedAt: number | undefined
  /** When the next reservation expires if it is not renewed. */
  nextExpiryAt: number | undefined
  /** What counts, by bucket, oldest first; only where `used` is at the limit. */
  buckets: readonly (readonly [index: number, tokens: number])[]
}

export interface Reply {
  /**
   * - `done`
   * - `refused`: an account that rejects has nothing left, and nothing was changed.
   * - `settled`: the reservation was settled before, and nothing was changed.
   */
  outcome: 'done' | 'refused' | 'settled'
  /** The store's own clock, in milliseconds since 1970. */
  now: number
  /** In the order of the operation. */
  accounts: readonly AccountState[]
}

/**
 * Keeps counts. Each operation is atomic over its accounts, and safe to repeat: a reservation is made once, and settled once.
 * An operation that cannot be done rejects.
 */
export interface BudgetStore {
  /** For messages and state: `memory`, `redis`. */
  id: string
  /** Whether every reply is ready in the same turn of the event loop, so that callers need no timeout. Absent: replies may be late. */
  isImmediate?: true
  /** Sets tokens aside, as many as there are up to those wanted. Again with the same id: what was granted the first time. */
  reserve(operation: Reserve): Promise<Reply>
  /** Says how far a generation has come, asks for more, and renews. One that had expired is made anew. */
  extend(operation: Extend): Promise<Reply>
  /** Takes the reservation away and counts what was used, once, also where it had expired. */
  settle(operation: Settle): Promise<Reply>
  /** Reservations stay. */
  write(operation: Write): Promise<Reply>
  read(operation: Operation): Promise<Reply>
}

/** How long it is remembered that a reservation was settled. */
export const rememberSettledMs = 3_600_000
