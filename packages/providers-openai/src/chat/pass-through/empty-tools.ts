import type { Amendment } from '@reason/core/wire'
import { asList } from '@reason/wire-kit'

/** Leaves out an empty list of tools, with the settings of their use. OpenAI and vLLM refuse it. */
export const withoutEmptyTools: Amendment = (request) => {
  const { tools, tool_choice: _, parallel_tool_calls: __, ...body } = request
  return Array.isArray(tools) && asList(tools).length === 0 ? { body } : undefined
}
