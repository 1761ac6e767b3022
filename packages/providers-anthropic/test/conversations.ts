import type { Block, Item, Seal, ToolCall } from '@reason/core'
import type { AssistantMessage, Conversation, Issuer, Message, Target } from '@reason/core/conversation'
import { anthropicMessages } from '../src/index.ts'

export const wire = anthropicMessages()

export const sonnet4: Target = { provider: 'anthropic', wire: wire.id, model: 'claude-sonnet-4-20250514' }
export const sonnet45: Target = { ...sonnet4, model: 'claude-sonnet-4-5-20250929' }
export const sonnet46: Target = { ...sonnet4, model: 'claude-sonnet-4-6' }
export const opus47: Target = { ...sonnet4, model: 'claude-opus-4-7' }
export const haiku35: Target = { ...sonnet4, model: 'claude-3-5-haiku-20241022' }
export const minimax: Target = { provider: 'minimax', wire: wire.id, model: 'MiniMax-M2' }

export const seal = (issuer: Issuer = sonnet4, kind: Seal['kind'] = 'signature', value = 'EqQBCkgIARABGAI='): Seal => ({
  kind,
  value,
  issuer,
})
export const thought = (text: string, ...seals: Seal[]): Block => ({
  type: 'block',
  channel: 'reasoning',
  text,
  boundary: 'wire',
  ...(seals.length > 0 && { seals }),
})
export const said = (text: string): Block => ({ type: 'block', channel: 'answer', text, boundary: 'wire' })
export const call = (id = 'toolu_1'): ToolCall => ({ type: 'tool-call', id, name: 'clock', arguments: '{}' })
export const user = (text = 'What time is it?'): Message => ({ role: 'user', content: [{ type: 'text', text }] })
export const assistant = (...items: Item[]): AssistantMessage => ({ role: 'assistant', items, origin: sonnet4 })
export const result = (id: string | undefined = 'toolu_1', text = '4'): Message => ({
  role: 'tool',
  ...(id !== undefined && { call: id }),
  content: [{ type: 'text', text }],
})

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
