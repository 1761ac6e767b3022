import { mirrored } from './common.ts'
import type { Config } from './config.ts'
import type { Tag } from './options.ts'

export interface Pairs {
  /** Sets of closers, as indexes. */
  groups: readonly (readonly number[])[]
  /** For each opener, which group may close its block. */
  ofOpener: readonly number[]
  /** The group of all closers. */
  any: number
}

/**
 * Which closers end a block that an opener began: what is stated; else its mirror image where there is one, so that `</reflection>` inside
 * `<thinking>` is text; else any. `</think>` in a longer closer (`\n</think>\n<answer>\n`) is a mirror image too.
 */
export function closersByOpener({ openers, closers, closersOf }: Pick<Config, 'openers' | 'closers' | 'closersOf'>): Pairs {
  const all = closers.map((_, index) => index)
  const groups: number[][] = [all]
  const ofOpener = openers.map((opener) => {
    const own = typeof opener === 'string' ? ownClosers(opener, closers, closersOf.get(opener)) : []
    if (own.length === 0 || own.length === all.length) return 0
    const known = groups.findIndex((group) => group.join() === own.join())
    return known === -1 ? groups.push(own) - 1 : known
  })
  return { groups, ofOpener, any: 0 }
}

function ownClosers(opener: string, closers: readonly Tag[], stated: readonly string[] | undefined): number[] {
  if (stated !== undefined) return stated.map((closer) => closers.indexOf(closer))
  const mirror = mirrored(opener.trim()).toLowerCase()
  return closers.flatMap((closer, index) => (typeof closer === 'string' && closer.toLowerCase().includes(mirror) ? [index] : []))
}
