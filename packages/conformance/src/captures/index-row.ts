import type { Capture } from './capture.ts'
import { fromRecordedRow, type RecordedRow } from './recorded.ts'
import { fromServerRow, type ServerRow } from './server.ts'

/** A line of an index of recordings, in either format. */
export type IndexRow = { file: string } & (RecordedRow | (ServerRow & { raw_split?: RawSplit }))

/** The expected split of text from a server that does not split. */
interface RawSplit {
  reasoning: string
  content: string
  /** The opening tag. Null if it is at the end of the prompt. */
  opening: string | null
}

type Line = Record<string, unknown>

export const isIndexRow = (line: Line): boolean =>
  typeof line['id'] === 'string' && typeof line['api'] === 'string' && typeof line['file'] === 'string'

/** Whether the row contains hashes of texts. */
const isRecorded = (row: IndexRow): row is { file: string } & RecordedRow =>
  row.expected !== undefined && 'reasoning_sha256' in row.expected

type Shape = readonly [fits: (value: unknown) => boolean, is: string]

const isText = (value: unknown): boolean => typeof value === 'string'
const isNumber = (value: unknown): boolean => typeof value === 'number'
const isObject = (value: unknown): value is Line => typeof value === 'object' && value !== null && !Array.isArray(value)
const isList = (value: unknown, fits: (value: unknown) => boolean): boolean => Array.isArray(value) && value.every(fits)

const text: Shape = [isText, 'a text']
const number: Shape = [isNumber, 'a number']
const object: Shape = [isObject, 'an object']
const texts: Shape = [(value) => isList(value, isText), 'a list of texts']
const calls: Shape = [(value) => isList(value, (call) => isObject(call) && isText(call['name'])), 'a list of objects with a "name"']
const blocks: Shape = [(value) => isList(value, (block) => isObject(block) && isText(block['type'])), 'a list of objects with a "type"']

/** The shape of an optional field. */
const maybe = ([fits, is]: Shape): Shape => [(value) => value === undefined || fits(value), is]
const orNull = ([fits, is]: Shape): Shape => [(value) => value === undefined || value === null || fits(value), `${is} or null`]

type Shapes = Readonly<Record<string, Shape>>

const rowFields: Shapes = {
  id: text,
  api: text,
  file: text,
  format: maybe(text),
  provider: maybe(text),
  model: maybe(text),
  expected: maybe(object),
  expected_choices: maybe([(value) => isList(value, isObject), 'a list of objects']),
  raw_split: maybe(object),
}

const splitFields: Shapes = { reasoning: text, content: text, opening: orNull(text) }

const recordedFields: Shapes = {
  reasoning_sha256: text,
  reasoning_chars: number,
  reasoning_trim_sha256: maybe(text),
  content_sha256: text,
  content_chars: number,
  content_trim_sha256: maybe(text),
  wire_content_sha256: maybe(text),
  wire_content_chars: maybe(number),
  inline_think: orNull(text),
  tool_calls: calls,
  input_tokens: orNull(number),
  output_tokens: orNull(number),
  reasoning_tokens: orNull(number),
  total_tokens: orNull(number),
  output_includes_reasoning: orNull([(value) => typeof value === 'boolean', 'true, false']),
  finish_reason: orNull(text),
  blocks,
  signatures: texts,
  encrypted: texts,
  redacted: texts,
  error: maybe(object),
}

const serverFields: Shapes = {
  reasoning: maybe(text),
  content: maybe(text),
  tool_calls: maybe([
    (value) => isList(value, (call) => isObject(call) && isText(call['name']) && isText(call['arguments'])),
    'a list of objects with a "name" and "arguments", texts',
  ]),
  finish_reason: orNull(text),
  completion_tokens: orNull(number),
  error: maybe(object),
}

/** Converts a line to a capture. @param body - The recorded body of the line's file. */
export function fromIndexRow(row: IndexRow, body: Uint8Array): Capture {
  if (isRecorded(row)) return fromRecordedRow(row, body)
  const capture = fromServerRow(row, body)
  const [unsplit = {}] = capture.expected
  const raw = row.raw_split
  if (raw === undefined) return capture
  return {
    ...capture,
    expected: [{ ...unsplit, reasoning: [raw.reasoning], answer: [raw.content] }],
    inlineTags: { kind: raw.opening === null ? 'no-open' : 'tagged', unsplit },
  }
}

/** Describes the first field of a line with a wrong type: `format is 7, but must be a text`. Undefined if all fields fit. */
export function indexRowProblem(line: Line): string | undefined {
  const { expected, expected_choices, raw_split } = line
  const choices: unknown[] = Array.isArray(expected_choices) ? expected_choices : []
  const isHashed = isObject(expected) && 'reasoning_sha256' in expected
  const shapes: readonly (readonly [value: unknown, shapes: Shapes, at: string])[] = [
    [line, isHashed ? { ...rowFields, format: text } : rowFields, ''],
    [expected, isHashed ? recordedFields : serverFields, 'expected.'],
    ...choices.map((choice, index) => [choice, serverFields, `expected_choices[${index}].`] as const),
    [raw_split, splitFields, 'raw_split.'],
  ]
  for (const [value, fields, at] of shapes) {
    const wrong = isObject(value) ? wrongField(value, fields, at) : undefined
    if (wrong !== undefined) return wrong
  }
  return undefined
}

function wrongField(given: Line, shapes: Shapes, at: string): string | undefined {
  const wrong = Object.entries(shapes).find(([field, [fits]]) => !fits(given[field]))
  if (wrong === undefined) return undefined
  const [field, [, is]] = wrong
  return `${at}${field} ${given[field] === undefined ? 'is missing, and' : `is ${JSON.stringify(given[field]).slice(0, 80)}, but`} must be ${is}`
}
