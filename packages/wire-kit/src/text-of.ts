import { isLoose } from './loose.ts'

/** Text of a message, also in parts. Undefined: it has no content. */
export function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return undefined
  return content.map((part: unknown) => (isLoose(part) && typeof part.text === 'string' ? part.text : '')).join('')
}
