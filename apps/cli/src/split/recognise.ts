import { lookOf as lookAmong, mostDocumentMegabytes, recogniseInput as recogniseAmong, type Look } from '@reason/recording'
import type { WireFormat } from '@reason/core'
import { excerptOf } from '@reason/wire-kit'
import { knownWires } from '../adapters/known.ts'
import { inputError } from '../cli-error.ts'
import { inputName } from '../input.ts'
import { loadWire } from '../registry.ts'
import type { MachineFlags } from './flags.ts'

/** The flags that an input stands for. */
export type Recognised = Required<Pick<MachineFlags, 'wire' | 'framing'>> & Pick<MachineFlags, 'provider'>

export interface OpenInput {
  /** Undefined: it is the text of a model. */
  recognised: Recognised | undefined
  /** What it was taken for, where that may be another thing than is meant. */
  remark?: string
  /** All of it, the head that was searched included. */
  bytes: AsyncIterable<Uint8Array>
}

const builtInFormats = (): Promise<WireFormat[]> => Promise.all(Object.keys(knownWires).map((name) => loadWire(name)))

/** What the beginning of a body looks like, among the formats that come with the command. Undefined: text. */
export const lookOf = (head: Uint8Array): Promise<Look | undefined> => lookAmong(head, builtInFormats)

/**
 * Recognises an input without `--wire` by its beginning. Text that cannot be a recorded response waits for nothing.
 *
 * @throws {CliError} When it is a recorded stream that no format knows.
 */
export async function recogniseInput(file: string | undefined, input: AsyncGenerator<Uint8Array, void, void>): Promise<OpenInput> {
  const { look, bytes } = await recogniseAmong(input, builtInFormats)
  return { ...describe(look, inputName(file)), bytes }
}

function describe(look: Awaited<ReturnType<typeof recogniseAmong>>['look'], name: string): Omit<OpenInput, 'bytes'> {
  switch (look?.kind) {
    case undefined:
      return { recognised: undefined }
    case 'empty':
      return { recognised: undefined, remark: `${name} is empty` }
    case 'large':
      return {
        recognised: undefined,
        remark: `read as the text of a model: it begins as JSON, and is too large to see whether it is a recorded response (more than ${mostDocumentMegabytes} MB); if it is one, say which with --wire`,
      }
    case 'format': {
      const { wire, framing, provider } = look
      return {
        recognised: { wire, framing, ...(provider !== undefined && { provider }) },
        remark: `read as a recorded response in ${wire} (${framing}); --wire none reads it as text`,
      }
    }
    case 'error':
      // Which format reads it does not matter: errors read alike in all.
      return {
        recognised: { wire: 'openai-chat', framing: look.framing },
        remark: `read as the error of a server (${look.framing}); --wire none reads it as text`,
      }
    case 'request':
      throw inputError(`${name} is the body of a request, and holds no answer. reason replay reads requests; --wire none reads it as text.`)
    case 'unknown':
      // A model may have been asked for JSON, but not for the frames of a stream.
      if (look.framing === 'sse') throw unknownStream(name, look.first)
      return {
        recognised: undefined,
        remark: `read as the text of a model: it is JSON in no known wire format; if a package reads it, name it: --wire PACKAGE`,
      }
  }
}

function unknownStream(name: string, first: object): Error {
  return inputError(
    `${name} is a recorded stream (sse) in no known wire format (have: ${Object.keys(knownWires).join(', ')}). ` +
      `Its first event: ${excerptOf(first)}. If one of a package reads it, say --wire PACKAGE; else record what an endpoint for chat ` +
      'answers, such as /v1/chat/completions. --wire none takes all of it as text.',
  )
}
