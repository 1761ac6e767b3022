import type { AccountState, Extend, SpendLevel, OfReservation, Operation, StoreReply, Reserve, Settle, Terms, Write } from '../src/index.ts'

/** Spent tokens. They count from the beginning of their bucket (`from`) to `until`. */
interface Spent {
  from: number
  until: number
  tokens: number
}

interface Kept {
  spent: Spent[]
  held: { id: string; held: number; running: number; until: number }[]
  level: number
  changedAt: number | undefined
  lookedAt: number
}

/** Reference model of a store, as simple as possible: a list of spent tokens, and a list of reservations. */
export class Model {
  private readonly kept = new Map<string, Kept>()
  private readonly settledAt = new Map<string, number>()

  now: number

  constructor(now: number) {
    this.now = now
  }

  reserve(operation: Reserve): StoreReply {
    return this.operate(operation, (all) => {
      if (this.isSettled(operation)) return 'settled'
      const isNew = (kept: Kept) => !kept.held.some(({ id }) => id === operation.id)
      if (all.some(({ kept, terms }) => terms.action === 'reject' && isNew(kept) && free(kept, terms) <= 0)) return 'refused'
      for (const one of all) {
        const { kept, terms } = one
        const held = kept.held.find(({ id }) => id === operation.id)
        one.granted = held === undefined ? between(operation.tokens, free(kept, terms)) : held.held
        if (held === undefined) this.hold(operation, kept, one.granted, 0)
      }
      return 'done'
    })
  }

  extend(operation: Extend): StoreReply {
    return this.operate(operation, (all) => {
      if (this.isSettled(operation)) return 'settled'
      for (const one of all) {
        const { kept, terms } = one
        kept.held = kept.held.filter(({ id }) => id !== operation.id)
        one.granted = between(operation.tokens, free(kept, terms))
        this.hold(operation, kept, Math.max(one.granted, operation.running), operation.running)
      }
      return 'done'
    })
  }

  settle(operation: Settle): StoreReply {
    return this.operate(operation, (all) => {
      if (this.isSettled(operation)) return 'settled'
      this.settledAt.set(`${operation.tenant} ${operation.id}`, this.now)
      for (const { kept, terms } of all) {
        kept.held = kept.held.filter(({ id }) => id !== operation.id)
        kept.spent.push(spentAt(terms, this.now, operation.tokens))
        kept.changedAt = this.now
      }
      return 'done'
    })
  }

  write(operation: Write): StoreReply {
    return this.operate(operation, (all) => {
      for (const one of all) {
        one.kept.spent = [spentAt(one.terms, this.now, operation.used)]
        one.kept.changedAt = this.now
        one.before = levelOf(one.kept, one.terms)
      }
      return 'done'
    })
  }

  read(operation: Operation): StoreReply {
    return this.operate(operation, () => 'done')
  }

  private hold({ id, ttlMs }: OfReservation, kept: Kept, held: number, running: number): void {
    kept.held.push({ id, held, running, until: this.now + ttlMs })
    kept.changedAt = this.now
  }

  private isSettled({ tenant, id }: OfReservation): boolean {
    const at = this.settledAt.get(`${tenant} ${id}`)
    return at !== undefined && this.now < at + 3_600_000
  }

  private operate(
    operation: Operation,
    act: (all: { kept: Kept; terms: Terms; granted: number; before: number }[]) => StoreReply['outcome'],
  ): StoreReply {
    const all = operation.accounts.map((terms) => {
      const kept = this.kept.get(`${operation.tenant} ${terms.name}`) ?? {
        spent: [],
        held: [],
        level: 0,
        changedAt: undefined,
        lookedAt: this.now,
      }
      this.look(kept, terms)
      return { kept, terms, granted: 0, before: Math.min(kept.level, levelOf(kept, terms)) }
    })
    const outcome = act(all)
    const accounts = all.map(({ kept, terms, granted, before }): AccountState => {
      if (kept.changedAt !== undefined) this.kept.set(`${operation.tenant} ${terms.name}`, kept)
      const after = levelOf(kept, terms)
      kept.level = after
      const used = total(kept.spent.map(({ tokens }) => tokens))
      const ends = kept.held.map(({ until }) => until).toSorted((one, other) => one - other)
      return {
        used,
        reserved: total(kept.held.map(({ held }) => held)),
        running: total(kept.held.map(({ running }) => running)),
        granted,
        before: before as SpendLevel,
        after,
        changedAt: kept.changedAt,
        nextExpiryAt: ends[0],
        buckets: used >= terms.limit ? bucketed(kept.spent, terms) : [],
      }
    })
    return { outcome, now: this.now, accounts }
  }

  /** Updates an account to the present. The clock may have moved forward or back. */
  private look(kept: Kept, terms: Terms): void {
    const back = Math.max(0, kept.lookedAt - this.now)
    kept.lookedAt = this.now
    kept.held = kept.held.map((one) => ({ ...one, until: one.until - back })).filter(({ until }) => until > this.now)
    if (kept.changedAt !== undefined) kept.changedAt -= back
    const isForgotten =
      terms.forgetAfterMs > 0 && kept.held.length === 0 && kept.changedAt !== undefined && this.now - kept.changedAt >= terms.forgetAfterMs
    kept.spent = isForgotten ? [] : kept.spent.filter(({ until }) => until > this.now)
    kept.spent = kept.spent.map((one) => (one.from > this.now ? spentAt(terms, this.now, one.tokens) : one))
  }
}

function spentAt({ bucketMs, spanMs }: Terms, now: number, tokens: number): Spent {
  if (bucketMs === 0) return { from: -Infinity, until: Infinity, tokens }
  const from = now - (now % bucketMs)
  return { from, until: from + bucketMs + spanMs, tokens }
}

const total = (numbers: readonly number[]): number => numbers.reduce((one, other) => one + other, 0)

const free = (kept: Kept, terms: Terms): number =>
  terms.limit - total(kept.spent.map(({ tokens }) => tokens)) - total(kept.held.map(({ held }) => held))

const between = (wanted: number, most: number): number => Math.min(wanted, Math.max(0, most))

function levelOf(kept: Kept, terms: Terms): SpendLevel {
  const spent = total(kept.spent.map(({ tokens }) => tokens)) + total(kept.held.map(({ running }) => running))
  if (spent >= terms.limit) return 2
  return spent >= terms.warnFrom ? 1 : 0
}

function bucketed(spent: readonly Spent[], { bucketMs }: Terms): [number, number][] {
  const sums = new Map<number, number>()
  for (const { from, tokens } of spent) {
    if (tokens === 0) continue
    const index = bucketMs === 0 ? 0 : from / bucketMs
    sums.set(index, (sums.get(index) ?? 0) + tokens)
  }
  return [...sums].toSorted(([one], [other]) => one - other)
}
