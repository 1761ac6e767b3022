import { readFileSync } from 'node:fs'

// Beside `src` and, in what is published, beside `dist`.
const folder = new URL('../recordings/', import.meta.url)

/** One model, as `recordings/index.json` describes it. */
export type Recording = RecordedFiles | RecordedScript

interface About {
  about: string
  /** How a playground shows this recording best. */
  example?: Example
}

/** A conversation that fits a recording. */
export interface Example {
  /** Absent: a short recording of one format. */
  title?: string
  /** What is asked, one for each turn of the user. */
  questions: readonly string[]
  /** What the gateway may be asked to show of the thought. */
  visibility?: 'full' | 'summary' | 'label' | 'none'
  /** A limit of reasoning tokens that fits. */
  budgetTokens?: number
  /** Definitions of the tools that are called. */
  tools?: readonly unknown[]
  /** What the tools answer, one for each call. */
  results?: readonly string[]
  /** Another model that was asked the same. */
  compareWith?: string
}

/** Bytes that a server sent. */
export interface RecordedFiles extends About {
  /** Files: the body of a streamed answer, and that of a whole one. */
  stream: string
  whole: string
  /** What the model was made to say, known without any parser. */
  said: { reasoning: string; answer: string; toolCalls?: { name: string; arguments: string }[] }
}

/** A conversation that was written by hand, turn by turn: see `Script`. */
export interface RecordedScript extends About {
  /** A file with a `Script`. */
  script: string
}

/** By the name of the model. */
export const recordings: Readonly<Record<string, Recording>> = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8'))

/** The bytes of one of their files. */
export const readRecording = (file: string): Uint8Array<ArrayBuffer> => readFileSync(new URL(file, folder))
