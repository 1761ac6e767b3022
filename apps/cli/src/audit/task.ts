import type { Unit } from './units.ts'

/** What threads share: the work, and how far it was given out. */
export interface Task {
  units: readonly Unit[]
  examples: number
  /** Index of the next unit that nobody took. */
  next: Int32Array
}

/** @returns The index of a unit that is nobody else's; past the end when there is none. */
export const take = (next: Int32Array): number => Atomics.add(next, 0, 1)

export const problemOf = ({ file }: Unit, error: unknown): string =>
  `${file} cannot be read (${error instanceof Error ? error.message : String(error)}).`
