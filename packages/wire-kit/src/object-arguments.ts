import { parseExact } from './exact-json.ts'
import { nestsTooDeeply } from './json-depth.ts'
import { isLoose } from './loose.ts'

/**
 * Arguments as the JSON object that a format demands which has no text there: their own text where it is one, `{}` where there is none,
 * and else an object with that text as `input`, which also holds what nests too deeply.
 *
 * @returns The object as JSON, on one line.
 */
export function objectArguments(text: string, contentType?: string): string {
  if (text.trim() === '') return '{}'
  const value = contentType === 'custom' ? undefined : parse(text)
  if (!isLoose(value)) return JSON.stringify({ input: text })
  return /[\r\n]/.test(text) ? JSON.stringify(parseExact(text)) : text.trim()
}

function parse(text: string): unknown {
  try {
    return nestsTooDeeply(text) ? undefined : JSON.parse(text)
  } catch {
    return undefined
  }
}
