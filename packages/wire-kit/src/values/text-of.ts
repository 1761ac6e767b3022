import { isLoose } from './loose.ts'

/** Returns the text of a message's content, also of content in parts. Undefined if there is no content. */
export function textOf(content: unknown): string | undefined {
  if (typeof content === 'string') return content
  if (!Array.isArray(content)) return undefined
  return content.map((part: unknown) => (isLoose(part) && typeof part.text === 'string' ? part.text : '')).join('')
}
