import { matchesModel } from '@reason/core/adapter'
import { other } from './mappings.ts'

/**
 * Creates a label whose values are bounded by a list of patterns. The value is the pattern itself, so that no request
 * can create a new series: every name that matches `gpt-oss-*` gets the value `gpt-oss-*`.
 *
 * @param patterns - The first match wins. `*` stands for any text; a model may have any of its spellings.
 */
export function allowList(patterns: readonly string[]): (name: string | undefined) => string {
  const known = new Map<string, string>()
  return (name) => {
    if (name === undefined) return other
    let label = known.get(name)
    if (label === undefined) {
      label = patterns.find((pattern) => matchesModel([pattern], name)) ?? other
      // The cache is bounded, because requests may name anything.
      if (known.size >= remembered) known.clear()
      known.set(name, label)
    }
    return label
  }
}

/** Maximum number of cached names. Without a cache, hundreds of patterns take a tenth of a millisecond. */
const remembered = 256

/** Creates the label of models. @param names - A bounded set of names. */
export const modelLabelOf =
  (admits: (name: string) => boolean) =>
  (name: string | undefined): string =>
    name !== undefined && admits(name) ? name : other

/** Creates a label whose values come from code or configuration, never from a request. They are bounded all the same. */
export function firstOf(most: number): (name: string | undefined) => string {
  const known = new Set<string>()
  return (name) => {
    if (name === undefined) return other
    if (known.has(name)) return name
    if (known.size >= most) return other
    known.add(name)
    return name
  }
}

/** Returns a value of a fixed list, else `other`. */
export const oneOf = (values: readonly string[], value: string): string => (values.includes(value) ? value : other)
