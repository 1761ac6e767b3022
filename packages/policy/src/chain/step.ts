import { noParts, type Part, type Stage } from '@reason/core'
import type { DeltaPart } from '@reason/core/parts'
import type { LeakDetector } from '../comparison/leak-detector.ts'
import { newLedger, type PolicyLedger } from '../ledger.ts'

export type Emit = (part: Part) => void

/** Fields that assign our own part to its choice. Spread into the part. */
export type OfChoice = { choice?: number }

/** Types of the parts that end a text, or come between its pieces: text that a step holds is decided before them. */
export const endsText: ReadonlySet<Part['type']> = new Set(['block-end', 'markup', 'tool-call-start', 'tool-call-delta', 'finish', 'end'])

/** State that the steps of one choice share. */
export interface Shared {
  readonly of: OfChoice
  readonly ledger: PolicyLedger
  /** A grammar binds the answer to JSON. */
  readonly isJson: boolean
  /** Created by the first step that compares the answer with the reasoning. */
  detector?: LeakDetector
}

/** A policy over the parts of one choice: takes a part and emits parts. Also gets `end`, to release held parts, and passes it on. */
export interface PolicyStep {
  (part: Part): void
  /** Like `Stage.passes`. Absent: never sure. */
  passes?(part: DeltaPart): boolean
}

/** Creates the step of a generation. Depends only on options, so all generations share it. */
export interface MakeStep {
  (emit: Emit, shared: Shared): PolicyStep
  /** The step never changes text. */
  onlyWatches?: true
}

export const watchingStep = (make: MakeStep): MakeStep => Object.assign(make, { onlyWatches: true as const })

/**
 * Chains policies. Each choice of a response has its own steps.
 *
 * Steps emit parts instead of returning lists, so an unchanged part costs only the list that the stage returns.
 */
export function createStage(makers: readonly MakeStep[], ledger: PolicyLedger = newLedger(), isJson = false): Stage {
  const onlyWatch = makers.every(({ onlyWatches }) => onlyWatches === true)
  /** Chain of the first choice. Nearly every response has only one. */
  let first: Chain | undefined
  /** Chains of all choices, if there are several. */
  let chains: Map<number, Chain> | undefined
  /** Output of a push. Nearly always one part, and a growing list allocates room for 17. */
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
    const acting: PolicyStep[] = []
    let push: PolicyStep = (part) => {
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

interface Chain {
  choice: number
  /** The first step, which passes parts to the next. */
  push: PolicyStep
  /** The steps that may change text. */
  acting: readonly PolicyStep[]
}
