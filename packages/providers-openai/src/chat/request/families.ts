import { matchesModel } from '@reason/core/adapter'

/** Models by the `format` that they write in `reasoning_details`. */
const families: ReadonlyMap<string, readonly string[]> = new Map([
  ['anthropic-claude-v1', ['*claude*']],
  ['google-gemini-v1', ['*gemini*']],
  ['openai-responses-v1', ['*gpt*', '*codex*', 'o1*', 'o3*', 'o4*']],
  ['xai-responses-v1', ['*grok*']],
  ['MiniMax-response-v1', ['*minimax*']],
])

/** True if a model may have written details of that format: unless it is known to write another one. Aliases and routers may be any model. */
export function isOfFamily(model: string, format: string): boolean {
  if (!families.has(format)) return true
  const own = formatOf(model)
  return own === 'unknown' || own === format
}

/** Returns the `format` of a model's details. */
export function formatOf(model: string): string {
  for (const [format, models] of families) if (matchesModel(models, model)) return format
  return 'unknown'
}
