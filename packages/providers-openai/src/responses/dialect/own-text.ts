import { efforts } from '@reason/core/conversation'
import type { ResponsesDialect } from './dialect.ts'
import type { KnobRow } from './knob-row.ts'
import type { RequestRow } from './request-row.ts'

/** Request row of servers of open models, which accept the text of their own reasoning, and no seals. */
export const ownTextBack: RequestRow = {
  rule: {
    text: 'always',
    sealed: 'never',
    ownTextOnly: true,
    because: 'its own reasoning helps a model in a tool loop and keeps the prefix cache warm',
  },
}

/** Row of providers that accept any effort and show all reasoning. */
export const fullyShown: KnobRow = { efforts, shows: 'full' }

/** Servers of open models. */
export const openEngine = {
  native: false,
  request: [{ ...ownTextBack, plainTools: true }],
  thinking: [fullyShown],
} satisfies Partial<ResponsesDialect>
