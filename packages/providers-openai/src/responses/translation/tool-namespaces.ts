import type { Part, Stage } from '@reason/core'
import { asList, asLoose, isLoose, resolveToolName, type Loose } from '@reason/wire-kit'
import { WIRE } from '../wire.ts'

/**
 * Translates tools in a `namespace` of Responses (Codex has one for each MCP server) for an upstream of another format.
 * The upstream gets each tool under a name that joins namespace and tool, and its calls come back with the two
 * separated.
 */
interface Place {
  namespace: string
  name: string
}

/** Joins both names like Codex does where it has no namespaces: `mcp__files__list`. */
const flatName = ({ namespace, name }: Place): string => `${namespace}${namespace.endsWith('_') ? '' : '__'}${name}`

/** Removes namespaces from a Responses request: from its tools, its tool choice, and the calls of the conversation. */
export function withFlatNames(json: Loose): Loose {
  const { tools, input, tool_choice: choice } = json
  const hasSome = asList(tools).some(isNamespace) || asList(input).some((item) => placeOf(item) !== undefined)
  if (!hasSome) return json
  const chosen = isLoose(choice) ? placeIn(choice, tools) : undefined
  return {
    ...json,
    ...(Array.isArray(tools) && { tools: flatTools(tools) }),
    ...(Array.isArray(input) && { input: input.map(withFlatName) }),
    ...(chosen !== undefined && { tool_choice: { ...(choice as Loose), name: flatName(chosen) } }),
  }
}

/** Flattens the tools. If two of them get the same name, the first one wins, as providers refuse duplicate names. */
function flatTools(tools: readonly unknown[]): unknown[] {
  const taken = new Set(tools.flatMap((tool) => (isLoose(tool) && !isNamespace(tool) ? [tool['name']] : [])))
  return tools.flatMap((tool) => {
    if (!isNamespace(tool)) return [tool]
    return toolsIn(tool).flatMap(({ place, tool: inner }) => {
      const name = flatName(place)
      if (taken.has(name)) return []
      taken.add(name)
      return [{ ...inner, name }]
    })
  })
}

function toolsIn({ name: namespace, tools }: Namespace): { place: Place; tool: Loose }[] {
  return asList(tools).flatMap((tool) =>
    isLoose(tool) && typeof tool['name'] === 'string' ? [{ place: { namespace, name: tool['name'] }, tool }] : [],
  )
}

function withFlatName(item: unknown): unknown {
  const place = placeOf(item)
  if (place === undefined) return item
  const { namespace: _, ...call } = item as Loose
  return { ...call, name: flatName(place) }
}

function placeOf(item: unknown): Place | undefined {
  if (!isLoose(item) || (item['type'] !== 'function_call' && item['type'] !== 'custom_tool_call')) return undefined
  const { namespace, name } = item
  return typeof namespace === 'string' && namespace !== '' && typeof name === 'string' ? { namespace, name } : undefined
}

/** Returns the place of a forced tool. The choice names its namespace, or the tool is the only one of its name. */
function placeIn({ name, namespace }: Loose, tools: unknown): Place | undefined {
  const offered = asList(tools)
  const places = offered.filter(isNamespace).flatMap((one) => toolsIn(one).map(({ place }) => place))
  const meant = places.filter((place) => place.name === name && (namespace === undefined || place.namespace === namespace))
  const isPlain = namespace === undefined && offered.some((tool) => isLoose(tool) && !isNamespace(tool) && tool['name'] === name)
  return isPlain || meant.length !== 1 ? undefined : meant[0]
}

interface Namespace extends Loose {
  type: 'namespace'
  name: string
}

const isNamespace = (tool: unknown): tool is Namespace =>
  isLoose(tool) && tool['type'] === 'namespace' && typeof tool['name'] === 'string' && tool['name'] !== ''

/**
 * Restores the namespaces of calls, as the client knows them. Some models and servers write the name of the tool alone, or join the two
 * names by another sign (`mcp__files.list`). Undefined if the client offers none.
 *
 * @param json - The client's own request.
 */
export function namespacedCalls(json: Loose): Stage | undefined {
  const tools = asList(json['tools'])
  const places = tools.filter(isNamespace).flatMap((tool) => toolsIn(tool).map(({ place }) => place))
  if (places.length === 0) return undefined
  const flat = new Map(places.map((place) => [flatName(place), place]))
  const offered = flatTools(tools).flatMap((tool) => (isLoose(tool) && typeof tool['name'] === 'string' ? [tool['name']] : []))
  const plain = new Set(offered.filter((name) => !flat.has(name)))
  /** The upstream has named the namespace of the next call itself. */
  let isNamed = false
  return { push }

  function push(part: Part): readonly Part[] {
    if (part.type === 'native' && part.event === 'replay.item') isNamed = typeof asLoose(part.value)['namespace'] === 'string'
    if (part.type !== 'tool-call-start') return [part]
    const place = isNamed ? undefined : placeFor(part.name)
    isNamed = false
    if (place === undefined) return [part]
    const { choice, contentType } = part
    const value = { type: contentType === 'custom' ? 'custom_tool_call' : 'function_call', namespace: place.namespace }
    return [
      { type: 'native', wire: WIRE, event: 'replay.item', value, ...(choice !== undefined && { choice }) },
      { ...part, name: place.name },
    ]
  }

  function placeFor(name: string): Place | undefined {
    const known = flat.get(resolveToolName(name, offered))
    if (known !== undefined || plain.has(name)) return known
    const alike = places.filter((place) => place.name === name || lettersOf(flatName(place)) === lettersOf(name))
    return alike.length === 1 ? alike[0] : undefined
  }
}

const lettersOf = (name: string): string => name.replaceAll(/[^a-zA-Z0-9]/g, '')
