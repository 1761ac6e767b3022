import type { SealPlaces } from '@reason/core/wire'
import type { Seal } from '@reason/core/parts'
import type { Item } from '@reason/core/result'
import type { AssistantMessage, Conversation, Message } from '@reason/core/conversation'
import type { SealContext } from '../src/index.ts'
import { seenDigest } from '../src/answer-digest.ts'

export const keys = ['the first secret, of thirty-two bytes', 'an older secret, of thirty-two bytes']
export const context: SealContext = { instance: 'gateway', tenant: 'team-a', client: 'openai-chat', model: 'alias' }

const issuer = { provider: 'anthropic', wire: 'anthropic-messages', model: 'claude-opus-4-8' }
export const signature: Seal = { kind: 'signature', value: 'EqQBCkYIARgCKkDsignature==', issuer }
export const thoughtSignature: Seal = { kind: 'thought-signature', value: 'CiQBthought', issuer }

const thoughtOf = (text: string): Item => ({ type: 'block', channel: 'reasoning', text, boundary: 'wire', seals: [signature] })
export const thought = thoughtOf('The user wants the weather.')
export const nextThought = thoughtOf('Then the time.')
export const answer = (text: string): Item => ({ type: 'block', channel: 'answer', text, boundary: 'wire' })
export const call = (id: string | undefined, name = 'weather', args = '{"city":"Rome"}'): Item => ({
  type: 'tool-call',
  ...(id !== undefined && { id }),
  name,
  arguments: args,
  boundary: 'wire',
})

export const message = (...items: Item[]): AssistantMessage => ({ role: 'assistant', items, origin: issuer })
export const sealed = (...items: Item[]) => ({
  message: message(...items),
  seen: seenDigest(items.map((item) => (item.type === 'block' && item.channel === 'answer' ? item.text : '')).join('')),
})

/** An item of a request that brings a value back as a seal of the requested model. */
export const carrier = (value: string): Item => ({
  type: 'block',
  channel: 'reasoning',
  kind: 'hidden',
  text: '',
  boundary: 'wire',
  seals: [{ kind: 'encrypted', value, issuer: { wire: 'openai-chat', model: 'alias' } }],
})
export const result = (id: string): Message => ({ role: 'tool', call: id, content: [{ type: 'text', text: 'sunny' }] })
export const user: Message = { role: 'user', content: [{ type: 'text', text: 'Rome?' }] }
export const sent = (...items: Item[]): AssistantMessage => ({ role: 'assistant', items, origin: { wire: 'openai-chat', model: 'alias' } })
export const conversation = (...messages: Message[]): Conversation => ({ messages })

/** Places for seals in some formats, by format id, as their packages declare them. */
const places: Readonly<Record<string, SealPlaces>> = {
  'openai-chat': { areLost: true },
  'anthropic-messages': { inBlocks: true, beforeAnswer: true, parsedArguments: true },
}

/** Context and places with which a client of the format brings seals back. */
export const spokenBy = (of: SealContext): { context: SealContext; places: SealPlaces | undefined } => ({
  context: of,
  places: places[of.client],
})
