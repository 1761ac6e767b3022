import type { Part, Stage } from '@reason/core'

export type Emit = (part: Part) => void

/** What a part that we make says of its choice: spread into it. */
export type OfChoice = { choice?: number }

/**
 * One policy over the parts of one choice: takes a part, emits what goes on. It sees `end` too, so that it can release what it held, and
 * passes it on.
 */
export type Step = (part: Part) => void

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
  const choices = new Map<number, Step>()
  let out: Part[] = []
  let first: Step | undefined

  return {
    push(part) {
      out = []
      if (part.type === 'end') {
        for (const step of choices.values()) step(part)
        out.push(part)
      } else stepOf(part.choice ?? 0)(part)
      return out
    },
    passes: () => onlyWatch,
  }

  function stepOf(choice: number): Step {
    if (choice === 0 && first !== undefined) return first
    let step = choices.get(choice)
    if (step === undefined) {
      choices.set(choice, (step = chain(choice)))
      if (choice === 0) first = step
    }
    return step
  }

  function chain(choice: number): Step {
    const of: OfChoice = choice === 0 ? {} : { choice }
    const last: Step = (part) => {
      if (part.type !== 'end') out.push(part)
    }
    return makers.reduceRight<Step>((next, make) => make(next, of), last)
  }
}
