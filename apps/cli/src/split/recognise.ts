import { recogniseBody } from '@reason/core/reading'
import { knownWires } from '../adapters/known.ts'
import { loadWire } from '../registry.ts'
import { createTextDecoder } from '../text-decoder.ts'
import type { MachineFlags } from './flags.ts'

/** As much of a stream as is looked at, and of a document that has to be whole to be looked at, in bytes. */
const most = { stream: 64 * 1024, document: 8 * 1024 * 1024 }

/** What the command line would have said of it. */
export type Recognised = Required<Pick<MachineFlags, 'wire' | 'framing'>> & Pick<MachineFlags, 'provider'>

export interface OpenInput {
  /** Undefined: it is the text of a model. */
  recognised: Recognised | undefined
  /** All of it, what was looked at included. */
  bytes: AsyncIterable<Uint8Array>
}

/** Looks at the beginning of an input of which nobody said what it is. Text that cannot be a recorded response waits for nothing. */
export async function recogniseInput(input: AsyncGenerator<Uint8Array, void, void>): Promise<OpenInput> {
  const seen: Uint8Array[] = []
  let length = 0
  for (let next = await input.next(); next.done !== true; next = await input.next()) {
    seen.push(next.value)
    length += next.value.length
    const limit = limitOf(Buffer.concat(seen))
    if (length >= limit) break
  }
  const head = Buffer.concat(seen)
  return { recognised: length === 0 || limitOf(head) === 0 ? undefined : await recognise(head), bytes: chain(seen, input) }
}

/** How much has to be seen; 0: it is text. */
function limitOf(head: Buffer): number {
  if (isEventStream(head)) return most.stream
  const start = head
    .toString('latin1')
    .replace(/^\xEF\xBB\xBF/, '')
    .trimStart()
  if (start === '' || /^(?:data|event|id|retry)?:/.test(start)) return most.stream
  if (start.startsWith('{') || start.startsWith('[')) return most.document
  // It may become one of these names yet.
  return ['data:', 'event:', 'id:', 'retry:'].some((name) => name.startsWith(start)) ? most.stream : 0
}

/** Binary frames of Bedrock: their length, and the name of a header near their beginning. */
const isEventStream = (head: Buffer): boolean => head.length > 12 && head[0] === 0 && head.subarray(0, 200).includes(':event-type')

async function recognise(head: Buffer): Promise<Recognised | undefined> {
  if (isEventStream(head)) return { wire: 'bedrock-converse', framing: 'aws-eventstream' }
  const formats = await Promise.all(Object.keys(knownWires).map((name) => loadWire(name)))
  const decoder = createTextDecoder()
  const found = recogniseBody(decoder.push(head) + decoder.end(), formats)
  if (found === undefined) return undefined
  const { wire, framing, source } = found
  return { wire: wire.id, framing, ...(source.provider !== undefined && { provider: source.provider }) }
}

async function* chain(seen: readonly Uint8Array[], rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  yield* seen
  yield* rest
}
