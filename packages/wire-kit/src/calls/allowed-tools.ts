import type { Conversation, Tool } from '@reason/core/conversation'
import { isLoose, isText, type Loose } from '../values/loose.ts'

/**
 * Removes the tools that a request does not allow (`allowed_tools` of OpenAI's APIs). Other formats cannot express such
 * a selection, but a model does not call a tool that is missing. If no tool would be left, the conversation stays
 * unchanged.
 *
 * @param wire - Target format. The source format itself can express the selection.
 */
export function withAllowedTools(conversation: Conversation, wire: string): Conversation {
  const { tools, extra } = conversation
  if (tools === undefined || extra === undefined || extra.wire === wire) return conversation
  const { tool_choice: choice, ...fields } = extra.fields as Loose
  if (!isLoose(choice) || choice.type !== 'allowed_tools') return conversation
  // Chat Completions nests the list one level deeper.
  const { tools: listed } = isLoose(choice.allowed_tools) ? choice.allowed_tools : choice
  if (!Array.isArray(listed)) return conversation
  const allowed = tools.filter((tool) => listed.some((one) => isLoose(one) && isMeant(one, tool)))
  return allowed.length === 0 ? conversation : { ...conversation, tools: allowed, extra: { ...extra, fields } }
}

function isMeant(one: Loose, tool: Tool): boolean {
  // Only OpenAI has custom tools. The reader turns them into functions, so a custom tool matches a function here.
  if (tool.type === 'function') return (one.type === 'function' || one.type === 'custom') && nameIn(one) === tool.name
  if (!isLoose(tool.value) || tool.value.type !== one.type) return false
  return nameIn(one) === nameIn(tool.value) && one.server_label === tool.value.server_label
}

/** Reads the tool's name. Chat Completions puts it into an object that is named like the type. */
function nameIn(one: Loose): string | undefined {
  const inner = isText(one.type) ? one[one.type] : undefined
  const name = isLoose(inner) ? inner.name : one.name
  return isText(name) ? name : undefined
}
