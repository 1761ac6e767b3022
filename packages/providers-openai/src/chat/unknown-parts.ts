import { isLoose } from '@reason/wire-kit'
import type { ChatChoice } from './choice.ts'

/** Keeps the value of a field with an unexpected type. */
export function wrongType(choice: ChatChoice, field: string, value: unknown): void {
  unknownPart(choice, `message.${field}`, value, true)
  choice.context.warn('wrong-type', `"${field}" had an unexpected type; it was kept as a native part.`, field, choice.index)
}

export function unknownPart({ assembler }: ChatChoice, event: string, value: unknown, isReasoning: boolean): void {
  if (!isReasoning && isLoose(value) && textless.has(value.type)) assembler.native(event, value)
  else assembler.native(event, value, { channel: isReasoning ? 'reasoning' : 'answer' })
}

/** Types of content parts without text of the model: how that text is split does not matter to them. */
const textless: ReadonlySet<unknown> = new Set(['image_url', 'reference', 'tool_reference'])
