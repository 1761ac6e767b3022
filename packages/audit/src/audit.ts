/** Reasons why text of an answer counts as leaked, with descriptions. The names are those of the metric `reasoning_leak_total`. */
export const leakReasons = {
  analysis_in_final: 'the answer contains a delimiter of reasoning',
  mixed_channel_fragment: 'the answer contains delimiters of several channels',
  service_marker_in_final: 'the answer contains a special token of a model',
  prefix_reappeared: 'the answer repeats the beginning of the reasoning',
  ngram_overlap: 'the answer repeats long passages of the reasoning',
} as const

export type LeakReason = keyof typeof leakReasons

export interface AuditExample {
  /** Number of the value in its source, from 1. In a file of lines, the line number. */
  line: number
  /** Text around the leak, at most 80 characters. */
  excerpt: string
}

/** The result of an audit. Results of several sources add up with {@link addAudit}. */
export interface Audit<Of extends AuditExample = AuditExample> {
  /** Count of values: conversations, responses or rows. */
  values: number
  /** Count of messages by a model. */
  messages: number
  /** Count of messages with reasoning beside the answer. */
  withReasoning: number
  /** Count of messages with any leak. */
  leaking: number
  /** Count of leaks by their reason. A message counts once for each of its reasons. */
  leaks: Partial<Record<LeakReason, number>>
  /** The first examples of each reason. */
  examples: Partial<Record<LeakReason, Of[]>>
}

export const emptyAudit = <Of extends AuditExample>(): Audit<Of> => ({
  values: 0,
  messages: 0,
  withReasoning: 0,
  leaking: 0,
  leaks: {},
  examples: {},
})

/** Adds the second audit to the first. @param examples - Maximum number of examples for each reason. */
export function addAudit<Of extends AuditExample>(to: Audit<Of>, more: Audit<Of>, examples: number): void {
  for (const key of ['values', 'messages', 'withReasoning', 'leaking'] as const) to[key] += more[key]
  for (const reason of Object.keys(more.leaks) as LeakReason[]) {
    to.leaks[reason] = (to.leaks[reason] ?? 0) + more.leaks[reason]!
    to.examples[reason] = [...(to.examples[reason] ?? []), ...(more.examples[reason] ?? [])].slice(0, examples)
  }
}
