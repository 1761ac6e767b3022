import { isLoose, type Loose } from '../values/loose.ts'

/**
 * Asserts that a body is an object.
 *
 * @param what - Description of the body's owner: `a Cohere request`.
 * @throws {TypeError} for anything but an object.
 */
export function assertBody(body: unknown, what: string): asserts body is Loose {
  if (isLoose(body)) return
  throw new TypeError(
    `The body of ${what} must be an object, but is ${Array.isArray(body) ? 'an array' : String(body)}. Parse it as JSON first.`,
  )
}
