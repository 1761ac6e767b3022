import type { Part } from '@reason/core'
import type { BlockStartPart, DeltaPart } from '@reason/core/parts'

/** The answer's text, as far as a guard reads it: not what was inserted, and no tool call in text form. */
export const isAnswerText = (part: Part, open: BlockStartPart | undefined): part is DeltaPart & { channel: 'answer' } =>
  part.type === 'delta' && part.channel === 'answer' && part.inserted !== true && (open?.block !== part.block || open.kind !== 'tool-text')

/** Stands for what was masked or withheld. */
export const defaultMaskText = '[…]'
