/**
 * An answer, independent of any format. Each format has a file that writes it as the provider does, by hand: the code
 * uses none of the readers and writers under test.
 */
export interface Answer {
  thought?: string
  /** The provider's signature of the thought. Only some formats have a field for it. */
  signature?: string
  text?: string
  calls?: readonly AnswerCall[]
}

export interface AnswerCall {
  /** Id of the call. Formats without ids leave it out. */
  id: string
  name: string
  arguments: Readonly<Record<string, unknown>>
}

/** An HTTP response. */
export interface Served {
  /** Default: 200. */
  status?: number
  type: string
  body: Buffer
}

/** A provider that speaks one format. */
export interface DescribedUpstream {
  /** Name of the provider in the gateway's settings. */
  provider: string
  model: string
  /** Id of each response. Occurs nowhere else in the body. Undefined for formats without ids. */
  responseId?: string
  /** Token counts that each answer reports. `output` includes reasoning. Null if the format has no field for a count. */
  usage: { input: number; output: number; reasoning: number | null }
  /** True if the format has signatures of thoughts. */
  isSigned: boolean
  whole(answer: Answer): Served
  streamed(answer: Answer): Served
  /** An error with HTTP 429. */
  refused(message: string): Served
  /** An error instead of an answer, with HTTP 200. */
  failed(message: string): Served
  /** An error after the first words of a stream. */
  failedStream(begun: string, message: string): Served
}

export type Json = Record<string, unknown>

/** Tokens that every answer reports: 12 of output, 7 of them reasoning. */
export const tokens = { input: 9, output: 12, reasoning: 7, total: 21 } as const

/** Splits text into pieces of up to five characters, as in a stream. */
export function piecesOf(text: string): string[] {
  const characters = [...text]
  return Array.from({ length: Math.ceil(characters.length / 5) }, (_, at) => characters.slice(at * 5, at * 5 + 5).join(''))
}
