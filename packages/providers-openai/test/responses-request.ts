import type { Part } from '@reason/core'
import type { Seal } from '@reason/core/parts'
import type { Block, Item, ToolCall } from '@reason/core/result'
import { messageOf, type AssistantMessage, type Conversation, type Message, type Target } from '@reason/core/conversation'
import { openaiResponses } from '../src/index.ts'
import { resultOf } from './responses/events.ts'

export const wire = openaiResponses()

export type Fields = Record<string, unknown>

export const openai: Target = { provider: 'openai', wire: 'openai-responses', model: 'gpt-5' }
export const deepseek: Target = { provider: 'deepseek', wire: 'openai-responses', model: 'deepseek-v4-flash' }

export const user = (text: string): Message => ({ role: 'user', content: [{ type: 'text', text }] })
export const tool = (text: string, call?: string): Message => ({
  role: 'tool',
  ...(call !== undefined && { call }),
  content: [{ type: 'text', text }],
})
export const said = (text: string): Block => ({ type: 'block', channel: 'answer', text, boundary: 'wire' })
export const thought = (text: string, more: Partial<Block> = {}): Block => ({
  type: 'block',
  channel: 'reasoning',
  text,
  boundary: 'wire',
  ...more,
})
export const call = (name: string, id?: string): ToolCall => ({ type: 'tool-call', ...(id !== undefined && { id }), name, arguments: '{}' })
export const seal = (value: string, issuer: Seal['issuer'] = openai): Seal => ({ kind: 'encrypted', value, issuer })
export const assistant = (...items: Item[]): AssistantMessage => ({ role: 'assistant', items })

/** The assistant message that a client sends back for a response with this output. */
export function replied(output: readonly Fields[], from: Target = openai): AssistantMessage {
  const body = { id: 'resp_1', object: 'response', model: from.model, status: 'completed', output }
  return messageOf(resultOf(wire.readResponse(body, from) as Part[]), from)
}

/** Conversation of a client that stores nothing at the provider. */
export const stateless = (messages: readonly Message[], more: Partial<Conversation> = {}): Conversation => ({ messages, ...more })

/** Conversation of a client that stores responses at the provider. */
export const stateful = (messages: readonly Message[], fields: Fields = {}): Conversation => ({
  messages,
  extra: { wire: 'openai-responses', fields },
})

export const inputOf = (conversation: Conversation, target: Target = openai): Fields[] =>
  wire.replay(conversation, target).messages as Fields[]

/** The decisions as `message/item action`. */
export const decided = (conversation: Conversation, target: Target = openai): string[] =>
  wire
    .replay(conversation, target)
    .decisions.map(({ message, item, action }) => `${message}${item === undefined ? '' : `/${item}`} ${action}`)

export const roundTrip = (body: Fields, target: Partial<Target> = {}) =>
  wire.writeRequest(wire.readRequest(body), { wire: 'openai-responses', model: String(body.model), ...target }).body
