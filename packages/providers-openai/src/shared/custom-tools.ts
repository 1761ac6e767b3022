import type { Part, Stage } from '@reason/core'
import type { AssistantMessage, Conversation, Tool } from '@reason/core/conversation'
import { asList, asLoose, isLoose, objectArguments, parseJson, resolveToolName, type Loose } from '@reason/wire-kit'

// Translates custom tools of both OpenAI's APIs, whose input is free text (Codex's `apply_patch`), for an upstream that has none.
// The upstream gets a function with one text parameter, and its calls come back as calls of the custom tool.

/** Names of the custom tools that a request offers. */
export const customTools = ({ tools }: Loose): string[] => asList(tools).flatMap((tool) => customTool(tool)?.name ?? [])

/** A custom tool as Responses has it. */
type CustomTool = Loose & { name: string }

/** Reads a custom tool of either API. Chat Completions nests its fields, and those of its grammar, one level deeper. */
function customTool(tool: unknown): CustomTool | undefined {
  if (!isLoose(tool) || tool['type'] !== 'custom') return undefined
  const { custom, ...flat } = tool
  const fields: Loose = isLoose(custom) ? { ...flat, ...custom } : flat
  const { grammar, ...format } = asLoose(fields['format'])
  if (typeof fields['name'] !== 'string') return undefined
  return { ...fields, name: fields['name'], ...(isLoose(grammar) && { format: { ...format, ...grammar } }) }
}

const customToolOf = (tool: Tool): CustomTool | undefined =>
  tool.type === 'native' && tool.wire.startsWith('openai-') ? customTool(tool.value) : undefined

/**
 * Turns custom tools of Chat Completions into those of Responses.
 *
 * @param wire - Id of Responses.
 */
export function asResponsesTools(conversation: Conversation, wire: string): Conversation {
  const tools = conversation.tools?.map((tool): Tool => {
    const value = customToolOf(tool)
    return value === undefined ? tool : { type: 'native', wire, value }
  })
  return tools === undefined ? conversation : { ...conversation, tools }
}

/** Turns custom tools, and the conversation's calls of them, into functions. */
export function asFunctions(conversation: Conversation): Conversation {
  const { tools, messages } = conversation
  const names = new Set<string>()
  const functions = tools?.map((tool): Tool => {
    const custom = customToolOf(tool)
    if (custom === undefined) return tool
    names.add(custom.name)
    return asFunction(custom)
  })
  if (functions === undefined || names.size === 0) return conversation
  return { ...conversation, tools: functions, messages: messages.map((one) => (one.role === 'assistant' ? calling(one, names) : one)) }
}

function asFunction({ name, description, format }: CustomTool): Tool {
  const { syntax, definition } = asLoose(format)
  const said = typeof description === 'string' ? [description] : []
  if (typeof definition === 'string')
    said.push(`The input has to fit this grammar${typeof syntax === 'string' ? ` (${syntax})` : ''}:\n${definition}`)
  return {
    type: 'function',
    name,
    ...(said.length > 0 && { description: said.join('\n\n') }),
    parameters: {
      type: 'object',
      properties: { input: { type: 'string', description: 'The input of the tool, as text.' } },
      required: ['input'],
      additionalProperties: false,
    },
  }
}

/** Turns input items that call custom tools, and their outputs, into function items. */
export function withFunctionItems(body: Loose): Loose {
  const { input } = body
  if (!Array.isArray(input) || !input.some((item) => isCustomItem(item))) return body
  return { ...body, input: input.map((item: unknown) => (isCustomItem(item) ? asFunctionItem(item) : item)) }
}

const isCustomItem = (item: unknown): item is Loose =>
  isLoose(item) && (item['type'] === 'custom_tool_call' || item['type'] === 'custom_tool_call_output')

function asFunctionItem({ type, input, ...fields }: Loose): Loose {
  if (type === 'custom_tool_call_output') return { ...fields, type: 'function_call_output' }
  return { ...fields, type: 'function_call', arguments: objectArguments(typeof input === 'string' ? input : '', 'custom') }
}

function calling(message: AssistantMessage, names: ReadonlySet<string>): AssistantMessage {
  const items = message.items.map((item) => {
    if (item.type !== 'tool-call' || item.contentType !== 'custom' || !names.has(item.name)) return item
    const { contentType, ...call } = item
    return { ...call, arguments: objectArguments(call.arguments, contentType) }
  })
  return { ...message, items }
}

/**
 * Turns function calls back into calls of custom tools. The input is sent in one piece, as it can be decoded only when
 * it is complete.
 *
 * @param names - Names of the custom tools that the client offered.
 */
export function customCalls(names: readonly string[]): Stage {
  /** Pieces of arguments, by choice and call. */
  const open = new Map<string, string[]>()

  return { push }

  function push(part: Part): readonly Part[] {
    switch (part.type) {
      case 'tool-call-start': {
        const name = resolveToolName(part.name, names)
        // A call that is a custom one already has its text as it is.
        if (part.contentType === 'custom' || !names.includes(name)) return [part]
        open.set(keyOf(part), [])
        return [{ ...part, name, contentType: 'custom' }]
      }
      case 'tool-call-delta': {
        const pieces = open.get(keyOf(part))
        pieces?.push(part.text)
        return pieces === undefined ? [part] : []
      }
      case 'tool-call-end': {
        const pieces = open.get(keyOf(part))
        open.delete(keyOf(part))
        const { choice, call } = part
        const input = pieces === undefined ? '' : inputOf(pieces.join(''), names)
        return input === '' ? [part] : [{ type: 'tool-call-delta', ...(choice !== undefined && { choice }), call, text: input }, part]
      }
      default:
        return [part]
    }
  }
}

/** Names a call among those of all choices. */
export const keyOf = ({ choice = 0, call }: { choice?: number; call: number }): string => `${choice}/${call}`

/**
 * Extracts the input. A model that knows the tool may write its text without an object around it, or under another name (`patch`, `code`). It
 * may also write a command of its shell (`["apply_patch", "…"]`).
 */
function inputOf(text: string, names: readonly string[]): string {
  // Invalid JSON is the plain input, or a truncated part of the object.
  const value = parseJson(text)
  if (!isLoose(value)) return textIn(value, names) ?? text
  const values = Object.values(value)
  return textIn(value['input'] ?? (values.length === 1 ? values[0] : undefined), names) ?? text
}

function textIn(value: unknown, names: readonly string[]): string | undefined {
  if (typeof value === 'string') return value
  const [command, input, ...rest] = asList(value)
  return names.some((name) => name === command) && typeof input === 'string' && rest.length === 0 ? input : undefined
}
