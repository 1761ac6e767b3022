import type { WireFormat } from '@reason/core'
import { framings, type Framing } from '@reason/core/framing'

/** How the bytes of a body are framed: the framings of text, and the binary frames of Amazon Bedrock. */
export type BodyFraming = Framing | 'aws-eventstream'

export const bodyFramings: readonly BodyFraming[] = [...framings, 'aws-eventstream']

export const streamFramingOf = ({ endpoint }: Pick<WireFormat, 'endpoint'>): BodyFraming => endpoint?.framing ?? 'sse'

/**
 * The framing that a file's name stands for: `body.sse`, or `body.eventstream.bin` if the format's streams are binary.
 *
 * @returns Undefined if its ending names none; `.bin` alone names none.
 */
export function framingOfName(name: string, wire: Pick<WireFormat, 'endpoint'>): BodyFraming | undefined {
  const base = name.slice(Math.max(name.lastIndexOf('/'), name.lastIndexOf('\\')) + 1)
  const [, ...endings] = base.toLowerCase().split('.')
  const last = endings.at(-1)
  if (last === 'bin' || last === 'eventstream') return streamFramingOf(wire) === 'aws-eventstream' ? 'aws-eventstream' : undefined
  return bodyFramings.find((known) => known === last)
}
