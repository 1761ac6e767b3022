import type { ReplayDecision } from '@reason/core/conversation'

/** Decisions on their way: what is decided later of an item counts. */
export interface Decisions {
  add(decision: ReplayDecision): void
  /** In place of what was decided so far. */
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
