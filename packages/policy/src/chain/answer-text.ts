import type { Part } from '@reason/core'
import type { BlockStartPart, DeltaPart } from '@reason/core/parts'

/** Whether a part is answer text that guards read: not inserted, and not a tool call in text form. */
export const isAnswerText = (part: Part, open: BlockStartPart | undefined): part is DeltaPart & { channel: 'answer' } =>
  part.type === 'delta' && part.channel === 'answer' && part.inserted !== true && (open?.block !== part.block || open.kind !== 'tool-text')

/** Replaces masked or withheld text. */
export const defaultMaskText = '[…]'
