import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { shared, sharedPath } from '@reason/testkit/shared'
import { chunk, done } from '../support/upstream.ts'

/** Model output that people reported, and its expected split (`cases/README.md` in the shared input). */
export interface SplitCase {
  id: string
  model: string
  kind: string
  /** The text of the answer, or the fields of the message as JSON. */
  input: string
  expected: { reasoning: string; answer: string; toolCalls?: string[] }
  how?: {
    request?: Record<string, unknown>
    messages?: object[]
    user?: string
    thinking?: boolean
    start?: 'reasoning' | 'answer'
    finish?: string
    gatewayOnly?: boolean
  }
  borderline?: boolean
  note?: string
}

/** Rows of the shared input. Empty if it is absent. */
export const sharedCases = (): SplitCase[] =>
  shared === undefined
    ? []
    : readFileSync(sharedPath('cases', 'split.jsonl'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as SplitCase)

interface Message {
  content?: string | null
  reasoning_content?: string
  tool_calls?: { name: string; arguments: string }[]
}

/** The message that an upstream sends for a row. */
function messageOf({ input }: Pick<SplitCase, 'input'>): Message {
  try {
    const message = JSON.parse(input) as Message
    if (typeof message === 'object' && message !== null && ('content' in message || 'reasoning_content' in message)) return message
  } catch {
    // Plain text.
  }
  return { content: input }
}

const callsOf = ({ tool_calls: calls = [] }: Message) =>
  calls.map(({ name, arguments: given }, index) => ({
    index,
    id: `call_${index}`,
    type: 'function',
    function: { name, arguments: given },
  }))

/** Answers a request with the message of a row: streamed in pieces of `size` UTF-16 units, or whole. */
export function answerWith(row: SplitCase, response: ServerResponse, { stream, size }: { stream: boolean; size: number }): void {
  const message = messageOf(row)
  const calls = callsOf(message)
  const finish = row.how?.finish ?? (calls.length > 0 ? 'tool_calls' : 'stop')
  const { model } = row
  if (!stream) {
    const { tool_calls: _, ...fields } = message
    const whole = { role: 'assistant', ...fields, ...(calls.length > 0 && { tool_calls: calls.map(({ index: __, ...call }) => call) }) }
    const choices = [{ index: 0, message: whole, finish_reason: finish }]
    response.writeHead(200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ id: 'chatcmpl-1', object: 'chat.completion', created: 1_700_000_000, model, choices }))
    return
  }
  response.writeHead(200, { 'content-type': 'text/event-stream' })
  response.write(chunk({ role: 'assistant', content: null }))
  for (const field of ['reasoning_content', 'content'] as const) {
    for (const piece of piecesOf(message[field] ?? '', size)) response.write(chunk({ [field]: piece }))
  }
  for (const call of calls) response.write(chunk({ tool_calls: [call] }))
  response.write(chunk({}, { finish_reason: finish }))
  response.end(done)
}

/** Pieces of whole characters: an upstream sends valid UTF-8. */
function piecesOf(text: string, size: number): string[] {
  const pieces: string[] = []
  let piece = ''
  for (const character of text) {
    piece += character
    if (piece.length >= size) {
      pieces.push(piece)
      piece = ''
    }
  }
  return piece === '' ? pieces : [...pieces, piece]
}

/** Request of a row's client. */
export const requestOf = ({ model, how = {} }: SplitCase, stream: boolean): Record<string, unknown> => ({
  model,
  stream,
  messages: how.messages ?? [{ role: 'user', content: how.user ?? 'Go on.' }],
  ...how.request,
})

/**
 * A row of a table. Its `source` is the thread of the report, or a word for the kind of evidence. The words of the texts are our own.
 * A row that ends with its input stays an answer as it is.
 */
export type SplitRow = readonly [
  source: string,
  kind: string,
  model: string,
  input: string,
  reasoning?: string,
  answer?: string,
  how?: SplitCase['how'],
]

export const rowsOf = (rows: readonly SplitRow[]): readonly SplitCase[] =>
  rows.map(([source, kind, model, input, reasoning = '', answer = input, how], index) => ({
    id: `${source}, row ${index}: ${kind}`,
    kind,
    model,
    input,
    expected: { reasoning, answer },
    ...(how !== undefined && { how }),
  }))

/** A model that no table knows. */
export const unknown = 'brand-new-7b'

export const gatewayOnly = { gatewayOnly: true } as const
/** A limit has cut the text. */
export const cut = { finish: 'length' } as const
export const json = { ...gatewayOnly, request: { response_format: { type: 'json_object' } } } as const
/** The template has opened the thought. */
export const opened = { start: 'reasoning', request: { chat_template_kwargs: { thinking: true } } } as const
export const enabled = (enable_thinking: boolean) => ({ thinking: enable_thinking, request: { chat_template_kwargs: { enable_thinking } } })

/** A message of a server that splits. */
export const fields = (reasoning_content: string, content: string): string => JSON.stringify({ reasoning_content, content })
