import { isLoose } from '../values/loose.ts'

/**
 * Reads names and values for finding a request later. Undefined if there are none, or if some are no strings and
 * therefore specific to one format.
 */
export function readMetadata(value: unknown): Readonly<Record<string, string>> | undefined {
  if (!isLoose(value)) return undefined
  const values = Object.values(value)
  return values.length > 0 && values.every((one) => typeof one === 'string') ? (value as Readonly<Record<string, string>>) : undefined
}
