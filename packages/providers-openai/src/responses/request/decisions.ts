import type { ReplayDecision } from '@reason/core/conversation'

/** Decisions on their way: what is decided later of an item counts. */
export interface Decisions {
  add(decision: ReplayDecision): void
  /** In place of what was decided so far. */
  revise(decision: ReplayDecision): void
  has(message: number, item: number): boolean
  readonly list: readonly ReplayDecision[]
}

export function createDecisions(): Decisions {
  let list: ReplayDecision[] = []
  return {
    add: (decision) => void list.push(decision),
    revise(decision) {
      list = list.filter(({ message, item }) => message !== decision.message || item !== decision.item)
      list.push(decision)
    },
    has: (message, item) => list.some((decision) => decision.message === message && decision.item === item),
    get list() {
      return list.toSorted((one, other) => one.message - other.message || (one.item ?? -1) - (other.item ?? -1))
    },
  }
}
