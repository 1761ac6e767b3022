import { parseExact } from '../values/exact-json.ts'
import { nestsTooDeeply } from '../values/json-depth.ts'
import { isLoose, parseJson } from '../values/loose.ts'

/**
 * Converts arguments to a JSON object, for formats that accept no text. An object stays as it is, empty arguments become
 * `{}`, and any other or too deeply nested text becomes the `input` of an object.
 *
 * @returns The object as JSON, on one line.
 */
export function objectArguments(text: string, contentType?: string): string {
  if (text.trim() === '') return '{}'
  const value = contentType === 'custom' || nestsTooDeeply(text) ? undefined : parseJson(text)
  if (!isLoose(value)) return JSON.stringify({ input: text })
  return /[\r\n]/.test(text) ? JSON.stringify(parseExact(text)) : text.trim()
}
