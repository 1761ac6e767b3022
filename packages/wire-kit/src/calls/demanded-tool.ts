import type { Conversation } from '@reason/core/conversation'

/** Notes the loss of a tool choice in a request without tools. Providers refuse such a choice or cannot fulfil it, so it is left out. */
export function noteDemandedTool(toolChoice: Conversation['toolChoice'], note: (what: string) => void): void {
  if (toolChoice !== undefined && toolChoice !== 'auto' && toolChoice !== 'none') note('a choice of a tool where there is none')
}
