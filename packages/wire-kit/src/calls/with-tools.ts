import type { Loose } from '../values/loose.ts'

/** Returns a body with these tools. Without any, the field is removed, as providers refuse an empty list. */
export function withTools(json: Loose, tools: readonly unknown[]): Loose {
  const { tools: _, ...rest } = json
  return tools.length === 0 ? rest : { ...rest, tools }
}
