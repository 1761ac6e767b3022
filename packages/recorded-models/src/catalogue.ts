import { readFileSync } from 'node:fs'

// The folder is beside `src` and, in the published package, beside `dist`.
const folder = new URL('../recordings/', import.meta.url)

/** A model, as `recordings/index.json` describes it. */
export type Recording = RecordedFiles | RecordedScript

interface About {
  about: string
  /** Best presentation of this recording in a playground. */
  example?: RecordedExample
}

/** A conversation that fits a recording. */
export interface RecordedExample {
  /** Absent for a short recording of one format. */
  title?: string
  /** Questions, one for each turn of the user. */
  questions: readonly string[]
  /** Recommended visibility of reasoning. */
  visibility?: 'full' | 'summary' | 'label' | 'none'
  /** Recommended limit of reasoning tokens. */
  budgetTokens?: number
  /** Definitions of the tools that are called. */
  tools?: readonly unknown[]
  /** Results of the tools, one for each call. */
  results?: readonly string[]
  /** Another model that was asked the same questions. */
  compareWith?: string
}

/** Bytes that a server sent. */
export interface RecordedFiles extends About {
  /** File names: the body of a streamed response, and that of an unstreamed one. */
  stream: string
  whole: string
  /** Actual output of the model, known without any parser. */
  said: { reasoning: string; answer: string; toolCalls?: { name: string; arguments: string }[] }
}

/** A conversation that was written by hand, turn by turn: see `Script`. */
export interface RecordedScript extends About {
  /** A file with a `Script`. */
  script: string
}

export const recordings: Readonly<Record<string, Recording>> = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8'))

export const readRecording = (file: string): Uint8Array<ArrayBuffer> => readFileSync(new URL(file, folder))
