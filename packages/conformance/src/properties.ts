import type { TextAdapter } from '@reason/core'
import * as fc from 'fast-check'
import { checkInput, type CheckOptions } from './check-row.ts'
import type { Failure } from './failure.ts'
import { hostileText } from './hostile.ts'

export interface PropertyOptions extends CheckOptions {
  /** What the format gives a meaning. Default: the adapter's signals. */
  delimiters?: readonly string[]
  /** Generated texts. Default 100. */
  runs?: number
  /** Replaces the arbitrary made from the delimiters. */
  arbitrary?: fc.Arbitrary<string>
}

/** What the adapter's format gives a meaning, as far as one knows. */
export const delimitersOf = (adapter: TextAdapter, delimiters?: readonly string[]): readonly string[] =>
  delimiters ?? adapter.signals?.map(({ text }) => text) ?? []

/**
 * Generates hostile texts and holds the adapter to every rule that needs no expected value. What it finds is shrunk to a short text.
 *
 * @returns The failures of the shortest text found, one a rule; empty: none was found.
 */
export function checkProperties(adapter: TextAdapter, options: PropertyOptions = {}): Failure[] {
  const { delimiters, runs = 100, seed = 0x5eed, arbitrary, ...rest } = options
  const texts = arbitrary ?? hostileText(atLeastOne(delimitersOf(adapter, delimiters), adapter.id))
  // A text is short, and there are many: fewer cuttings of each find as much.
  const check = (text: string) => checkInput(adapter, text, { randomCuttings: 2, maxTwoPieceCuttings: 24, ...rest, seed })
  const outcome = fc.check(
    fc.property(texts, (text) => check(text).length === 0),
    { numRuns: runs, seed },
  )
  const counterexample = outcome.counterexample?.[0]
  return counterexample === undefined ? [] : check(counterexample)
}

function atLeastOne(delimiters: readonly string[], id: string): readonly string[] {
  if (delimiters.length > 0) return delimiters
  throw new TypeError(`"${id}" has no signals to make texts from. Give the option delimiters.`)
}
