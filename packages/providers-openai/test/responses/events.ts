import type { Part } from '@reason/core'
import { atOnce } from '@reason/exchanges/at-once'
import { openaiResponses } from '../../src/index.ts'

export { codesOf, outline, resultOf, spoken as texts } from '@reason/exchanges/outline'

export const wire = openaiResponses()
export const { read, readBody, readText, write } = atOnce(wire)

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

export const nativesOf = (parts: Iterable<Part>, event: string) =>
  [...parts].flatMap((part) => (part.type === 'native' && part.event === event ? [part] : []))
