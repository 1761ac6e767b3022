import { createAccumulator } from '@reason/core'
import type { PartRenderer } from './renderer.ts'

/** Prints the result as one JSON object at the end. */
export function createJsonRenderer(choice = 0): PartRenderer {
  const accumulator = createAccumulator({ choice })
  return {
    push(part) {
      accumulator.push(part)
      return ''
    },
    end: () => `${JSON.stringify(accumulator.snapshot(), null, 2)}\n`,
  }
}
