import { asList, asLoose, isLoose, withTools, type Loose } from '@reason/wire-kit'

/**
 * Collects all tools that a Messages conversation offers in the request's list of tools. The function applies
 * `tool_addition` and `tool_removal`, from system messages or a `compaction` block, and turns a `tool_reference` in a
 * result into text. Other formats have a single list, so the request offers the conversation's final state.
 *
 * @see anthropics/anthropic-sdk-typescript `beta/messages.d.ts` 1.14 (`BetaRequestToolAdditionBlock`,
 * `BetaCompactionBlockParam`)
 */
export function withDeclaredTools(json: Loose): Loose {
  const messages = asList(json['messages'])
  if (!messages.some((message) => asList(asLoose(message)['content']).some(declares))) return json
  /** All defined tools, and the offered ones. */
  const defined = new Map<string, unknown>()
  const offered = new Map<unknown, unknown>()
  let summary: Loose | undefined
  for (const tool of asList(json['tools'])) define(tool)
  const rest = messages.flatMap((message) => {
    const { content } = asLoose(message)
    if (!Array.isArray(content)) return [message]
    const blocks = content.flatMap(readBlock)
    return blocks.length === 0 && content.length > 0 ? [] : [{ ...asLoose(message), content: blocks }]
  })
  return withTools({ ...json, messages: summary === undefined ? rest : fromSummary(rest, summary) }, [...offered.values()])

  function define(tool: unknown): void {
    const { name } = asLoose(tool)
    if (typeof name === 'string') defined.set(name, tool)
    offered.delete(name ?? tool)
    offered.set(name ?? tool, tool)
  }

  function readBlock(block: unknown): unknown[] {
    if (!isLoose(block)) return [block]
    const { type, tool, content } = block
    if (type === 'tool_addition' || type === 'tool_removal') {
      change(type, asLoose(tool))
      return []
    }
    if (type === 'compaction') {
      for (const one of asList(block['tool_changes'])) readBlock(one)
      if (typeof content !== 'string' || content === '') return []
      return [(summary = { type: 'text', text: content })]
    }
    if (type === 'tool_result' && Array.isArray(content)) return [{ ...block, content: content.map(asText) }]
    return [block]
  }

  function change(type: 'tool_addition' | 'tool_removal', { type: kind, name, definition }: Loose): void {
    if (type === 'tool_removal') return void offered.delete(name)
    if (kind === 'tool_definition') return define(definition)
    const known = typeof name === 'string' ? defined.get(name) : undefined
    if (known !== undefined) define(known)
  }
}

/** Leaves out what the summary condenses, as Anthropic does. The summary is the user's, because many models want a message of the user first. */
function fromSummary(messages: readonly unknown[], summary: Loose): unknown[] {
  const at = messages.findIndex((message) => asList(asLoose(message)['content']).includes(summary))
  const { content, ...message } = asLoose(messages[at])
  const later = asList(content).slice(asList(content).indexOf(summary) + 1)
  const isOfUser = message['role'] === 'user'
  const rest = isOfUser || later.length === 0 ? [] : [{ ...message, content: later }]
  return [{ role: 'user', content: [summary, ...(isOfUser ? later : [])] }, ...rest, ...messages.slice(at + 1)]
}

const declaring = new Set(['tool_addition', 'tool_removal', 'compaction'])

const declares = (block: unknown): boolean => {
  const { type, content } = asLoose(block)
  return declaring.has(type as string) || (type === 'tool_result' && asList(content).some(isReference))
}

const isReference = (block: unknown): boolean => asLoose(block)['type'] === 'tool_reference'

/** Converts a reference to a tool that the client's search found. The tool itself is in the list. */
const asText = (block: unknown): unknown =>
  isReference(block) ? { type: 'text', text: `The tool ${String(asLoose(block)['tool_name'])} can be called now.` } : block
