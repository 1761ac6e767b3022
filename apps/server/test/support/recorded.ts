import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { shared, sharedPath } from '@reason/testkit/shared'

/** The fields of a recorded response, and of its expected result, that these tests read. */
export interface Recorded {
  id: string
  provider: string
  api: string
  model: string
  streaming: boolean
  format: string
  file: string
  status: number
  has: readonly string[]
  expected: {
    reasoning_sha256: string
    reasoning_trim_sha256?: string
    content_sha256: string
    content_trim_sha256?: string
    inline_think: string | null
    tool_calls: readonly { name: string; arguments: unknown }[]
    input_tokens: number | null
    output_tokens: number | null
    reasoning_tokens: number | null
    output_includes_reasoning: boolean | null
    error?: { message: string }
  }
}

/** Content types that providers sent, by format. Rows with other formats (`jsonl`, `json-array`) are left out. */
const contentTypes: Readonly<Record<string, string>> = {
  sse: 'text/event-stream; charset=utf-8',
  json: 'application/json',
  ndjson: 'application/x-ndjson',
  'aws-eventstream': 'application/vnd.amazon.eventstream',
}

const all: readonly Recorded[] =
  shared === undefined
    ? []
    : readFileSync(sharedPath('captures', 'index.jsonl'), 'utf8')
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as Recorded)

/** Whole answers and streams of a wire format that succeed, or (`failed`) end in an error. */
export const recordedAnswers = (api: string, failed = false): Recorded[] =>
  all.filter((row) => row.api === api && row.status === 200 && row.format in contentTypes && (row.expected.error !== undefined) === failed)

/** Responses with an error status. */
export const recordedErrors = (): Recorded[] => all.filter(({ status }) => status >= 400)

export const recordedBody = ({ file }: Recorded): Buffer => readFileSync(sharedPath('captures', file))

export const contentTypeOf = ({ format }: Pick<Recorded, 'format'>): string => contentTypes[format]!

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
