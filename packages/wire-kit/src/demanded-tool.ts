import type { Conversation } from '@reason/core/conversation'

/** Of a conversation without tools: that there must be a call is refused by providers, or cannot be done, and so is left out. Notes it where it was demanded. */
export function noteDemandedTool(toolChoice: Conversation['toolChoice'], note: (what: string) => void): void {
  if (toolChoice !== undefined && toolChoice !== 'auto' && toolChoice !== 'none') note('a choice of a tool where there is none')
}
