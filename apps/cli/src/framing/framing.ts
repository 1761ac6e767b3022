import { basename } from 'node:path'
import { nearest, type WireFormat } from '@reason/core'
import { framings, type Framing } from '@reason/core/framing'
import { didYouMean, usageError } from '../cli-error.ts'
import { checkInput, inputName } from '../input.ts'

/** How the bytes of a body are framed: what core frames, and the binary frames of Amazon Bedrock. */
export type BodyFraming = Framing | 'aws-eventstream'

export const bodyFramings: readonly BodyFraming[] = [...framings, 'aws-eventstream']

const describe =
  'sse (lines that begin with data:), json (one document), json-array (a stream that is one array), jsonl or ndjson (one document a line), aws-eventstream (binary)'

/** How a stream of a format goes over the network. */
export const streamFramingOf = ({ endpoint }: WireFormat): BodyFraming => endpoint?.framing ?? 'sse'

/**
 * How a recorded body of a format is framed: as it was said, else by the ending of the file's name.
 *
 * @param head - What the head of HTTP above it says. That it is JSON says less than a name does: some streams are one array.
 * @throws {CliError} When neither says, or there is no such file.
 */
export function framingOf(given: string | undefined, file: string | undefined, wire: WireFormat, head?: BodyFraming): BodyFraming {
  const sure = head === 'json' ? undefined : head
  const framing = given === undefined ? (sure ?? guess(file, wire) ?? head) : knownFraming(given)
  if (framing !== undefined) return framing
  checkInput(file)
  throw usageError(`cannot tell how ${inputName(file)} is framed. Say it with --framing: ${describe}.`)
}

/** @throws {CliError} When there is no such framing. */
export function knownFraming(name: string): BodyFraming {
  const framing = bodyFramings.find((known) => known === name)
  if (framing !== undefined) return framing
  throw usageError(`no framing "${name}" is known.${didYouMean(nearest(name, bodyFramings))} There are: ${describe}.`)
}

/** `body.sse`, and `body.eventstream.bin` where the format's streams are binary: by itself, `.bin` says nothing. */
function guess(file: string | undefined, wire: WireFormat): BodyFraming | undefined {
  const [, ...endings] = basename(file ?? '')
    .toLowerCase()
    .split('.')
  const last = endings.at(-1)
  if (last === 'bin' || last === 'eventstream') return streamFramingOf(wire) === 'aws-eventstream' ? 'aws-eventstream' : undefined
  return bodyFramings.find((known) => known === last)
}
