import type { WireFormat } from '@reason/core'
import { usageError } from '../cli-error.ts'
import { streamFramingOf, type BodyFraming } from '@reason/recording'
import { knownFraming } from '../framing/framing.ts'
import type { ConvertFlags } from './flags.ts'

/**
 * How the converted body is framed: as it was said, else as the input was sent: a document as a document (`json`), a stream as the
 * target format's streams go over the network.
 *
 * @param wire - The target.
 * @throws {CliError} When what was said contradicts itself.
 */
export function outFramingOf({ to, outFraming, stream, whole }: ConvertFlags, wire: WireFormat, input: BodyFraming): BodyFraming {
  if (stream && whole) throw usageError('--stream and --whole exclude each other. Leave one out.')
  const said = outFraming === undefined ? undefined : knownFraming(outFraming)
  if (said === undefined) return whole || (!stream && input === 'json') ? 'json' : streamFramingOf(wire)
  if (stream && said === 'json')
    throw usageError('--out-framing json is one document, and no stream. Leave out --stream, or name a framing of streams.')
  if (whole && said !== 'json') throw usageError(`--out-framing ${said} is for streams, and --whole asks for one document. Leave one out.`)
  if (said === 'aws-eventstream' && streamFramingOf(wire) !== said) {
    throw usageError(`${to} is not sent as aws-eventstream. Leave out --out-framing: its streams are ${streamFramingOf(wire)}.`)
  }
  return said
}
