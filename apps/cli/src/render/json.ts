import { createAccumulator } from '@reason/core'
import type { Renderer } from './renderer.ts'

/** Prints the result as one JSON object at the end. */
export function createJsonRenderer(choice = 0): Renderer {
  const accumulator = createAccumulator({ choice })
  return {
    push(part) {
      accumulator.push(part)
      return ''
    },
    end: () => `${JSON.stringify(accumulator.snapshot(), null, 2)}\n`,
  }
}
