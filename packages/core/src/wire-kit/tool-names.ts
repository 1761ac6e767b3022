/** Harmony's namespace for the tools of a client. */
const NAMESPACE = 'functions.'

/**
 * The name under which the client offered a tool: as it is, without `functions.` (gpt-oss puts it in front), in another spelling of case
 * and separators, or as `fitToolName` wrote it for the provider (behind a `_` where a name has to begin otherwise), where only one tool
 * fits. What fits nothing keeps its name, less the namespace.
 */
export function resolveToolName(name: string, tools: readonly string[] | undefined): string {
  const bare = name.startsWith(NAMESPACE) && name.length > NAMESPACE.length ? name.slice(NAMESPACE.length) : name
  if (tools === undefined || tools.length === 0) return bare
  for (const spelling of [name, bare]) if (tools.includes(spelling)) return spelling
  const fitted = tools.filter((tool) => fitToolName(tool, name.length) === name || `_${fitToolName(tool, name.length - 1)}` === name)
  if (fitted.length === 1) return fitted[0]!
  const alike = tools.filter((tool) => fold(tool) === fold(bare))
  return alike.length === 1 ? alike[0]! : bare
}

const fold = (name: string): string => name.toLowerCase().replaceAll(/[-_.\s]/g, '')

/**
 * A name with the characters and the length that a provider takes, the same for every request. One that is too long ends in a checksum of
 * all of it, so that tools of one server, whose long names begin alike, stay apart.
 *
 * @param maxLength - In UTF-16 units.
 */
export function fitToolName(name: string, maxLength: number): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_-]/g, '_')
  if (plain.length <= maxLength) return plain
  const ending = `_${checksum(name)}`
  return plain.slice(0, Math.max(0, maxLength - ending.length)) + ending
}

/** FNV-1a, 32 bits: it tells names of one request apart, and guards nothing. */
function checksum(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
