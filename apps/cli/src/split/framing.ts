import { extname } from 'node:path'
import { nearest } from '@reason/core'
import { framings, type Framing } from '@reason/core/framing'
import { didYouMean, usageError } from '../cli-error.ts'
import { inputName } from '../input.ts'

const describe = 'sse (lines that begin with data:), json (one document), jsonl or ndjson (one document a line)'

/**
 * How a recorded body is framed: as it was said, else by the ending of the file's name.
 * @throws {CliError} When neither says.
 */
export function framingOf(given: string | undefined, file: string | undefined): Framing {
  const name = given ?? (file === undefined ? '' : extname(file).slice(1).toLowerCase())
  const framing = framings.find((known) => known === name)
  if (framing !== undefined) return framing
  throw usageError(
    given === undefined
      ? `cannot tell how ${inputName(file)} is framed. Say it with --framing: ${describe}.`
      : `no framing "${given}" is known.${didYouMean(nearest(given, framings))} There are: ${describe}.`,
  )
}
