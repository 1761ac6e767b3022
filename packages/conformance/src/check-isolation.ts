import type { TextAdapter } from '@reason/core'
import { checkRow } from './check-row.ts'
import type { Failure } from './failure.ts'
import { isolationRows, rowsWithoutThoughts, spellingOf, type Spelling } from './spelling.ts'

/** Rows are many, and each unit is a piece of its own once: fewer cuttings find as much. */
const cuttings = { randomCuttings: 2, maxTwoPieceCuttings: 12 }

/**
 * Checks an adapter for isolation: reasoning in the adapter's own spelling is never in the answer. It holds for every assumption about
 * the start, and for guarded and unguarded clients.
 *
 * @param given - The format's spelling of reasoning. Empty: it has none. Default: taken from the adapter's signals.
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
