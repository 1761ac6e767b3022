import type { Capture, ExpectedResponse } from './capture.ts'

/** The used fields of a line in an index of recorded llama-server responses. Texts are literal. */
export interface ServerRow {
  id: string
  provider: string
  api: string
  model: string
  file: string
  expected?: ServerExpectation
  /** By choice, for requests with `n`. */
  expected_choices?: readonly ServerExpectation[]
}

export interface ServerExpectation {
  reasoning?: string
  content?: string
  tool_calls?: readonly { name: string; arguments: string }[]
  finish_reason?: string | null
  completion_tokens?: number | null
  error?: { message?: string }
}

/** Converts a recorded llama-server response to a capture. The server does not count reasoning, so only the output count is compared. */
export function fromServerRow(row: ServerRow, body: Uint8Array | string): Capture {
  const { id, api, file, provider, model, expected, expected_choices } = row
  return {
    id,
    wire: api,
    format: file.slice(file.lastIndexOf('.') + 1),
    body,
    source: { provider, model },
    expected: (expected_choices ?? [expected ?? {}]).map(readExpectation),
  }
}

function readExpectation(expected: ServerExpectation): ExpectedResponse {
  const { reasoning, content, tool_calls = [], finish_reason, completion_tokens, error } = expected
  return {
    ...(reasoning !== undefined && { reasoning: [reasoning] }),
    ...(content !== undefined && { answer: [content] }),
    toolCalls: tool_calls.map((call) => ({ name: call.name, arguments: parsed(call.arguments) })),
    ...(finish_reason !== undefined && { finish: finish_reason }),
    ...(completion_tokens !== undefined && { usage: { output: completion_tokens } }),
    error: error === undefined ? null : (error.message ?? ''),
  }
}

/** Arguments as a value: `{}` for an empty string, the string itself if it is not JSON. */
export function parsed(text: string): unknown {
  if (text.trim() === '') return {}
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
