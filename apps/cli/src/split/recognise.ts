import { recogniseBody } from '@reason/core/reading'
import { knownWires } from '../adapters/known.ts'
import { inputError } from '../cli-error.ts'
import { inputName } from '../input.ts'
import { loadWire } from '../registry.ts'
import { createTextDecoder } from '../text-decoder.ts'
import { isEventStream, isUtf16 } from './binary.ts'
import type { MachineFlags } from './flags.ts'

/** As much of a stream as is looked at, and of a document that has to be whole to be looked at, in bytes. */
const most = { stream: 64 * 1024, document: 8 * 1024 * 1024 }

/** What the command line would have said of it. */
export type Recognised = Required<Pick<MachineFlags, 'wire' | 'framing'>> & Pick<MachineFlags, 'provider'>

export interface OpenInput {
  /** Undefined: it is the text of a model. */
  recognised: Recognised | undefined
  /** What it was taken for, where that may be another thing than is meant. */
  remark?: string
  /** All of it, what was looked at included. */
  bytes: AsyncIterable<Uint8Array>
}

/**
 * Looks at the beginning of an input of which nobody said what it is. Text that cannot be a recorded response waits for nothing.
 *
 * @throws {CliError} When it is a recorded stream that no format knows.
 */
export async function recogniseInput(file: string | undefined, input: AsyncGenerator<Uint8Array, void, void>): Promise<OpenInput> {
  const seen: Uint8Array[] = []
  let length = 0
  for (let next = await input.next(); next.done !== true; next = await input.next()) {
    seen.push(next.value)
    length += next.value.length
    const limit = limitOf(Buffer.concat(seen))
    if (length >= limit) break
  }
  const head = Buffer.concat(seen)
  const bytes = chain(seen, input)
  if (length === 0) return { recognised: undefined, remark: `${inputName(file)} is empty`, bytes }
  if (limitOf(head) === 0) return { recognised: undefined, bytes }
  const found = await recognise(head, inputName(file))
  const isCut = found.recognised === undefined && found.remark === undefined && limitOf(head) === most.document && length >= most.document
  return { ...found, ...(isCut && { remark: largeDocument }), bytes }
}

const largeDocument = `read as the text of a model: it begins as JSON, and is too large to see whether it is a recorded response (more than ${most.document / 1024 / 1024} MB); if it is one, say which with --wire`

/** How much has to be seen; 0: it is text, also where that begins with a bracket, as `[THINK]` does. */
function limitOf(head: Buffer): number {
  if (isEventStream(head)) return most.stream
  const text = isUtf16(head) ? createTextDecoder().push(head) : head.toString('latin1').replace(/^\xEF\xBB\xBF/, '')
  const start = text.trimStart()
  if (start === '' || /^(?:(?:data|event|id|retry)?:|error: ?\{)/.test(start)) return most.stream
  if (/^(?:\{\s*(?:["}]|$)|\[\s*(?:[{\]]|$))/.test(start)) return most.document
  // It may become one of these names yet.
  return ['data:', 'event:', 'id:', 'retry:', 'error: {'].some((name) => name.startsWith(start)) ? most.stream : 0
}

async function recognise(head: Buffer, name: string): Promise<Omit<OpenInput, 'bytes'>> {
  const found = await lookOf(head)
  switch (found?.kind) {
    case undefined:
      return { recognised: undefined }
    case 'format': {
      const { wire, framing, provider } = found
      return {
        recognised: { wire, framing, ...(provider !== undefined && { provider }) },
        remark: `read as a recorded response in ${wire} (${framing}); --wire none takes it as text`,
      }
    }
    case 'error':
      // Which format reads it does not matter: errors read alike in all.
      return {
        recognised: { wire: 'openai-chat', framing: found.framing },
        remark: `read as the error of a server (${found.framing}); --wire none takes it as text`,
      }
    case 'unknown':
      // A model may have been asked for JSON, but for the frames of a stream nobody asks.
      if (found.framing === 'sse') throw unknownStream(name, found.first)
      return {
        recognised: undefined,
        remark: `read as the text of a model: it is JSON, but in no wire format that is known; if one of a package reads it, say --wire PACKAGE`,
      }
  }
}

/** What the beginning of a body looks like, among the formats that come with the command. */
export type Look =
  | { kind: 'format'; wire: string; framing: string; provider?: string }
  | { kind: 'error'; framing: string }
  | { kind: 'unknown'; framing: string; first: object }

/** Undefined: like text. */
export async function lookOf(head: Buffer): Promise<Look | undefined> {
  if (isEventStream(head)) return { kind: 'format', wire: 'bedrock-converse', framing: 'aws-eventstream' }
  const formats = await Promise.all(Object.keys(knownWires).map((name) => loadWire(name)))
  const decoder = createTextDecoder()
  const found = recogniseBody(decoder.push(head) + decoder.end(), formats)
  if (found?.kind !== 'format') return found
  const { wire, framing, source } = found
  return { kind: 'format', wire: wire.id, framing, ...(source.provider !== undefined && { provider: source.provider }) }
}

function unknownStream(name: string, first: object): Error {
  return inputError(
    `${name} is a recorded stream (sse) in no wire format that is known (have: ${Object.keys(knownWires).join(', ')}). ` +
      `Its first event: ${excerpt(first)}. If one of a package reads it, say --wire PACKAGE; else record what an endpoint for chat ` +
      'answers, such as /v1/chat/completions. --wire none takes all of it as text.',
  )
}

export function excerpt(event: object): string {
  const text = JSON.stringify(event)
  return text.length > 100 ? `${text.slice(0, 100)}…` : text
}

async function* chain(seen: readonly Uint8Array[], rest: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array, void, void> {
  yield* seen
  yield* rest
}
