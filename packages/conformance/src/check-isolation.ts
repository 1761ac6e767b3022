import type { TextAdapter } from '@reason/core'
import { checkRow } from './check-row.ts'
import type { Failure } from './failure.ts'
import { isolationRows, rowsWithoutThoughts, spellingOf, type Spelling } from './spelling.ts'

/** Rows are many, and each unit is a piece of its own once: fewer cuttings find as much. */
const cuttings = { randomCuttings: 2, maxTwoPieceCuttings: 12 }

/**
 * Holds an adapter to isolation: a thought in its own spelling is in no answer, whatever is known of the start, and whoever reads.
 *
 * @param given - How the format writes it. Empty: it writes none. Default: what the signals tell.
 */
export function checkIsolation(adapter: TextAdapter, given: Spelling | readonly Spelling[] | undefined): Failure[] {
  const spelling = given ?? spellingOf(adapter)
  if (spelling === undefined) return [{ rule: 'isolation', message: unknown }]
  const spellings = [spelling].flat()
  for (const row of spellings.length === 0 ? rowsWithoutThoughts : spellings.flatMap(isolationRows)) {
    const failures = checkRow(adapter, row, cuttings)
    // The first row is enough: a splitter that passes over what is known of the start fails many.
    if (failures.length > 0) return failures
  }
  return []
}

const unknown =
  `The kit does not know how the format writes a thought. Give the option spelling, such as { open: '<think>', close: '</think>' }; ` +
  'signals tell it where there are one opener and one closer.'
