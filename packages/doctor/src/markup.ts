import type { Registry } from '@reason/core'

/** Markup of a format in text that should have none. */
export interface Markup {
  /** Id of the text adapter. */
  adapter: string
  /** The markup, verbatim. */
  text: string
  at: number
  /** True if the markup closes reasoning that nothing in the text has opened. */
  orphan: boolean
}

/** Finds the first delimiter of a reasoning format in a text. Of several at one place, the longest wins. */
export function markupIn(text: string, registry: Registry): Markup | undefined {
  const all = registry.texts.flatMap(({ id, signals = [] }) => signals.map((signal) => ({ id, ...signal, at: text.indexOf(signal.text) })))
  const [first] = all.filter(({ at }) => at >= 0).toSorted((one, other) => one.at - other.at || other.text.length - one.text.length)
  return first && { adapter: first.id, text: first.text, at: first.at, orphan: first.before === 'reasoning' }
}

/** Beginnings of tool calls that a server should have parsed: of Qwen and Hermes, DeepSeek, Kimi, Mistral, Llama, GLM, Harmony. */
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

/** Maximum text to show beside a delimiter, in UTF-16 units, if showing is allowed. */
const beside = 60

/** Returns a delimiter with its context. Without `show`, only the length of the surrounding text is visible. */
export function excerptOf(text: string, { at, text: delimiter }: Pick<Markup, 'at' | 'text'>, show: boolean): string {
  const before = text.slice(0, at)
  const after = text.slice(at + delimiter.length)
  const count = (side: string): string => (side === '' ? '' : `(${side.length} characters)`)
  const [left, right] = show ? [before.slice(-beside), after.slice(0, beside)] : [count(before), count(after)]
  return [left, delimiter.trim(), right].filter(Boolean).join(' ').replaceAll('\n', '⏎')
}
