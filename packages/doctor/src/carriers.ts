import { reasoningCarriers } from '@reason/providers-openai'

/** Fields in which some API carries reasoning. In requests `thinking` may be a switch; in responses it is text. */
const fields = new Set(reasoningCarriers)
const types = new Set([
  'thinking',
  'redacted_thinking',
  'reasoning',
  'thinking_delta',
  'response.reasoning_text.delta',
  'response.reasoning_summary_text.delta',
])

/** Maximum depth, deeper than any response. */
const deepest = 12

/** Finds the places of reasoning, whatever the API: non-empty fields, and typed blocks, in order of appearance. */
export function carriersIn(values: readonly unknown[]): string[] {
  const found = new Set<string>()
  for (const value of values) look(value, 0)
  return [...found]

  function look(value: unknown, depth: number): void {
    if (typeof value !== 'object' || value === null || depth > deepest) return
    if (Array.isArray(value)) return value.forEach((one) => look(one, depth + 1))
    const { type } = value as { type?: unknown }
    if (typeof type === 'string' && types.has(type)) {
      found.add(`type: ${type.replace(/_delta$/, '')}`)
      return
    }
    for (const [field, one] of Object.entries(value)) {
      if (fields.has(field) && holdsText(one)) found.add(field)
      else if (field === 'message' || field === 'delta' || typeof one === 'object') look(one, depth + 1)
    }
  }
}

const holdsText = (value: unknown): boolean =>
  value === true || (typeof value === 'string' && value !== '') || (Array.isArray(value) && value.length > 0)
