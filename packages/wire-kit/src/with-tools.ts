import type { Loose } from './loose.ts'

/** A body with these tools. Providers refuse an empty list: then it has none. */
export function withTools(json: Loose, tools: readonly unknown[]): Loose {
  const { tools: _, ...rest } = json
  return tools.length === 0 ? rest : { ...rest, tools }
}
