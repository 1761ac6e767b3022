import { matchesModel } from '@reason/core/adapter'
import { other } from './mappings.ts'

/**
 * A label whose values are bounded by a list of patterns. The value is the entry itself, so that no request can make a new series: for
 * `gpt-oss-*` that is `gpt-oss-*`, whichever of them was asked for.
 *
 * @param patterns - The first that fits counts. `*` stands for any text; a model may be written in any of its spellings.
 */
export function allowList(patterns: readonly string[]): (name: string | undefined) => string {
  const known = new Map<string, string>()
  return (name) => {
    if (name === undefined) return other
    let label = known.get(name)
    if (label === undefined) {
      label = patterns.find((pattern) => matchesModel([pattern], name)) ?? other
      // Names come from requests, which may name anything.
      if (known.size >= remembered) known.clear()
      known.set(name, label)
    }
    return label
  }
}

/** Names that are looked up once: hundreds of patterns take a tenth of a millisecond. */
const remembered = 256

/** The label of models. @param names - Bounded. */
export const modelLabelOf =
  (admits: (name: string) => boolean) =>
  (name: string | undefined): string =>
    name !== undefined && admits(name) ? name : other

/** A label whose values come from code or configuration, never from a request; bounded all the same. */
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

/** A label with a fixed list. */
export const oneOf = (values: readonly string[], value: string): string => (values.includes(value) ? value : other)
