import type { WarningCode } from '@reason/core/warnings'

/** What was found in the answer. The first is a leak, too; the second is another channel's markup, and no reasoning. */
export type AnswerResidue = 'analysis_in_final' | 'commentary_in_final'

/** How clients, logs and metrics are warned of it. */
export const residueWarnings = {
  analysis_in_final: { code: 'reasoning-in-answer', message: 'The answer holds a delimiter of reasoning.' },
  commentary_in_final: { code: 'commentary-in-answer', message: 'The answer holds a delimiter of commentary.' },
} as const satisfies Record<AnswerResidue, { code: WarningCode; message: string }>
