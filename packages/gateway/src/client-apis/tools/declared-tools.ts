import { randomUUID } from 'node:crypto'
import type { Part, Stage } from '@reason/core'
import { asList, asObject, isObject, parseJson, type Json } from '../../json.ts'

/**
 * Tools that a conversation declares, for an upstream that speaks another format: those formats have one list of tools, so that a request
 * offers what the conversation has come to.
 *
 * Responses: `additional_tools` (Codex sends all of its tools so), the `tool_search` that its client runs, and `configuration_update`.
 * Messages: `tool_addition` and `tool_removal` in messages of the system, the same in a `compaction` block, and `tool_reference` in results.
 *
 * @see openai/openai-node `responses.d.ts` 7.57 (`AdditionalTools`, `ToolSearchTool`), anthropics/anthropic-sdk-typescript
 * `beta/messages.d.ts` 1.14 (`BetaRequestToolAdditionBlock`, `BetaCompactionBlockParam`)
 */
export function withDeclaredTools(format: string, json: Json): Json {
  return declared[format]?.(json) ?? json
}

const declared: Readonly<Record<string, (json: Json) => Json | undefined>> = {
  'openai-responses': inResponses,
  'anthropic-messages': inMessages,
}

/** Names under which a request offers tools, wherever it declares them. */
export const declaredNames = (format: string, json: Json): string[] =>
  asList(withDeclaredTools(format, json)['tools']).flatMap((tool) =>
    isObject(tool) && typeof tool['name'] === 'string' ? [tool['name']] : [],
  )

/** The function that stands for the search of a client. */
const SEARCH = 'tool_search'

const isClientSearch = (tool: unknown): tool is Json => isObject(tool) && tool['type'] === SEARCH && tool['execution'] === 'client'

function inResponses(json: Json): Json | undefined {
  const input = asList(json['input'])
  const items = new Set(['additional_tools', 'tool_search_call', 'tool_search_output', 'configuration_update'])
  if (!asList(json['tools']).some(isClientSearch) && !input.some((item) => items.has(asObject(item)['type'] as string))) return undefined
  const tools = [...asList(json['tools'])]
  /** Calls of searches that the client ran: only those have results of its own. */
  const searches = new Set(input.flatMap((item) => (isSearchCall(item) ? [item['call_id']] : [])))
  let configured: Json = json
  const rest = input.flatMap((item): unknown[] => {
    const { type, call_id: id, tools: more } = asObject(item)
    if (type === 'configuration_update') {
      configured = withUpdate(configured, asObject(item))
      return []
    }
    if (type === 'additional_tools' || type === 'tool_search_output') tools.push(...asList(more))
    else if (type !== 'tool_search_call') return [item]
    if (type === 'additional_tools' || !searches.has(id)) return []
    if (type === 'tool_search_output') return [{ type: 'function_call_output', call_id: id, output: found(asList(more)) }]
    return [{ type: 'function_call', call_id: id, name: SEARCH, arguments: JSON.stringify(asObject(item)['arguments'] ?? {}) }]
  })
  return withTools({ ...configured, input: rest }, lastOfEachName(tools.map(asSearchFunction)))
}

/** Providers refuse an empty list. */
function withTools(json: Json, tools: readonly unknown[]): Json {
  const { tools: _, ...rest } = json
  return tools.length === 0 ? rest : { ...rest, tools }
}

/** What an update sets holds for the answer that comes next. */
const withUpdate = (json: Json, { reasoning, text }: Json): Json => ({
  ...json,
  ...(isObject(reasoning) && { reasoning: { ...asObject(json['reasoning']), ...reasoning } }),
  ...(isObject(text) && { text: { ...asObject(json['text']), ...text } }),
})

const isSearchCall = (item: unknown): item is Json =>
  isObject(item) && item['type'] === 'tool_search_call' && item['execution'] !== 'server' && typeof item['call_id'] === 'string'

/** What a search has found, as its result: the tools themselves are in the list. */
function found(tools: readonly unknown[]): string {
  const names = tools.flatMap((tool) => {
    const { name, tools: inner } = asObject(tool)
    const members = asList(inner).flatMap((one) =>
      typeof asObject(one)['name'] === 'string' ? [`${String(name)}.${String(asObject(one)['name'])}`] : [],
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
    parameters: isObject(parameters) ? parameters : { type: 'object', properties: { query: { type: 'string' } }, required: ['query'] },
    strict: false,
  }
}

/** A later declaration replaces an earlier one; providers refuse a name that is there twice. Namespaces of one name are one. */
function lastOfEachName(tools: readonly unknown[]): unknown[] {
  const byName = new Map<unknown, unknown>()
  for (const tool of tools) {
    const { type, name } = asObject(tool)
    const key = typeof name !== 'string' ? tool : `${type === 'namespace' ? 'namespace' : 'tool'} ${name}`
    const before = byName.get(key)
    const members =
      type === 'namespace' ? lastOfEachName([...asList(asObject(before)['tools']), ...asList(asObject(tool)['tools'])]) : undefined
    byName.set(key, members === undefined ? tool : { ...asObject(tool), tools: members })
  }
  return [...byName.values()]
}

/** Calls of the client's search, as Responses has them. Undefined: the request has none. @param json - The client's own request. */
export function searchCalls(json: Json): Stage | undefined {
  const declared = [...asList(json['tools']), ...asList(json['input']).flatMap((item) => asList(asObject(item)['tools']))]
  if (!declared.some(isClientSearch)) return undefined
  /** By the choice and the call. */
  const open = new Map<string, { id: string; pieces: string[] }>()
  return { push }

  function push(part: Part): readonly Part[] {
    if (part.type === 'tool-call-start' && part.name === SEARCH) {
      open.set(keyOf(part), { id: part.id ?? `call_${randomUUID()}`, pieces: [] })
      return []
    }
    if (part.type !== 'tool-call-delta' && part.type !== 'tool-call-end') return [part]
    const search = open.get(keyOf(part))
    if (search === undefined) return [part]
    if (part.type === 'tool-call-delta') {
      search.pieces.push(part.text)
      return []
    }
    open.delete(keyOf(part))
    const { choice } = part
    const { id, pieces } = search
    const value = {
      type: 'tool_search_call',
      id: `tsc_${id}`,
      call_id: id,
      execution: 'client',
      status: 'completed',
      arguments: asObject(parseJson(pieces.join(''))),
    }
    return [{ type: 'native', wire: 'openai-responses', event: 'output_item.done', value, ...(choice !== undefined && { choice }) }]
  }
}

const keyOf = ({ choice = 0, call }: { choice?: number; call: number }): string => `${choice}/${call}`

function inMessages(json: Json): Json | undefined {
  const messages = asList(json['messages'])
  if (!messages.some((message) => asList(asObject(message)['content']).some(declares))) return undefined
  /** Every tool that was defined, and those that are offered. */
  const defined = new Map<string, unknown>()
  const offered = new Map<unknown, unknown>()
  for (const tool of asList(json['tools'])) define(tool)
  const rest = messages.flatMap((message) => {
    const { content } = asObject(message)
    if (!Array.isArray(content)) return [message]
    const blocks = content.flatMap(readBlock)
    return blocks.length === 0 && content.length > 0 ? [] : [{ ...asObject(message), content: blocks }]
  })
  return withTools({ ...json, messages: rest }, [...offered.values()])

  function define(tool: unknown): void {
    const { name } = asObject(tool)
    if (typeof name === 'string') defined.set(name, tool)
    offered.delete(name ?? tool)
    offered.set(name ?? tool, tool)
  }

  function readBlock(block: unknown): unknown[] {
    if (!isObject(block)) return [block]
    const { type, tool, content } = block
    if (type === 'tool_addition' || type === 'tool_removal') {
      change(type, asObject(tool))
      return []
    }
    if (type === 'compaction') {
      for (const one of asList(block['tool_changes'])) readBlock(one)
      return typeof content === 'string' && content !== '' ? [{ type: 'text', text: content }] : []
    }
    if (type === 'tool_result' && Array.isArray(content)) return [{ ...block, content: content.map(asText) }]
    return [block]
  }

  function change(type: 'tool_addition' | 'tool_removal', { type: kind, name, definition }: Json): void {
    if (type === 'tool_removal') return void offered.delete(name)
    if (kind === 'tool_definition') return define(definition)
    const known = typeof name === 'string' ? defined.get(name) : undefined
    if (known !== undefined) define(known)
  }
}

const declaring = new Set(['tool_addition', 'tool_removal', 'compaction'])

const declares = (block: unknown): boolean => {
  const { type, content } = asObject(block)
  return declaring.has(type as string) || (type === 'tool_result' && asList(content).some(isReference))
}

const isReference = (block: unknown): boolean => asObject(block)['type'] === 'tool_reference'

/** A tool that a search of the client has found: it was in the list all along. */
const asText = (block: unknown): unknown =>
  isReference(block) ? { type: 'text', text: `The tool ${String(asObject(block)['tool_name'])} can be called now.` } : block
