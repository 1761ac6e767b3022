import type { Part } from '@reason/core'

/** How far each choice of the attempt that runs has come: what has to be known when its reasoning is stopped. */
export interface Progress {
  /** A part of the upstream, before anything is done about it. */
  see(part: Part): void
  /** The reasoning of a choice was stopped just now. */
  stop(choice: number): void
  /** True when every choice is either finished or stopped mid-reasoning. */
  isStuck(): boolean
  /** Choices that were stopped, or the only one, without a finish. */
  unfinished(): number[]
  /** The upstream's id of the answer. */
  id(): string | undefined
  /** All that was thought; nothing, where it was not to be kept. */
  thought(): string
  /** Another attempt follows. */
  restart(): void
}

/**
 * @param choices - How many the request asked for.
 * @param keepsThought - What was thought may be asked for. It is as long as the answer takes.
 */
export function createProgress(choices: number, keepsThought: boolean): Progress {
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
    // Requests may name any number: choices are counted, not listed.
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
