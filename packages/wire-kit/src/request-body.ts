import { isLoose, type Loose } from './loose.ts'

/**
 * @param what - Whose body it is: `a Cohere request`.
 * @throws {TypeError} for what is no object.
 */
export function assertBody(body: unknown, what: string): asserts body is Loose {
  if (isLoose(body)) return
  throw new TypeError(
    `The body of ${what} must be an object, but is ${Array.isArray(body) ? 'an array' : String(body)}. Parse it as JSON first.`,
  )
}
