import { efforts } from '@reason/core/conversation'
import type { KnobRow } from './knob-row.ts'
import type { RequestRow } from './request-row.ts'

/** Servers of open models take back the text of their own reasoning, and nothing sealed. */
export const ownTextBack: RequestRow = {
  rule: {
    text: 'always',
    sealed: 'never',
    ownTextOnly: true,
    because: 'its own reasoning helps a model in a tool loop and keeps the prefix cache warm',
  },
}

/** They take any effort, and show all of the reasoning. */
export const fullyShown: KnobRow = { efforts, shows: 'full' }
