import type { Part } from '@reason/core'

/** How far each choice of the attempt that runs has come: what has to be known when its reasoning is stopped. */
export interface Progress {
  /** A part of the upstream, before anything is done about it. */
  see(part: Part): void
  /** The reasoning of a choice was stopped just now. */
  stop(choice: number): void
  /** Nobody gets further by himself: of all choices those that were stopped have not gone on to anything else, and the others have finished. */
  isStuck(): boolean
  /** Choices without a finish. */
  unfinished(): number[]
  /** The upstream's id of the answer. */
  id(): string | undefined
  /** All that was thought. */
  thought(): string
  /** Another attempt follows. */
  restart(): void
}

/** @param choices - How many the request asked for. */
export function createProgress(choices: number): Progress {
  let id: string | undefined
  let thought: string[] = []
  const stopped = new Set<number>()
  const finished = new Set<number>()
  const all = Array.from({ length: Math.max(1, choices) }, (_, choice) => choice)

  return {
    see(part) {
      const { choice = 0 } = part as { choice?: number }
      if (part.type === 'start') id ??= part.id
      else if (part.type === 'delta') {
        if (part.channel === 'reasoning' && part.inserted !== true) thought.push(part.text)
      } else if (part.type === 'tool-call-start' || (part.type === 'block-start' && part.channel !== 'reasoning')) stopped.delete(choice)
      else if (part.type === 'finish') finished.add(choice)
    },
    stop: (choice) => void stopped.add(choice),
    isStuck: () => unfinished().length > 0 && unfinished().every((choice) => stopped.has(choice)),
    unfinished,
    id: () => id,
    thought: () => thought.join(''),
    restart() {
      id = undefined
      thought = []
      stopped.clear()
      finished.clear()
    },
  }

  function unfinished(): number[] {
    return all.filter((choice) => !finished.has(choice))
  }
}
