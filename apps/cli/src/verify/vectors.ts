import {
  assertRow,
  checkRow,
  fromHarmonyVector,
  fromThinkTagsVector,
  type Failure,
  type HarmonyVector,
  type Row,
  type ThinkTagsVector,
} from '@reason/conformance'
import { splitText, type TextAdapter } from '@reason/core'
import { inputError } from '../cli-error.ts'
import type { MakeAdapter } from './maker.ts'
import { outcomeOf, type Case, type Problem } from './outcome.ts'
import { longestDelimiter, thinkTagsOptions } from './vector-options.ts'

type Line = Record<string, unknown>

/**
 * A line of a vector file as a case, whichever of the three shapes it has.
 *
 * @param place - Which one it is, for messages.
 * @throws {CliError} When it is none, or has a field of another type.
 */
export function vectorCase(line: Line, place: string, make: MakeAdapter): Case {
  if (isThinkTags(line)) {
    const { row, options } = fromThinkTagsVector(line)
    const held = longestDelimiter(options, line.chunks.join(''))
    return rowCase({ ...row, longestDelimiter: held }, make, 'think-tags', thinkTagsOptions(options))
  }
  if (isHarmony(line)) {
    const { row, options } = fromHarmonyVector(line)
    return rowCase(row, make, 'harmony', options)
  }
  if (isRow(line)) {
    try {
      assertRow(line)
    } catch (error) {
      throw inputError(`${place}: ${(error as Error).message}`, { cause: error })
    }
    return rowCase(line, make)
  }
  throw inputError(
    `${place} is none: it has none of "chunks" with "options" and "expected" (tags), "expected.analysis" (Harmony), ` +
      '"name" with "input" and "expect" or "parts" (a row of the conformance kit).',
  )
}

function rowCase(row: Row, make: MakeAdapter, kind?: string, options: Record<string, unknown> = {}): Case {
  return {
    name: row.name,
    async check() {
      const made = await make(kind, options)
      if ('refused' in made) return { status: 'skipped', reason: made.refused }
      return outcomeOf(checkRow(made.adapter, row).map((failure) => problemOf(failure, made.adapter, row)))
    },
  }
}

/** The kit says in a sentence where texts part; two lines below each other are quicker to read. */
function problemOf({ rule, message, cutting }: Failure, adapter: TextAdapter, row: Row): Problem {
  const what = cutting === undefined || cutting === 'whole' ? rule : `${rule} (${cutting})`
  const field = /^(reasoning|commentary|answer): /.exec(message)?.[1] as 'reasoning' | 'commentary' | 'answer' | undefined
  const expected = field === undefined ? undefined : row.expect?.[field]
  if (rule !== 'expected' || field === undefined || expected === undefined || cutting !== 'whole') return { what, message }
  const input = typeof row.input === 'string' ? row.input : row.input.join('')
  return { what: field, expected, got: splitText(input, adapter, { ...row.context })[field] }
}

const isThinkTags = (line: Line): line is Line & ThinkTagsVector =>
  Array.isArray(line['chunks']) && isObject(line['options']) && isObject(line['expected'])

const isHarmony = (line: Line): line is Line & HarmonyVector =>
  isObject(line['expected']) && typeof line['expected']['analysis'] === 'string'

const isRow = (line: Line): line is Line & Row =>
  typeof line['name'] === 'string' && 'input' in line && ('expect' in line || 'parts' in line)

const isObject = (value: unknown): value is Line => typeof value === 'object' && value !== null
