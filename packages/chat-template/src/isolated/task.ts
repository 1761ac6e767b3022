import type { ReadOptions } from '../read-template.ts'

/** Input of the thread. */
export interface TemplateTask {
  source: string
  options: ReadOptions
}
