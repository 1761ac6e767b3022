import type { AssistantMessage, Conversation, ReplayPlan } from '@reason/core/conversation'

type ConversationBlock = Extract<AssistantMessage['items'][number], { type: 'block' }>

/** Reasoning of a conversation, and whether replay drops it. */
export interface PlannedReasoning {
  /** Index of the message. */
  message: number
  block: ConversationBlock
  isDropped: boolean
  /** Note for the client: that it is dropped, and why. */
  note: string
}

export const plannedReasoning = ({ messages }: Conversation, { decisions }: ReplayPlan): PlannedReasoning[] =>
  decisions.flatMap(({ message, item, action, reason }) => {
    const of = messages[message]
    const block = of?.role === 'assistant' && item !== undefined ? of.items[item] : undefined
    if (block?.type !== 'block' || block.channel !== 'reasoning') return []
    return [{ message, block, isDropped: action === 'dropped', note: `message ${message}, reasoning dropped: ${reason}` }]
  })
