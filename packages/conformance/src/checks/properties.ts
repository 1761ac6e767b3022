import type { TextAdapter } from '@reason/core'
import * as fc from 'fast-check'
import { checkInput, type CheckOptions } from './check-row.ts'
import type { Violation } from '../failure.ts'
import { hostileText } from '../inputs/hostile.ts'

export interface PropertyOptions extends CheckOptions {
  /** Texts that have a meaning in the format. Default: the adapter's signals. */
  delimiters?: readonly string[]
  /** Number of generated texts. Default 100. */
  runs?: number
  /** Replaces the arbitrary that is built from the delimiters. */
  arbitrary?: fc.Arbitrary<string>
}

/** Known texts that have a meaning in the adapter's format. */
export const delimitersOf = (adapter: TextAdapter, delimiters?: readonly string[]): readonly string[] =>
  delimiters ?? adapter.signals?.map(({ text }) => text) ?? []

/**
 * Generates hostile texts and checks every rule that needs no expected value. Shrinks a failing text.
 *
 * @returns The failures of the shortest text found, one per rule. Empty: no text failed.
 */
export function checkProperties(adapter: TextAdapter, options: PropertyOptions = {}): Violation[] {
  const { delimiters, runs = 100, seed = 0x5eed, arbitrary, ...rest } = options
  const texts = arbitrary ?? hostileText(atLeastOne(delimitersOf(adapter, delimiters), adapter.id))
  // Fewer cuttings suffice, because the texts are short and there are many.
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
