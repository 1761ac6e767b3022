import { matchesModel } from '@reason/core/adapter'

/** `format` of `reasoning_details`, and the models that write it. */
const families: ReadonlyMap<string, readonly string[]> = new Map([
  ['anthropic-claude-v1', ['*claude*']],
  ['google-gemini-v1', ['*gemini*']],
  ['openai-responses-v1', ['*gpt*', '*codex*', 'o1*', 'o3*', 'o4*']],
  ['xai-responses-v1', ['*grok*']],
  ['MiniMax-response-v1', ['*minimax*']],
])

/** Whether a model may have written details of that format: not one that is known to write another. Aliases and routers may be anything. */
export function isOfFamily(model: string, format: string): boolean {
  if (!families.has(format)) return true
  const own = formatOf(model)
  return own === 'unknown' || own === format
}

/** The format that a model's details have. */
export function formatOf(model: string): string {
  for (const [format, models] of families) if (matchesModel(models, model)) return format
  return 'unknown'
}
