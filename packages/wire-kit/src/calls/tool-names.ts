import { asLoose, isLoose } from '../values/loose.ts'

/** Harmony's namespace of client tools. */
const NAMESPACE = 'functions.'

/**
 * Resolves a tool name of a model to the name that the client offered. A tool matches exactly, or without `functions.`,
 * which gpt-oss adds. If only one tool fits, it also matches in another spelling of case and separators, or as
 * `fitToolName` wrote it. (It puts a `_` in front if the provider requires another first character.) Without a match
 * the name stays, less the namespace.
 */
export function resolveToolName(name: string, tools: readonly string[] | undefined): string {
  const bare = name.startsWith(NAMESPACE) && name.length > NAMESPACE.length ? name.slice(NAMESPACE.length) : name
  if (tools === undefined || tools.length === 0) return bare
  const known = tools.length > mostSearched ? indexOf(tools).names : undefined
  for (const spelling of [name, bare]) if (known === undefined ? tools.includes(spelling) : known.has(spelling)) return spelling
  const index = indexOf(tools)
  const { resolved } = index
  const before = resolved.get(name)
  if (before !== undefined) return before
  const found = findAlike(name, bare, index)
  if (resolved.size < mostResolved) resolved.set(name, found)
  return found
}

function findAlike(name: string, bare: string, index: NameIndex): string {
  const candidates = fittedEnding.test(name) ? (checksumsOf(index).get(name.slice(-checksumLength)) ?? []) : []
  const fitted = candidates.filter((tool) => fitToolName(tool, name.length) === name || fitBehindUnderscore(tool, name.length) === name)
  if (fitted.length === 1) return fitted[0]!
  const alike = index.byFold.get(fold(bare)) ?? []
  return alike.length === 1 ? alike[0]! : bare
}

/** Maximum number of names for a linear search. An index is not faster for so few. */
const mostSearched = 32

interface NameIndex {
  names: ReadonlySet<string>
  tools: readonly string[]
  /** Tools by the checksum in their fitted names. Undefined until a name ends in one. */
  byChecksum: ReadonlyMap<string, readonly string[]> | undefined
  byFold: ReadonlyMap<string, readonly string[]>
  /** Earlier results for names that no tool has. A long history repeats them in thousands of calls. */
  resolved: Map<string, string>
}

/** Maximum number of remembered results. A model could invent a new name in each call. */
const mostResolved = 256

/** Indexes by list of tools. A history may have thousands of calls and tools, and a linear search for each call would take seconds. */
const indexes = new WeakMap<readonly string[], NameIndex>()

function indexOf(tools: readonly string[]): NameIndex {
  const known = indexes.get(tools)
  if (known !== undefined) return known
  const byFold = new Map<string, string[]>()
  for (const tool of tools) add(byFold, fold(tool), tool)
  const index: NameIndex = { names: new Set(tools), tools, byChecksum: undefined, byFold, resolved: new Map() }
  indexes.set(tools, index)
  return index
}

function checksumsOf(index: NameIndex): ReadonlyMap<string, readonly string[]> {
  if (index.byChecksum !== undefined) return index.byChecksum
  const byChecksum = new Map<string, string[]>()
  for (const tool of index.tools) for (const text of [tool, ` ${tool}`]) add(byChecksum, checksum(text), tool)
  return (index.byChecksum = byChecksum)
}

function add(index: Map<string, string[]>, key: string, tool: string): void {
  const list = index.get(key)
  if (list === undefined) index.set(key, [tool])
  else list.push(tool)
}

const fold = (name: string): string => name.toLowerCase().replaceAll(/[-_.\s]/g, '')

/**
 * Converts a tool name to the characters and the length that a provider accepts, the same way for every request. An
 * accepted name stays. Any other name ends in a checksum of the original, because several could become equal: MCP names,
 * which are long and begin alike, or names of one length in other alphabets.
 *
 * @param maxLength - In UTF-16 units.
 */
export function fitToolName(name: string, maxLength: number): string {
  const plain = name.replaceAll(/[^A-Za-z0-9_-]/g, '_')
  if (plain === name && plain.length <= maxLength) return plain
  const ending = `_${checksum(name)}`
  return plain.slice(0, Math.max(0, maxLength - ending.length)) + ending
}

/** Like `fitToolName`, for a name with an invalid first character. The function puts a `_` before the name: the added blank becomes one. */
export const fitBehindUnderscore = (name: string, maxLength: number): string => fitToolName(` ${name}`, maxLength)

const checksumLength = 8

/** End of a fitted name. Names of most calls have none, and need no index of checksums. */
const fittedEnding = /_[0-9a-f]{8}$/

/** FNV-1a, 32 bits. Distinguishes the names of one request; not for security. */
function checksum(text: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return (hash >>> 0).toString(16).padStart(checksumLength, '0')
}

/** Name that a request gives a tool. Some clients nest it, as Chat Completions does. Empty: it has none. */
export function declaredName(tool: unknown): string[] {
  const name = isLoose(tool) ? (tool.name ?? asLoose(tool.function).name) : undefined
  return typeof name === 'string' ? [name] : []
}
