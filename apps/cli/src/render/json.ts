import { createAccumulator } from '@reason/core'
import type { Renderer } from './renderer.ts'

/** The one result object, when all is read. */
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
