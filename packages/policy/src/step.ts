import { noParts, type Part, type Stage } from '@reason/core'
import type { DeltaPart } from '@reason/core/parts'
import type { LeakDetector } from './leak-detector.ts'
import { newLedger, type Ledger } from './ledger.ts'

export type Emit = (part: Part) => void

/** What a part that we make says of its choice: spread into it. */
export type OfChoice = { choice?: number }

/** What the steps of one choice share. */
export interface Shared {
  readonly of: OfChoice
  readonly ledger: Ledger
  /** A grammar binds the answer to JSON. */
  readonly isJson: boolean
  /** Of those that compare the answer with the reasoning: the first of them makes it. */
  detector?: LeakDetector
}

/**
 * One policy over the parts of one choice: takes a part, emits what goes on. It sees `end` too, so that it can release what it held, and
 * passes it on.
 */
export interface Step {
  (part: Part): void
  /** As that of a stage. Absent: never sure. */
  passes?(part: DeltaPart): boolean
}

/** Knows its options and nothing of a generation, so that all generations share it. */
export interface MakeStep {
  (emit: Emit, shared: Shared): Step
  /** All text passes it as it is, whatever it makes of it. */
  onlyWatches?: true
}

export const watchingStep = (make: MakeStep): MakeStep => Object.assign(make, { onlyWatches: true as const })

/**
 * Chains policies one behind the other. Each choice of a response has machines of its own.
 *
 * Steps emit parts and return no lists: a part that no step changes costs only the list that the stage returns.
 */
export function createStage(makers: readonly MakeStep[], ledger: Ledger = newLedger(), isJson = false): Stage {
  const onlyWatch = makers.every(({ onlyWatches }) => onlyWatches === true)
  /** Of the choice that came first: nearly every response has no other. */
  let first: Chain | undefined
  /** Of all choices, where there are others. */
  let chains: Map<number, Chain> | undefined
  /** What comes out: nearly always one part, and a list that grows takes room for 17 at once. */
  let one: Part | undefined
  let several: Part[] | undefined

  return {
    push(part) {
      if (part.type === 'end') {
        if (chains === undefined) first?.push(part)
        else for (const { push } of chains.values()) push(part)
        out(part)
      } else chainOf(part.choice ?? 0).push(part)
      return take()
    },
    passes: (part) => onlyWatch || chainOf(part.choice ?? 0).acting.every((step) => step.passes?.(part) === true),
  }

  function out(part: Part): void {
    if (one === undefined) one = part
    else if (several === undefined) several = [one, part]
    else several.push(part)
  }

  function take(): readonly Part[] {
    const taken = several ?? (one === undefined ? noParts : [one])
    one = undefined
    several = undefined
    return taken
  }

  function chainOf(choice: number): Chain {
    if (first?.choice === choice) return first
    if (first === undefined) return (first = createChain(choice))
    chains ??= new Map([[first.choice, first]])
    let chain = chains.get(choice)
    if (chain === undefined) chains.set(choice, (chain = createChain(choice)))
    return chain
  }

  function createChain(choice: number): Chain {
    const shared: Shared = { of: choice === 0 ? {} : { choice }, ledger, isJson }
    const acting: Step[] = []
    let push: Step = (part) => {
      if (part.type !== 'end') out(part)
    }
    for (let index = makers.length - 1; index >= 0; index--) {
      const make = makers[index]!
      push = make(push, shared)
      if (make.onlyWatches !== true) acting.push(push)
    }
    return { choice, push, acting }
  }
}

/** The steps of one choice. */
interface Chain {
  choice: number
  /** The first of them, which hands on to the next. */
  push: Step
  /** Those that do more than watch. */
  acting: readonly Step[]
}
