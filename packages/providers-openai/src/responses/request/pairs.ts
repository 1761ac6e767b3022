import { isLoose } from '@reason/wire-kit'
import { clientItems } from '../fields.ts'
import { idOf, isLost, type ItemGroup } from './groups.ts'
import type { PlannedGroup } from './plan-groups.ts'

export interface PairContext {
  /** True if the target looks up ids together. */
  checksIds: boolean
  drop(one: PlannedGroup, reason: string): void
}

/**
 * Decides which reasoning items go back. Providers refuse a reasoning item without the item that follows from it, and an
 * item with a known id without its reasoning. The decision depends only on consecutive items of the model, so that it
 * never changes later.
 */
export function planPairs(run: readonly PlannedGroup[], { checksIds, drop }: PairContext): void {
  for (let at = run.length - 1; at >= 0; at--) {
    const one = run[at]!
    if (one.group.type !== 'reasoning' || !one.goes) continue
    const reason = whyAlone(one, run.slice(at + 1))
    if (reason !== undefined) drop(one, reason)
  }
  let isOrphan = false
  for (const one of run) {
    if (one.group.type === 'reasoning') isOrphan = !one.goes
    else if (isOrphan && one.goes) {
      // An item of a tool that the provider ran has no identity besides its id.
      if (one.group.native !== undefined && !isForClient(one.group)) drop(one, 'the thought that led to it does not go back')
      one.withId = false
    }
  }

  function whyAlone(thought: PlannedGroup, rest: readonly PlannedGroup[]): string | undefined {
    const end = rest.findIndex(({ group }) => group.type === 'reasoning')
    const led = end === -1 ? rest : rest.slice(0, end)
    // An announced message without text may have been empty originally. The next item then counts as the one that follows.
    const first = led.find(({ group }) => !(isLost(group) && group.type === 'message')) ?? led[0]
    if (first === undefined) {
      const next = rest[end]
      if (next === undefined) return 'it led to nothing: a thought alone is refused'
      return next.goes ? undefined : 'the thought that it led to does not go back'
    }
    if (!first.goes) return 'what it led to was taken out: a thought alone is refused'
    const isKnown = checksIds && thought.withId && idOf(thought.group) !== undefined
    if (isKnown && first.group.native === undefined && idOf(first.group) === undefined) {
      return 'it goes by its id, and what it led to has lost its own: the provider would miss it'
    }
    return undefined
  }
}

const isForClient = ({ native }: ItemGroup): boolean =>
  native !== undefined && isLoose(native.value) && typeof native.value.type === 'string' && clientItems.has(native.value.type)
