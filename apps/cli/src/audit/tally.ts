/** Why text of an answer counts as leaked. The names are those of the metric `reasoning_leak_total`. */
export const leakReasons = {
  analysis_in_final: 'markup of reasoning stands in the answer',
  mixed_channel_fragment: 'markup of several channels stands in the answer',
  service_marker_in_final: 'a service token of a model stands in the answer',
  prefix_reappeared: 'the beginning of the reasoning comes again in the answer',
  ngram_overlap: 'long runs of the reasoning come again in the answer',
} as const

export type LeakReason = keyof typeof leakReasons

export interface Example {
  file: string
  /** For lines within the unit, until units are joined. */
  line: number
  excerpt: string
}

/** What was found, in a form that adds up: over files, and over processes. */
export interface Tally {
  bytes: number
  values: number
  /** Lines that are not JSON. */
  broken: number
  messages: number
  withReasoning: number
  /** Messages with any leak. */
  leaking: number
  leaks: Partial<Record<LeakReason, number>>
  examples: Partial<Record<LeakReason, Example[]>>
}

export const emptyTally = (): Tally => ({
  bytes: 0,
  values: 0,
  broken: 0,
  messages: 0,
  withReasoning: 0,
  leaking: 0,
  leaks: {},
  examples: {},
})

/** Adds the second to the first. @param examples - Most that are kept of each reason. */
export function addTally(to: Tally, more: Tally, examples: number): void {
  for (const key of ['bytes', 'values', 'broken', 'messages', 'withReasoning', 'leaking'] as const) to[key] += more[key]
  for (const reason of Object.keys(more.leaks) as LeakReason[]) {
    to.leaks[reason] = (to.leaks[reason] ?? 0) + more.leaks[reason]!
    to.examples[reason] = [...(to.examples[reason] ?? []), ...(more.examples[reason] ?? [])].slice(0, examples)
  }
}
