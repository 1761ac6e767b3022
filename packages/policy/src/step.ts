import type { DeltaPart, Part, Stage } from '@reason/core'

export type Emit = (part: Part) => void

/** What a part that we make says of its choice: spread into it. */
export type OfChoice = { choice?: number }

/**
 * One policy over the parts of one choice: takes a part, emits what goes on. It sees `end` too, so that it can release what it held, and
 * passes it on.
 */
export interface Step {
  (part: Part): void
  /** As that of a stage. Absent: never sure. */
  passes?(part: DeltaPart): boolean
}

export interface MakeStep {
  (emit: Emit, of: OfChoice): Step
  /** All text passes it as it is, whatever it makes of it. */
  onlyWatches?: true
}

export const watchingStep = (make: MakeStep): MakeStep => Object.assign(make, { onlyWatches: true as const })

/**
 * Policies one behind the other, each choice of a response with machines of its own.
 *
 * Emitters and no lists: a part that nobody touches is handed through, and the only thing that is made for it is the list that a stage returns.
 */
export function createStage(...makers: readonly MakeStep[]): Stage {
  const onlyWatch = makers.every(({ onlyWatches }) => onlyWatches === true)
  const choices = new Map<number, Chain>()
  let out: Part[] = []
  let first: Chain | undefined

  return {
    push(part) {
      out = []
      if (part.type === 'end') {
        for (const { push } of choices.values()) push(part)
        out.push(part)
      } else chainOf(part.choice ?? 0).push(part)
      return out
    },
    passes: (part) => onlyWatch || chainOf(part.choice ?? 0).acting.every((step) => step.passes?.(part) === true),
  }

  function chainOf(choice: number): Chain {
    if (choice === 0 && first !== undefined) return first
    let chain = choices.get(choice)
    if (chain === undefined) {
      choices.set(choice, (chain = chainFor(choice)))
      if (choice === 0) first = chain
    }
    return chain
  }

  function chainFor(choice: number): Chain {
    const of: OfChoice = choice === 0 ? {} : { choice }
    const acting: Step[] = []
    const last: Step = (part) => {
      if (part.type !== 'end') out.push(part)
    }
    const push = makers.reduceRight<Step>((next, make) => {
      const step = make(next, of)
      if (make.onlyWatches !== true) acting.push(step)
      return step
    }, last)
    return { push, acting }
  }
}

/** The steps of one choice. */
interface Chain {
  /** The first of them, which hands on to the next. */
  push: Step
  /** Those that do more than watch. */
  acting: readonly Step[]
}
