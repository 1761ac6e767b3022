import type { ReadOptions } from '../read-template.ts'

/** Input of the thread. */
export interface Task {
  source: string
  options: ReadOptions
}
