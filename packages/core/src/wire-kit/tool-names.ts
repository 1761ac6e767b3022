/** Harmony's namespace for the tools of a client. */
const NAMESPACE = 'functions.'

/**
 * The name under which the client offered a tool: as it is, without `functions.` (gpt-oss puts it in front), or in
 * another spelling of case and separators, where only one tool fits. What fits nothing keeps its name, less the namespace.
 */
export function resolveToolName(name: string, tools: readonly string[] | undefined): string {
  const bare = name.startsWith(NAMESPACE) && name.length > NAMESPACE.length ? name.slice(NAMESPACE.length) : name
  if (tools === undefined || tools.length === 0) return bare
  for (const spelling of [name, bare]) if (tools.includes(spelling)) return spelling
  const alike = tools.filter((tool) => fold(tool) === fold(bare))
  return alike.length === 1 ? alike[0]! : bare
}

const fold = (name: string): string => name.toLowerCase().replaceAll(/[-_.\s]/g, '')
