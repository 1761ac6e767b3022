import type { JsonFieldsConfig } from './config.ts'

/** What a field holds. `other`: neither reasoning nor the answer. */
export type FieldKind = 'reasoning' | 'answer' | 'other'

/** The kind of a field by its name, as the model wrote it. */
export type FieldNames = (name: string) => FieldKind

/** A name in both lists is reasoning: nothing doubtful is shown. */
export function fieldNames({ reasoning, answer }: Pick<JsonFieldsConfig, 'reasoning' | 'answer'>): FieldNames {
  const kinds = new Map<string, FieldKind>()
  for (const name of answer) kinds.set(folded(name), 'answer')
  for (const name of reasoning) kinds.set(folded(name), 'reasoning')
  return (name) => kinds.get(folded(name)) ?? 'other'
}

/** `Final Answer`, `final_answer` and `finalAnswer` are one name. */
const folded = (name: string): string => name.replaceAll(/[\s_-]/g, '').toLowerCase()
