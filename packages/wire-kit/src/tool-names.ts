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
  const fitted = tools.filter((tool) => fitToolName(tool, name.length) === name || fitBehindUnderscore(tool, name.length) === name)
  if (fitted.length === 1) return fitted[0]!
  const alike = tools.filter((tool) => fold(tool) === fold(bare))
  return alike.length === 1 ? alike[0]! : bare
}

const fold = (name: string): string => name.toLowerCase().replaceAll(/[-_.\s]/g, '')

/**
 * A name with the characters and the length that a provider takes, the same for every request. What is taken stays as it is; any other name
 * ends in a checksum of all that it was, as several could become one: those of a server, which are long and begin alike, or any two of the
 * same length in letters that the provider does not know.
 *
 * @param maxLength - In UTF-16 units.
 */
export function fitToolName(name: string, maxLength: number): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_-]/g, '_')
  if (plain === name && plain.length <= maxLength) return plain
  const ending = `_${checksum(name)}`
  return plain.slice(0, Math.max(0, maxLength - ending.length)) + ending
}

/** Like `fitToolName`, for a name with an invalid first character: puts a `_` before it, as the blank that is added becomes one. */
export const fitBehindUnderscore = (name: string, maxLength: number): string => fitToolName(` ${name}`, maxLength)

/** FNV-1a, 32 bits. Distinguishes the names of one request; not for security. */
function checksum(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(8, '0')
}
