import type { Conversation } from '@reason/core/conversation'
import type { NotCarried } from '../values/not-carried.ts'

/** Notes the loss of a tool choice in a request without tools. Providers refuse such a choice or cannot fulfil it, so it is left out. */
export function noteDemandedTool(toolChoice: Conversation['toolChoice'], note: NotCarried): void {
  if (toolChoice !== undefined && toolChoice !== 'auto' && toolChoice !== 'none') note('a choice of a tool where there is none')
}
