import type { PassThrough } from '@reason/core/wire'
import { withLackingReasoning } from './missing-reasoning.ts'
import { withoutOldReasoning } from './old-reasoning.ts'
import { withReadFields } from './read-fields.ts'
import { withThoughtsInFields } from './thoughts-in-content.ts'
import { wayToSee } from './way-to-see.ts'

/** Changes to a request if both the client and the provider speak Chat Completions. */
export const chatPassThrough: PassThrough = {
  wayToSee,
  movesThoughts: true,
  amendments: [withoutOldReasoning, withLackingReasoning, withThoughtsInFields, withReadFields],
}
