import type { PassThrough } from '@reason/core/wire'
import { requestFactsFor } from '../request/dialect-rows.ts'
import { withoutEmptyTools } from './empty-tools.ts'
import { withLackingReasoning } from './missing-reasoning.ts'
import { withMergedBody } from './merged-body.ts'
import { withoutOldReasoning } from './old-reasoning.ts'
import { withReadFields } from './read-fields.ts'
import { withThoughtsInFields } from './thoughts-in-content.ts'
import { wayToSee } from './way-to-see.ts'

/** Changes to a request if both the client and the provider speak Chat Completions. */
export const chatPassThrough: PassThrough = {
  wayToSee,
  movesThoughts: true,
  countsUnasked: ({ provider }) => requestFactsFor(provider).noStreamOptions === true,
  amendments: [withMergedBody, withoutEmptyTools, withoutOldReasoning, withLackingReasoning, withThoughtsInFields, withReadFields],
}
