import type { Part } from '@reason/core'

/** Parts to what is printed of them. */
export interface Renderer {
  push(part: Part): string
  end(): string
}
