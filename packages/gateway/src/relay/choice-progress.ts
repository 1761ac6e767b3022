import type { Part } from '@reason/core'

/** Progress of each choice of the running attempt, for the decision after its reasoning is stopped. */
export interface ChoiceProgress {
  /** Records a part of the upstream, before any stage changes it. */
  see(part: Part): void
  /** Records that a governor has stopped the reasoning of a choice. */
  stop(choice: number): void
  /** True when every choice is either finished or stopped mid-reasoning. */
  isStuck(): boolean
  /** Choices that were stopped and have no finish. With a single choice, it counts even if it was not stopped. */
  unfinished(): number[]
  /** The upstream's id of the answer. */
  id(): string | undefined
  /** The reasoning text so far. Empty if it is not kept. */
  thought(): string
  /** Resets the state for another attempt. */
  restart(): void
}

/**
 * @param choices - Number of choices that the request asked for.
 * @param keepsThought - Keeps the reasoning text for `thought()`, in memory as long as the answer runs.
 */
export function createProgress(choices: number, keepsThought: boolean): ChoiceProgress {
  let id: string | undefined
  let thought: string[] = []
  const stopped = new Set<number>()
  const finished = new Set<number>()

  return {
    see(part) {
      const { choice = 0 } = part as { choice?: number }
      if (part.type === 'start') id ??= part.id
      else if (part.type === 'delta') {
        if (keepsThought && part.channel === 'reasoning' && part.inserted !== true) thought.push(part.text)
      } else if (part.type === 'tool-call-start' || (part.type === 'block-start' && part.channel !== 'reasoning')) {
        if (stopped.size > 0) stopped.delete(choice)
      } else if (part.type === 'finish') finished.add(choice)
    },
    stop: (choice) => void stopped.add(choice),
    // Requests may ask for any number of choices, so this counts them instead of listing them.
    isStuck: () => waiting().length > 0 && waiting().length + finished.size >= choices,
    unfinished: () => (choices > 1 ? waiting() : [0].filter((choice) => !finished.has(choice))),
    id: () => id,
    thought: () => thought.join(''),
    restart() {
      id = undefined
      thought = []
      stopped.clear()
      finished.clear()
    },
  }

  function waiting(): number[] {
    return [...stopped].filter((choice) => !finished.has(choice))
  }
}
