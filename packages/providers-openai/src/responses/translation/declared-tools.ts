import { asList, asLoose, isLoose, withTools, type Loose } from '@reason/wire-kit'
import { isClientSearch, SEARCH } from './client-search.ts'

/**
 * Moves the declarations of a Responses conversation into the request itself: tools of `additional_tools` (Codex sends
 * all tools that way) and of the client's `tool_search`, and settings of `configuration_update`. Other formats have a
 * single list of tools, so the request offers the conversation's final state.
 *
 * @see openai/openai-node `responses.d.ts` 7.57 (`AdditionalTools`, `ToolSearchTool`)
 */
export function withDeclaredTools(json: Loose): Loose {
  const input = asList(json['input'])
  const items = new Set(['additional_tools', 'tool_search_call', 'tool_search_output', 'configuration_update'])
  if (!asList(json['tools']).some(isClientSearch) && !input.some((item) => items.has(asLoose(item)['type'] as string))) return json
  const tools = [...asList(json['tools'])]
  /** Ids of search calls that the client ran. Only these have separate results. */
  const searches = new Set(input.flatMap((item) => (isSearchCall(item) ? [item['call_id']] : [])))
  let configured = json
  const rest = input.flatMap((item): unknown[] => {
    const { type, call_id: id, tools: more } = asLoose(item)
    if (type === 'configuration_update') {
      configured = withUpdate(configured, asLoose(item))
      return []
    }
    if (type === 'additional_tools' || type === 'tool_search_output') tools.push(...asList(more))
    else if (type !== 'tool_search_call') return [item]
    if (type === 'additional_tools' || !searches.has(id)) return []
    if (type === 'tool_search_output') return [{ type: 'function_call_output', call_id: id, output: found(asList(more)) }]
    return [{ type: 'function_call', call_id: id, name: SEARCH, arguments: JSON.stringify(asLoose(item)['arguments'] ?? {}) }]
  })
  // The input may be one text.
  const said = Array.isArray(json['input']) ? { ...configured, input: rest } : configured
  return withTools(said, lastOfEachName(tools.map(asSearchFunction)))
}

/** Applies the settings of an update, which apply to the next answer. */
const withUpdate = (json: Loose, { reasoning, text }: Loose): Loose => ({
  ...json,
  ...(isLoose(reasoning) && { reasoning: { ...asLoose(json['reasoning']), ...reasoning } }),
  ...(isLoose(text) && { text: { ...asLoose(json['text']), ...text } }),
})

const isSearchCall = (item: unknown): item is Loose =>
  isLoose(item) && item['type'] === 'tool_search_call' && item['execution'] !== 'server' && typeof item['call_id'] === 'string'

/** Writes the result of a search as a text. The tools themselves are in the list. */
function found(tools: readonly unknown[]): string {
  const names = tools.flatMap((tool) => {
    const { name, tools: inner } = asLoose(tool)
    const members = asList(inner).flatMap((one) =>
      typeof asLoose(one)['name'] === 'string' ? [`${String(name)}.${String(asLoose(one)['name'])}`] : [],
    )
    return members.length > 0 ? members : typeof name === 'string' ? [name] : []
  })
  return names.length === 0 ? 'No tools were found.' : `These tools can be called now: ${names.join(', ')}`
}

function asSearchFunction(tool: unknown): unknown {
  if (!isClientSearch(tool)) return tool
  const { description, parameters } = tool
  return {
    type: 'function',
    name: SEARCH,
    description: typeof description === 'string' ? description : 'Searches for tools. Those that are found can be called afterwards.',
    parameters: isLoose(parameters) ? parameters : { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
    strict: false,
  }
}

/** Keeps the last declaration of each name, as providers refuse duplicate names. Namespaces of one name are merged. */
function lastOfEachName(tools: readonly unknown[]): unknown[] {
  const byName = new Map<unknown, unknown>()
  for (const tool of tools) {
    const { type, name } = asLoose(tool)
    const key = typeof name !== 'string' ? tool : `${type === 'namespace' ? 'namespace' : 'tool'} ${name}`
    const before = byName.get(key)
    const members =
      type === 'namespace' ? lastOfEachName([...asList(asLoose(before)['tools']), ...asList(asLoose(tool)['tools'])]) : undefined
    byName.set(key, members === undefined ? tool : { ...asLoose(tool), tools: members })
  }
  return [...byName.values()]
}
