import type { ReplayDecision } from '@reason/core/conversation'

/** Collects replay decisions. A later decision may replace earlier ones of the same item. */
export interface Decisions {
  add(decision: ReplayDecision): void
  /** Replaces all earlier decisions of the item. */
  revise(decision: ReplayDecision): void
  has(message: number, item: number): boolean
  list(): readonly ReplayDecision[]
}

export function createDecisions(): Decisions {
  const made = new Map<string, ReplayDecision[]>()
  const keyOf = ({ message, item }: Pick<ReplayDecision, 'message' | 'item'>) => `${message}/${item}`

  return {
    add(decision) {
      const key = keyOf(decision)
      made.set(key, [...(made.get(key) ?? []), decision])
    },
    revise: (decision) => void made.set(keyOf(decision), [decision]),
    has: (message, item) => made.has(keyOf({ message, item })),
    list: () => [...made.values()].flat().toSorted((one, other) => one.message - other.message || (one.item ?? -1) - (other.item ?? -1)),
  }
}
