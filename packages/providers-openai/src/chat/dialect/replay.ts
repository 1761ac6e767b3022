import type { ByModel } from '../../shared/by-model.ts'
import type { ReplayRow } from './replay-row.ts'

/** No reasoning goes back. */
export const nothingBack = { text: 'never', sealed: 'never', carrier: 'nowhere' } as const

/** Reasoning goes back as plain text, whichever model wrote it. */
export const textBack = { text: 'always', sealed: 'never' } as const

/** Reasoning goes back as plain text, only to the model that wrote it. */
export const ownTextBack = { ...textBack, ownTextOnly: true } as const

/** Reasoning of hosts of many makers' models. @param source - Evidence for the last row. */
export const ofMakers = (source: string): ByModel<ReplayRow> => [
  { models: ['*deepseek-r1*'], ...nothingBack, because: 'DeepSeek R1 reads no reasoning of earlier turns', source: 'its chat template' },
  { ...ownTextBack, carrier: 'reasoning', reads: ['reasoning_content'], because: 'optional; for the model that wrote it', source },
]
