import { isLoose } from '@reason/core/wire-kit'
import { clientItems } from '../fields.ts'
import { idOf, isLost, type Group } from './groups.ts'

export interface PairContext {
  /** What does not go back. */
  gone: ReadonlySet<Group>
  drop(group: Group, reason: string): void
  /** Ids mean something to the target. */
  ids: boolean
  /** They are looked up there. */
  areKept: boolean
}

/**
 * A thought without what it led to is refused, and so is, where it is known by its id, what a thought led to without the thought. Looks
 * only at one message, so that it is decided once.
 *
 * @returns What has to go without its id, as if it were new.
 */
export function planPairs(groups: readonly Group[], { gone, drop, ids, areKept }: PairContext): Set<Group> {
  for (let at = groups.length - 1; at >= 0; at--) {
    const group = groups[at]!
    if (group.type !== 'reasoning' || isLost(group) || gone.has(group)) continue
    const reason = whyAlone(at)
    if (reason !== undefined) drop(group, reason)
  }
  return orphans()

  function whyAlone(at: number): string | undefined {
    const rest = groups.slice(at + 1)
    const end = rest.findIndex(({ type }) => type === 'reasoning')
    const led = end === -1 ? rest : rest.slice(0, end)
    // A message that was announced and has no text may have had none: the next one will do.
    const first = led.find((group) => !(isLost(group) && group.type === 'message')) ?? led[0]
    if (first === undefined) {
      const next = end === -1 ? undefined : rest[end]
      if (next === undefined) return 'it led to nothing: a thought alone is refused'
      return gone.has(next) || isLost(next) ? 'the thought that it led to does not go back' : undefined
    }
    if (isLost(first) || gone.has(first)) return 'what it led to was taken out: a thought alone is refused'
    const isKnown = areKept && ids && idOf(groups[at]!) !== undefined
    if (isKnown && first.native === undefined && idOf(first) === undefined) {
      return 'it goes by its id, and what it led to has lost its own: the provider would miss it'
    }
    return undefined
  }

  function orphans(): Set<Group> {
    const bare = new Set<Group>()
    let isOrphan = false
    for (const group of groups) {
      if (group.type === 'reasoning') isOrphan = gone.has(group) || isLost(group)
      else if (isOrphan && !gone.has(group) && !isLost(group)) {
        // A tool that the provider ran has no other name than its id.
        if (group.native !== undefined && !isForClient(group)) drop(group, 'the thought that led to it does not go back')
        bare.add(group)
      }
    }
    return bare
  }
}

const isForClient = ({ native }: Group): boolean =>
  native !== undefined && isLoose(native.value) && typeof native.value.type === 'string' && clientItems.has(native.value.type)
