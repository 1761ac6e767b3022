import { readFileSync } from 'node:fs'
import type { Example } from '@reason/gateway-api'

// Beside `src` and, in what is published, beside `dist`.
const folder = new URL('../recordings/', import.meta.url)

/** One model of the embedded upstream, as `recordings/index.json` describes it. */
export type Recording = RecordedFiles | RecordedScript

interface About {
  about: string
  /** How the playground shows this recording best. */
  example?: Example
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

export const recordings: Readonly<Record<string, Recording>> = JSON.parse(readFileSync(new URL('index.json', folder), 'utf8'))

export const readRecording = (file: string): Buffer => readFileSync(new URL(file, folder))
