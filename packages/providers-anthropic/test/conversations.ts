import type { Conversation, Target } from '@reason/core/conversation'
import { turnsOf } from '@reason/exchanges/sealed-turns'
import { anthropicMessages } from '../src/index.ts'

export const wire = anthropicMessages()

export const sonnet4: Target = { provider: 'anthropic', wire: wire.id, model: 'claude-sonnet-4-20250514' }
export const sonnet45: Target = { ...sonnet4, model: 'claude-sonnet-4-5-20250929' }
export const sonnet46: Target = { ...sonnet4, model: 'claude-sonnet-4-6' }
export const opus47: Target = { ...sonnet4, model: 'claude-opus-4-7' }
export const haiku35: Target = { ...sonnet4, model: 'claude-3-5-haiku-20241022' }
export const minimax: Target = { provider: 'minimax', wire: wire.id, model: 'MiniMax-M2' }

export { said, thought, user } from '@reason/exchanges/sealed-turns'
export const { seal, call, assistant, result } = turnsOf(sonnet4, 'toolu_1')

export interface Body {
  messages: { role: string; content: string | Record<string, unknown>[] }[]
  [field: string]: unknown
}

export function write(conversation: Partial<Conversation> & Pick<Conversation, 'messages'>, target: Target = sonnet4) {
  const { body, ...rest } = wire.writeRequest!({ sampling: { maxOutputTokens: 4096 }, ...conversation }, target)
  return { body: body as Body, ...rest }
}

/** The types of the blocks of a message. */
export const typesOf = ({ messages }: Body, at: number): unknown[] => {
  const content = messages[at]?.content
  return Array.isArray(content) ? content.map(({ type }) => type) : [content]
}
