import type { WireFormat } from '@reason/core'
import { usageError } from '../cli-error.ts'
import { streamFramingOf, type BodyFraming } from '@reason/recording'
import { knownFraming } from '../framing/framing.ts'
import type { ConvertFlags } from './flags.ts'

/**
 * Framing of the converted body: the given one, or that of the input. A document stays a document (`json`). A stream becomes a stream in the usual framing of
 * the target format.
 *
 * @param wire - Target format.
 * @throws {CliError} If the flags contradict each other.
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
