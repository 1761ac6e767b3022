import type { Part } from '@reason/core'
import type { WireReader } from '@reason/core/wire'

/** Reads a whole body. It is complete, so a missing finish reason is no cut stream. */
export const readWhole = (reader: WireReader, body: unknown): readonly Part[] => [
  ...reader.push(body),
  ...reader.push('[DONE]'),
  ...reader.end(),
]
