import type { WarningCode } from '@reason/core/warnings'

/** Kind of markup found in the answer. The first is a leak, too. The second belongs to another channel and is no reasoning. */
export type AnswerResidue = 'analysis_in_final' | 'commentary_in_final'

/** Warnings for clients, logs and metrics. */
export const residueWarnings = {
  analysis_in_final: { code: 'reasoning-in-answer', message: 'The answer holds a delimiter of reasoning.' },
  commentary_in_final: { code: 'commentary-in-answer', message: 'The answer holds a delimiter of commentary.' },
} as const satisfies Record<AnswerResidue, { code: WarningCode; message: string }>
