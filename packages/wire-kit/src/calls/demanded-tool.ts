import type { Conversation } from '@reason/core/conversation'
import type { NotCarried } from '../values/not-carried.ts'

/** Notes the loss of a tool choice in a request without tools. Providers refuse such a choice or cannot fulfil it, so it is left out. */
export function noteDemandedTool(toolChoice: Conversation['toolChoice'], note: NotCarried): void {
  if (toolChoice !== undefined && toolChoice !== 'auto' && toolChoice !== 'none') note('a choice of a tool where there is none')
}

/** Offers a demanded tool alone and requires a call, for providers without a choice by name. Without such a tool, the conversation stays unchanged. */
export function withNamedToolAlone(conversation: Conversation): Conversation {
  const { toolChoice: choice, tools = [] } = conversation
  const named = typeof choice === 'object' ? tools.filter((tool) => tool.type === 'function' && tool.name === choice.name) : []
  return named.length === 0 ? conversation : { ...conversation, tools: named, toolChoice: 'required' }
}

/** Leaves out a tool choice that the provider does not know. A model does not call a tool that is missing, so tools that may not be called are left out. */
export function withoutToolChoice(asked: Conversation, note: NotCarried): Conversation {
  const { toolChoice: choice = 'auto', tools, ...rest } = withNamedToolAlone(asked)
  const isOff = choice === 'none' && tools !== undefined && tools.length > 0
  if (isOff) note('a choice of tools (those that may not be called were left out)')
  else if (choice !== 'auto' && choice !== 'none') note('a choice of tools')
  return isOff || tools === undefined ? rest : { ...rest, tools }
}
