import { isLoose, type Loose } from '../values/loose.ts'

/**
 * Asserts that a body is an object.
 *
 * @param what - Description of the body's owner: `a Cohere request`.
 * @throws {TypeError} for anything but an object.
 */
export function assertBody(body: unknown, what: string): asserts body is Loose {
  if (isLoose(body)) return
  throw new TypeError(`The body of ${what} must be an object, but is ${show(body)}. Parse it as JSON first.`)
}

/** Names a wrong value in a message. Of a text, only the beginning. */
export function show(value: unknown): string {
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'string') return JSON.stringify(value.slice(0, 40))
  return Object(value) === value ? 'an object' : String(value)
}
