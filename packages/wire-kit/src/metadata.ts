import { isLoose } from './loose.ts'

/** Names and values that a request is to be found by. Undefined: there are none, or not all of them are strings, and then they are one format's own. */
export function readMetadata(value: unknown): Readonly<Record<string, string>> | undefined {
  if (!isLoose(value)) return undefined
  const values = Object.values(value)
  return values.length > 0 && values.every((one) => typeof one === 'string') ? (value as Readonly<Record<string, string>>) : undefined
}
