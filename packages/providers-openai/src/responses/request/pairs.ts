import { isLoose } from '@reason/wire-kit'
import { clientItems } from '../fields.ts'
import { idOf, isLost, type Group } from './groups.ts'
import type { PlannedGroup } from './plan-groups.ts'

export interface PairContext {
  /** The target looks ids up together. */
  checksIds: boolean
  drop(one: PlannedGroup, reason: string): void
}

/**
 * A thought without what it led to is refused, and so is, where it is known by its id, what a thought led to without the thought. Looks
 * at what the model wrote in a row and at nothing else, so that it is decided once.
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
      // A tool that the provider ran has no other name than its id.
      if (one.group.native !== undefined && !isForClient(one.group)) drop(one, 'the thought that led to it does not go back')
      one.withId = false
    }
  }

  function whyAlone(thought: PlannedGroup, rest: readonly PlannedGroup[]): string | undefined {
    const end = rest.findIndex(({ group }) => group.type === 'reasoning')
    const led = end === -1 ? rest : rest.slice(0, end)
    // A message that was announced and has no text may have had none: the next one will do.
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

const isForClient = ({ native }: Group): boolean =>
  native !== undefined && isLoose(native.value) && typeof native.value.type === 'string' && clientItems.has(native.value.type)
