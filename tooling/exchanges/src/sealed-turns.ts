import type { Seal } from '@reason/core/parts'
import type { Block, Item, ToolCall } from '@reason/core/result'
import type { AssistantMessage, Issuer, Message, Target } from '@reason/core/conversation'

export const said = (text: string): Block => ({ type: 'block', channel: 'answer', text, boundary: 'wire' })
export const thought = (text: string, ...seals: Seal[]): Block => ({
  type: 'block',
  channel: 'reasoning',
  text,
  boundary: 'wire',
  ...(seals.length > 0 && { seals }),
})
export const user = (text = 'What time is it?'): Message => ({ role: 'user', content: [{ type: 'text', text }] })

/**
 * Helpers for turns of a model with signed reasoning: seals, calls, messages and results.
 *
 * @param callId - Default id of calls and results.
 */
export const turnsOf = (model: Target, callId: string) => ({
  seal: (issuer: Issuer = model, kind: Seal['kind'] = 'signature', value = 'EqQBCkgIARABGAI='): Seal => ({ kind, value, issuer }),
  call: (id = callId): ToolCall => ({ type: 'tool-call', id, name: 'clock', arguments: '{}' }),
  assistant: (...items: Item[]): AssistantMessage => ({ role: 'assistant', items, origin: model }),
  result: (id = callId, text = '4'): Message => ({ role: 'tool', call: id, content: [{ type: 'text', text }] }),
})
