import type { Comparison, Row } from '../inputs/row.ts'

/** The used fields of a line in a Harmony vector file. */
export interface HarmonyVector {
  id: string
  note?: string
  /** The end of the prompt, if the model continues it. */
  prefilled: string | false
  input: string
  /** Absent: the canonical tokens. */
  dialect?: string
  expected: {
    analysis: string
    commentary: string
    final: string
    tool_calls: readonly { recipient: string; arguments: string; content_type?: string | null }[]
    stop: string
  }
  /** Comparison by field, if not exact. */
  match?: Partial<Record<'analysis' | 'commentary' | 'final' | 'tool_calls' | 'stop', Comparison>>
  disputed?: boolean
  judged?: boolean
}

export interface HarmonyRow {
  row: Row
  /** Options for the adapter: the dialect, if the vector has one. */
  options: { dialect?: string }
}

/**
 * Converts a Harmony vector to a row: `analysis` is reasoning, `final` the answer, `prefilled` the context's prefill.
 *
 * @param toolName - Returns the adapter's name for a recipient. Default: unchanged.
 */
export function fromHarmonyVector(vector: HarmonyVector, toolName: (recipient: string) => string = (name) => name): HarmonyRow {
  const { id, note, prefilled, input, dialect, expected, match = {} } = vector
  const { analysis, commentary, final, tool_calls, stop } = match
  return {
    row: {
      name: note === undefined ? id : `${id}: ${note}`,
      input,
      ...(prefilled !== false && { context: { prefill: prefilled } }),
      expect: {
        reasoning: expected.analysis,
        commentary: expected.commentary,
        answer: expected.final,
        toolCalls: expected.tool_calls.map((call) => ({
          name: toolName(call.recipient),
          arguments: call.arguments,
          contentType: call.content_type ?? null,
        })),
        stop: expected.stop,
      },
      compare: {
        ...(analysis && { reasoning: analysis }),
        ...(commentary && { commentary }),
        ...(final && { answer: final }),
        ...(tool_calls && { toolCalls: tool_calls }),
        ...(stop && { stop }),
      },
    },
    options: dialect === undefined ? {} : { dialect },
  }
}
