import { isEmpty, isLoose, isText } from '@reason/wire-kit'
import { findError } from '../shared/errors.ts'
import { findUsage } from '../shared/usage.ts'
import { reasoningFields } from './carriers.ts'

const carriers: ReadonlySet<string> = new Set(['content', ...reasoningFields])

/**
 * Returns the text of an event that contains only a piece of one choice's text. Undefined for an event with any other
 * text field, call, seal, usage, finish reason or error, and for any other event.
 */
export function onlyText(event: unknown): string | undefined {
  if (!isLoose(event) || !Array.isArray(event.choices) || event.choices.length !== 1) return undefined
  const choice: unknown = event.choices[0]
  if (!isLoose(choice) || !isLoose(choice.delta)) return undefined
  if (!isEmpty(choice.finish_reason) || !isEmpty(choice.message) || !isEmpty(choice.text) || !isEmpty(choice.error)) return undefined
  if (findUsage(event) !== undefined || findUsage(choice) !== undefined || findError(event) !== undefined) return undefined
  let text: string | undefined
  for (const field in choice.delta) {
    const value = choice.delta[field]
    if (isEmpty(value) || field === 'role') continue
    if (!carriers.has(field) || !isText(value) || text !== undefined) return undefined
    text = value
  }
  return text
}
