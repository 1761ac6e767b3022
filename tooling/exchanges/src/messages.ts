import type { Block, Item, ToolCall } from '@reason/core/result'
import type { AssistantMessage, Message, Piece } from '@reason/core/conversation'

export const text = (value: string): Piece[] => [{ type: 'text', text: value }]
export const image: Piece = { type: 'image', source: { type: 'data', data: 'AA==', mediaType: 'image/png' } }
export const user: Message = { role: 'user', content: text('q') }

export const block = (channel: Block['channel'], value: string): Block => ({ type: 'block', channel, text: value, boundary: 'wire' })

export const call = (name: string, id?: string, args = '{}'): ToolCall => ({
  type: 'tool-call',
  name,
  arguments: args,
  boundary: 'wire',
  ...(id !== undefined && { id }),
})

/** A message of a model that another format serves. */
export const said = (...items: Item[]): AssistantMessage => ({ role: 'assistant', items, origin: { wire: 'openai-chat', model: 'm' } })

export const result = (value: string, rest: { call?: string; name?: string } = {}): Message => ({
  role: 'tool',
  content: text(value),
  ...rest,
})
