import { lookOf as lookAmong, mostDocumentMegabytes, recogniseInput as recogniseAmong, type Look } from '@reason/recording'
import type { WireFormat } from '@reason/core'
import { excerptOf } from '@reason/wire-kit'
import { knownWires } from '../adapters/known.ts'
import { inputError } from '../cli-error.ts'
import { inputName } from '../input.ts'
import { loadWire } from '../registry.ts'
import type { MachineFlags } from './flags.ts'

/** Flags that were detected from the input. */
export type RecognisedFlags = Required<Pick<MachineFlags, 'wire' | 'framing'>> & Pick<MachineFlags, 'provider'>

export interface OpenInput {
  /** Undefined if the input is the text of a model. */
  recognised: RecognisedFlags | undefined
  /** Note about the detected format, if another one is possible. */
  remark?: string
  /** The whole input, including its beginning. */
  bytes: AsyncIterable<Uint8Array>
}

const builtInFormats = (): Promise<WireFormat[]> => Promise.all(Object.keys(knownWires).map((name) => loadWire(name)))

/** Recognises the format of the beginning of a body, among the built-in formats. Undefined for text. */
export const lookOf = (head: Uint8Array): Promise<Look | undefined> => lookAmong(head, builtInFormats)

/**
 * Recognises the format of an input without `--wire` by its beginning. Text that cannot be a recorded response is not delayed.
 *
 * @throws {CliError} For a recorded stream in an unknown format.
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
      // Any format can read errors.
      return {
        recognised: { wire: 'openai-chat', framing: look.framing },
        remark: `read as the error of a server (${look.framing}); --wire none reads it as text`,
      }
    case 'request':
      throw inputError(`${name} is the body of a request, and holds no answer. reason replay reads requests; --wire none reads it as text.`)
    case 'unknown':
      // A model may produce JSON, but no stream frames.
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
      `Its first event: ${excerptOf(first)}. If a package has its format, use --wire PACKAGE. Otherwise, record what a chat endpoint ` +
      'answers, such as /v1/chat/completions. --wire none takes all of it as text.',
  )
}
