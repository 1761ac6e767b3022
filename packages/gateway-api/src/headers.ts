/**
 * The values of `x-reason-style`: how a client gets the reasoning that it may see.
 * - `field`: in the place that its API has for it.
 * - `tags`: as `<think>…</think>` in front of the answer, for clients that know no such place.
 * - `drop`: not at all.
 */
export const styles = ['field', 'tags', 'drop'] as const
export type Style = (typeof styles)[number]
