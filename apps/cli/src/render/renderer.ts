import type { Part } from '@reason/core'

/** Turns parts into the printed text. */
export interface PartRenderer {
  push(part: Part): string
  end(): string
}
