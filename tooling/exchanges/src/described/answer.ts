/**
 * An answer in words of no provider. Each format has a file that writes it down as the provider would, by hand:
 * nothing here uses the readers and writers that are tested with it.
 */
export interface Answer {
  thought?: string
  /** What the provider seals the thought with, in formats that have a place for it. */
  signature?: string
  text?: string
  calls?: readonly AnswerCall[]
}

export interface AnswerCall {
  /** Left out by formats that name no calls. */
  id: string
  name: string
  arguments: Readonly<Record<string, unknown>>
}

/** A response as it is sent. */
export interface Served {
  /** Default: 200. */
  status?: number
  type: string
  body: Buffer
}

/** A provider that speaks one format. */
export interface DescribedUpstream {
  /** Name of the provider, as the gateway's settings have it. */
  provider: string
  model: string
  /** What it calls each of its responses, in formats that have a name for one. A text that stands nowhere else. */
  responseId?: string
  /** Counts that each answer reports, reasoning included in the output; null where the format has no place for one. */
  usage: { input: number; output: number; reasoning: number | null }
  /** The format seals thoughts. */
  isSigned: boolean
  whole(answer: Answer): Served
  streamed(answer: Answer): Served
  /** HTTP 429. */
  refused(message: string): Served
  /** An error in place of an answer, with HTTP 200. */
  failed(message: string): Served
  /** An error behind the first words of a stream. */
  failedStream(begun: string, message: string): Served
}

export type Json = Record<string, unknown>

/** Tokens that every answer reports: 12 of output, 7 of them reasoning. */
export const tokens = { input: 9, output: 12, reasoning: 7, total: 21 } as const

/** Text as a stream has it: in pieces of a few characters. */
export function piecesOf(text: string): string[] {
  const characters = [...text]
  return Array.from({ length: Math.ceil(characters.length / 5) }, (_, at) => characters.slice(at * 5, at * 5 + 5).join(''))
}
