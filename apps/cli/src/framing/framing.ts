import type { WireFormat } from '@reason/core'
import { nearest } from '@reason/core/errors'
import { bodyFramings, framingOfName, type BodyFraming } from '@reason/recording'
import { didYouMean, usageError } from '../cli-error.ts'
import { checkInput, inputName } from '../input.ts'

const describe =
  'sse (lines that begin with data:), json (one document), json-array (a stream that is one array), jsonl or ndjson (one document a line), aws-eventstream (binary)'

/**
 * Framing of a recorded body: from `--framing`, or from the file name.
 *
 * @param head - Framing of the HTTP headers above the body. For JSON, the file name wins, because some streams are one array.
 * @throws {CliError} If the framing is unknown, or the file does not exist.
 */
export function framingOf(given: string | undefined, file: string | undefined, wire: WireFormat, head?: BodyFraming): BodyFraming {
  const sure = head === 'json' ? undefined : head
  const framing = given === undefined ? (sure ?? framingOfName(file ?? '', wire) ?? head) : knownFraming(given)
  if (framing !== undefined) return framing
  checkInput(file)
  throw usageError(`cannot tell how ${inputName(file)} is framed. Set it with --framing: ${describe}.`)
}

/** @throws {CliError} If the framing does not exist. */
export function knownFraming(name: string): BodyFraming {
  const framing = bodyFramings.find((known) => known === name)
  if (framing !== undefined) return framing
  throw usageError(`no framing "${name}" is known.${didYouMean(nearest(name, bodyFramings))} There are: ${describe}.`)
}
