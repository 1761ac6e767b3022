import type { TextAdapter } from '@reason/core'
import { checkRow } from './check-row.ts'
import type { Violation } from '../failure.ts'
import { isolationRows, rowsWithoutThoughts, spellingOf, type Spelling } from '../inputs/spelling.ts'

/** Fewer cuttings suffice, because there are many rows, and each row is once cut at every unit. */
const cuttings = { randomCuttings: 2, maxTwoPieceCuttings: 12 }

/**
 * Checks that reasoning in the adapter's own spelling never appears in the answer. Covers every assumption about the start, and guarded and unguarded
 * clients.
 *
 * @param given - The format's spelling of reasoning. Empty: the format has none. Default: derived from the adapter's signals.
 */
export function checkIsolation(adapter: TextAdapter, given: Spelling | readonly Spelling[] | undefined): Violation[] {
  const spelling = given ?? spellingOf(adapter)
  if (spelling === undefined) return [{ rule: 'isolation', message: unknown }]
  const spellings = [spelling].flat()
  for (const row of spellings.length === 0 ? rowsWithoutThoughts : spellings.flatMap(isolationRows)) {
    const failures = checkRow(adapter, row, cuttings)
    // Stops at the first failing row, because a splitter that ignores facts about the start fails many.
    if (failures.length > 0) return failures
  }
  return []
}

const unknown =
  `The kit does not know how the format writes a thought. Give the option spelling, such as { open: '<think>', close: '</think>' }; ` +
  'signals with one opener and one closer tell it, too.'
