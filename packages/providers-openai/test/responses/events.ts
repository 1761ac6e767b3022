import { createAccumulator, type Part, type ReaderOptions, type Result } from '@reason/core'
import { createFrameDecoder } from '@reason/core/framing'
import { openaiResponses, type OpenaiResponsesOptions } from '../../src/index.ts'

type Fields = Record<string, unknown>

const response = (status: string, rest: Fields = {}) => ({
  id: 'resp_1',
  object: 'response',
  created_at: 1_700_000_000,
  model: 'm',
  status,
  output: [],
  ...rest,
})

export const created = { type: 'response.created', sequence_number: 0, response: response('in_progress') }
export const completed = (rest: Fields = {}) => ({ type: 'response.completed', response: response('completed', rest) })
export const incomplete = (reason: string, rest: Fields = {}) => ({
  type: 'response.incomplete',
  response: response('incomplete', { incomplete_details: { reason }, ...rest }),
})
export const added = (index: number, item: Fields) => ({ type: 'response.output_item.added', output_index: index, item })
export const done = (index: number, item: Fields) => ({ type: 'response.output_item.done', output_index: index, item })
export const summary = (index: number, part: number, delta: string) => ({
  type: 'response.reasoning_summary_text.delta',
  output_index: index,
  summary_index: part,
  delta,
})
export const raw = (index: number, delta: unknown, part = 0) => ({
  type: 'response.reasoning_text.delta',
  output_index: index,
  content_index: part,
  delta,
})
export const text = (index: number, delta: unknown, rest: Fields = {}) => ({
  type: 'response.output_text.delta',
  output_index: index,
  content_index: 0,
  delta,
  ...rest,
})
export const args = (index: number, delta: string) => ({ type: 'response.function_call_arguments.delta', output_index: index, delta })

/** A whole body. */
export const body = (output: readonly unknown[], rest: Fields = {}) => response('completed', { output, ...rest })
export const message = (value: string, rest: Fields = {}) => ({
  type: 'message',
  id: 'msg_1',
  role: 'assistant',
  status: 'completed',
  content: [{ type: 'output_text', text: value, annotations: [], logprobs: [] }],
  ...rest,
})

/** Reads the events of a stream that is then over. */
export function read(events: readonly unknown[], source: ReaderOptions = {}, options: OpenaiResponsesOptions = {}): Part[] {
  const reader = openaiResponses(options).createReader(source)
  return [...events.flatMap((event) => reader.push(event)), ...reader.end()]
}

export const readBody = (value: unknown, source: ReaderOptions = {}): readonly Part[] => openaiResponses().readResponse(value, source)

export function readText(text: string, framing: 'sse' | 'jsonl' | 'json' = 'sse', options: OpenaiResponsesOptions = {}): Part[] {
  const reader = openaiResponses(options).createReader()
  const decoder = createFrameDecoder(framing)
  return [...[...decoder.push(text), ...decoder.end()].flatMap((frame) => reader.pushFrame(frame)), ...reader.end()]
}

export function resultOf(parts: Iterable<Part>): Result {
  const accumulator = createAccumulator()
  for (const part of parts) accumulator.push(part)
  return accumulator.snapshot()
}

export const codesOf = (parts: Iterable<Part>): string[] => [...parts].flatMap((part) => (part.type === 'warning' ? [part.code] : []))

export const nativesOf = (parts: Iterable<Part>, event: string) =>
  [...parts].flatMap((part) => (part.type === 'native' && part.event === event ? [part] : []))

/** Items as one line each: `reasoning (summary): text`, `call f: {}`, `native annotation`. */
export const outline = (parts: Iterable<Part>): string[] =>
  resultOf(parts).items.map((item) => {
    if (item.type === 'native') return `native ${item.event}`
    if (item.type === 'tool-call') return `call ${item.name}: ${item.arguments}`
    return `${item.channel}${item.kind === undefined ? '' : ` (${item.kind})`}: ${item.text}`
  })

/** The same without natives. */
export const texts = (parts: Iterable<Part>): string[] => outline(parts).filter((line) => !line.startsWith('native'))
