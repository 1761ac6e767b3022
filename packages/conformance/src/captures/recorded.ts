import type { Capture, ExpectedCaptureBlock, ExpectedResponse, ExpectedText } from './capture.ts'

/** The used fields of a line in an index of recorded provider responses. Texts are represented by their hashes. */
export interface RecordedRow {
  id: string
  provider: string
  api: string
  model: string
  format: string
  expected: {
    reasoning_sha256: string
    reasoning_chars: number
    reasoning_trim_sha256?: string
    content_sha256: string
    content_chars: number
    content_trim_sha256?: string
    wire_content_sha256?: string
    wire_content_chars?: number
    inline_think?: string | null
    tool_calls: readonly { name: string; arguments: unknown }[]
    input_tokens?: number | null
    output_tokens?: number | null
    reasoning_tokens?: number | null
    total_tokens?: number | null
    output_includes_reasoning?: boolean | null
    finish_reason?: string | null
    blocks: readonly { type: string; chars?: number; sha256?: string }[]
    signatures: readonly string[]
    encrypted: readonly string[]
    redacted: readonly string[]
    error?: { message?: string }
  }
}

/** Converts a recorded response to a capture. */
export function fromRecordedRow(row: RecordedRow, body: Uint8Array | string): Capture {
  const { expected } = row
  const shared: ExpectedResponse = {
    toolCalls: expected.tool_calls,
    usage: {
      input: expected.input_tokens ?? null,
      output: expected.output_tokens ?? null,
      reasoning: expected.reasoning_tokens ?? null,
      total: expected.total_tokens ?? null,
    },
    outputIncludesReasoning: expected.output_includes_reasoning ?? null,
    finish: expected.finish_reason ?? null,
    error: expected.error === undefined ? null : (expected.error.message ?? ''),
    seals: { signatures: expected.signatures, encrypted: expected.encrypted, redacted: expected.redacted },
  }
  const split: ExpectedResponse = {
    ...shared,
    reasoning: texts(expected.reasoning_sha256, expected.reasoning_chars, expected.reasoning_trim_sha256),
    answer: texts(expected.content_sha256, expected.content_chars, expected.content_trim_sha256),
  }
  const capture = { id: row.id, wire: row.api, format: row.format, body, source: { provider: row.provider, model: row.model } }
  if (expected.inline_think == null) return { ...capture, expected: [{ ...split, blocks: readBlocks(expected.blocks) }] }
  const { wire_content_sha256: sha256 = '', wire_content_chars: chars = 0 } = expected
  return {
    ...capture,
    expected: [split],
    inlineTags: { kind: expected.inline_think, unsplit: { ...shared, answer: [{ sha256, chars }] } },
  }
}

const texts = (sha256: string, chars: number, trimmed: string | undefined): ExpectedText[] => [
  { sha256, chars },
  // The index lacks the length of the trimmed text, but its hash suffices.
  ...(trimmed === undefined || trimmed === sha256 ? [] : [{ sha256: trimmed, chars: Number.NaN }]),
]

const types: Record<string, 'reasoning' | 'answer'> = { reasoning: 'reasoning', text: 'answer' }

function readBlocks(blocks: RecordedRow['expected']['blocks']): ExpectedCaptureBlock[] {
  return blocks.flatMap(({ type, chars = 0, sha256 = '' }): ExpectedCaptureBlock[] => {
    if (type === 'tool_call') return [{ type: 'tool-call' }]
    const known = types[type]
    return known === undefined || chars === 0 ? [] : [{ type: known, chars, sha256 }]
  })
}
