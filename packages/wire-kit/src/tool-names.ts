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
  const known = tools.length > mostSearched ? indexOf(tools).names : undefined
  for (const spelling of [name, bare]) if (known === undefined ? tools.includes(spelling) : known.has(spelling)) return spelling
  const { byChecksum, byFold } = indexOf(tools)
  const candidates = byChecksum.get(name.slice(-checksumLength)) ?? []
  const fitted = candidates.filter((tool) => fitToolName(tool, name.length) === name || fitBehindUnderscore(tool, name.length) === name)
  if (fitted.length === 1) return fitted[0]!
  const alike = byFold.get(fold(bare)) ?? []
  return alike.length === 1 ? alike[0]! : bare
}

/** Up to so many names, a search is as fast as an index. */
const mostSearched = 32

interface NameIndex {
  names: ReadonlySet<string>
  /** By the ending of their fitted names. */
  byChecksum: ReadonlyMap<string, readonly string[]>
  byFold: ReadonlyMap<string, readonly string[]>
}

/** A history may have thousands of calls beside thousands of tools: a search for each call would take seconds. */
const indexes = new WeakMap<readonly string[], NameIndex>()

function indexOf(tools: readonly string[]): NameIndex {
  const known = indexes.get(tools)
  if (known !== undefined) return known
  const byChecksum = new Map<string, string[]>()
  const byFold = new Map<string, string[]>()
  for (const tool of tools) {
    add(byChecksum, checksum(tool), tool)
    add(byChecksum, checksum(` ${tool}`), tool)
    add(byFold, fold(tool), tool)
  }
  const index = { names: new Set(tools), byChecksum, byFold }
  indexes.set(tools, index)
  return index
}

function add(index: Map<string, string[]>, key: string, tool: string): void {
  const list = index.get(key)
  if (list === undefined) index.set(key, [tool])
  else list.push(tool)
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

const checksumLength = 8

/** FNV-1a, 32 bits. Distinguishes the names of one request; not for security. */
function checksum(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(checksumLength, '0')
}
