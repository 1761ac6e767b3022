import type { ReadOptions } from '../read-template.ts'

/** What the thread is given: everything that a reading needs. */
export interface Task {
  source: string
  options: ReadOptions
}
