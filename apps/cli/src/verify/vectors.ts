import { checkRow, toVectorCase, type Violation, type Row, type VectorCase } from '@reason/conformance'
import { splitText, type TextAdapter } from '@reason/core'
import { inputError } from '../cli-error.ts'
import type { MakeAdapter } from './maker.ts'
import { outcomeOf, type Case, type Problem } from './outcome.ts'

/**
 * Case for a line of a vector file, in any of the three formats.
 *
 * @param place - Number of the vector, for messages.
 * @throws {CliError} If it is not a vector, or a field has the wrong type.
 */
export function vectorCase(line: Record<string, unknown>, place: string, make: MakeAdapter): Case {
  const { row, adapter, options } = vectorOf(line, place)
  return {
    name: row.name,
    async check() {
      const made = await make(adapter, options)
      if ('refused' in made) return { status: 'skipped', reason: made.refused }
      return outcomeOf(checkRow(made.adapter, row).map((failure) => problemOf(failure, made.adapter, row)))
    },
  }
}

function vectorOf(line: Record<string, unknown>, place: string): VectorCase {
  let vector: VectorCase | undefined
  try {
    vector = toVectorCase(line)
  } catch (error) {
    throw inputError(`${place}: ${(error as Error).message}`, { cause: error })
  }
  if (vector !== undefined) return vector
  throw inputError(
    `${place} is no vector: it has none of "chunks" with "options" and "expected" (tags), "expected.analysis" (Harmony), ` +
      '"name" with "input" and "expect" or "parts" (a row of the conformance kit).',
  )
}

/** Problem of a failure. The conformance kit describes the first difference of two texts in a sentence. Two lines below each other are easier to read. */
function problemOf({ rule, message, cutting }: Violation, adapter: TextAdapter, row: Row): Problem {
  const what = cutting === undefined || cutting === 'whole' ? rule : `${rule} (${cutting})`
  const field = /^(reasoning|commentary|answer): /.exec(message)?.[1] as 'reasoning' | 'commentary' | 'answer' | undefined
  const expected = field === undefined ? undefined : row.expect?.[field]
  if (rule !== 'expected' || field === undefined || expected === undefined || cutting !== 'whole') return { what, message }
  const input = typeof row.input === 'string' ? row.input : row.input.join('')
  return { what: field, expected, got: splitText(input, adapter, { ...row.context })[field] }
}
