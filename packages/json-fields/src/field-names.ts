import type { JsonFieldsConfig } from './config.ts'

/** Content of a field. `other`: neither reasoning nor the answer. */
export type FieldKind = 'reasoning' | 'answer' | 'other'

/** Returns the kind of a field by its name, as the model wrote it. */
export type FieldNames = (name: string) => FieldKind

/** A name in both lists is reasoning, so that nothing doubtful is shown. */
export function fieldNames({ reasoning, answer }: Pick<JsonFieldsConfig, 'reasoning' | 'answer'>): FieldNames {
  const kinds = new Map<string, FieldKind>()
  for (const name of answer) kinds.set(folded(name), 'answer')
  for (const name of reasoning) kinds.set(folded(name), 'reasoning')
  return (name) => kinds.get(folded(name)) ?? 'other'
}

/** Normalises a name: `Final Answer`, `final_answer` and `finalAnswer` are equal. */
const folded = (name: string): string => name.replaceAll(/[\s_-]/g, '').toLowerCase()
