/**
 * Values of `x-reason-style`: the form in which a client gets the visible reasoning.
 * - `field`: in the field of its API.
 * - `tags`: as `<think>…</think>` before the answer, for clients that do not know the field.
 * - `drop`: not at all.
 */
export const styles = ['field', 'tags', 'drop'] as const
export type Style = (typeof styles)[number]
