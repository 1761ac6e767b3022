import type { Registry } from '@reason/core'

/** Markup of a format in text that was to have none. */
export interface Markup {
  /** Of the text adapter. */
  adapter: string
  /** Verbatim. */
  text: string
  at: number
  /** It closes reasoning that nothing in the text has opened. */
  orphan: boolean
}

/** The first delimiter of a reasoning format in a text. Of several at one place, the longest. */
export function markupIn(text: string, registry: Registry): Markup | undefined {
  const all = registry.texts.flatMap(({ id, signals = [] }) => signals.map((signal) => ({ id, ...signal, at: text.indexOf(signal.text) })))
  const [first] = all.filter(({ at }) => at >= 0).toSorted((one, other) => one.at - other.at || other.text.length - one.text.length)
  return first && { adapter: first.id, text: first.text, at: first.at, orphan: first.before === 'reasoning' }
}

/** What begins a tool call that a server should have parsed: of Qwen and Hermes, DeepSeek, Kimi, Mistral, Llama, GLM, Harmony. */
const calls = [
  '<tool_call>',
  '<｜tool▁calls▁begin｜>',
  '<|tool_calls_section_begin|>',
  '[TOOL_CALLS]',
  '<|python_tag|>',
  '<function=',
  'to=functions.',
]

export const callTextIn = (text: string): string | undefined => calls.find((one) => text.includes(one))

/** How much is shown beside a delimiter, where showing is allowed. */
const beside = 60

/** A delimiter in its place. Who did not ask to see reasoning sees that there is text, and not which. */
export function excerptOf(text: string, { at, text: delimiter }: Pick<Markup, 'at' | 'text'>, show: boolean): string {
  const before = text.slice(0, at)
  const after = text.slice(at + delimiter.length)
  const count = (side: string): string => (side === '' ? '' : `(${side.length} characters)`)
  const [left, right] = show ? [before.slice(-beside), after.slice(0, beside)] : [count(before), count(after)]
  return [left, delimiter.trim(), right].filter(Boolean).join(' ').replaceAll('\n', '⏎')
}
