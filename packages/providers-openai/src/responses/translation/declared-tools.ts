import { asList, asLoose, isLoose, withTools, type Loose } from '@reason/wire-kit'
import { isClientSearch, SEARCH } from './client-search.ts'

/**
 * A Responses request with all tools that its conversation declares in its list of tools: `additional_tools` (Codex sends all of its tools so), the
 * `tool_search` that its client runs, and `configuration_update`. Other formats have one list, so that a request offers what the conversation has come to.
 *
 * @see openai/openai-node `responses.d.ts` 7.57 (`AdditionalTools`, `ToolSearchTool`)
 */
export function withDeclaredTools(json: Loose): Loose {
  const input = asList(json['input'])
  const items = new Set(['additional_tools', 'tool_search_call', 'tool_search_output', 'configuration_update'])
  if (!asList(json['tools']).some(isClientSearch) && !input.some((item) => items.has(asLoose(item)['type'] as string))) return json
  const tools = [...asList(json['tools'])]
  /** Calls of searches that the client ran: only those have results of its own. */
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
  return withTools({ ...configured, input: rest }, lastOfEachName(tools.map(asSearchFunction)))
}

/** What an update sets holds for the answer that comes next. */
const withUpdate = (json: Loose, { reasoning, text }: Loose): Loose => ({
  ...json,
  ...(isLoose(reasoning) && { reasoning: { ...asLoose(json['reasoning']), ...reasoning } }),
  ...(isLoose(text) && { text: { ...asLoose(json['text']), ...text } }),
})

const isSearchCall = (item: unknown): item is Loose =>
  isLoose(item) && item['type'] === 'tool_search_call' && item['execution'] !== 'server' && typeof item['call_id'] === 'string'

/** What a search has found, as its result: the tools themselves are in the list. */
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

/** A later declaration replaces an earlier one; providers refuse a name that is there twice. Namespaces of one name are one. */
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
