import type { Conversation } from '../conversation/conversation.ts'

/** Whether there must be a call: where no tools are, providers refuse that, or the model cannot do it. */
export const demandsTool = (toolChoice: Conversation['toolChoice']): boolean =>
  toolChoice !== undefined && toolChoice !== 'auto' && toolChoice !== 'none'
