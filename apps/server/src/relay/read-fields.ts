import type { WireFormat } from '@reason/core'
import type { Conversation, ReplayPlan } from '@reason/core/conversation'
import { asList, asObject, type Json } from '../json.ts'

/** Fields of an assistant message in which one server or another reads a thought. */
const fields = ['reasoning_content', 'reasoning', 'reasoning_details'] as const

/** A thought in each of those that many servers do not read. */
const samples = { reasoning: 'x', reasoning_details: [{ type: 'reasoning.text', text: 'x' }] } as const

/**
 * A request of Chat Completions that is passed on as it came, with its assistant messages in fields that the upstream reads: a thought in
 * a field of another server would be lost without a word, and white space beside calls would be taken for an answer.
 *
 * @param replay - What becomes of messages there. It is asked about small ones first: most requests are read as they are.
 * @returns Undefined where nothing is in the wrong place.
 */
export function withReadFields(
  format: Pick<WireFormat, 'id' | 'readRequest'>,
  json: Json,
  replay: (conversation: Conversation) => ReplayPlan,
): Json | undefined {
  const messages = asList(json['messages']).map(asObject)
  if (format.id !== 'openai-chat') return undefined
  if (!messages.some(isBlankBesideCalls) && !mayBeUnread(messages, (sample) => written([sample])[0])) return undefined
  const planned = written(messages)
  // The places of messages are told by number.
  if (planned.length !== messages.length) return undefined
  const read = messages.map((message, index) => fitted(message, planned[index]!) ?? message)
  return read.some((message, index) => message !== messages[index]) ? { ...json, messages: read } : undefined

  function written(some: readonly Json[]): Json[] {
    return replay(format.readRequest!({ ...json, messages: some })).messages.map(asObject)
  }
}

function mayBeUnread(messages: readonly Json[], write: (sample: Json) => Json | undefined): boolean {
  const used = Object.entries(samples).filter(([field]) =>
    messages.some((message) => message['role'] === 'assistant' && isFilled(message[field]) && !isFilled(message['reasoning_content'])),
  )
  return used.some(([field, sample]) => !isFilled(write({ role: 'assistant', content: 'x', [field]: sample })?.[field]))
}

/** Only what is in the wrong place changes; the rest of a message is the client's. @returns Undefined: nothing does. */
function fitted(message: Json, planned: Json): Json | undefined {
  if (message['role'] !== 'assistant') return undefined
  const isNull = isBlankBesideCalls(message) && planned['content'] === null
  const isMoved =
    fields.some((field) => isFilled(message[field])) && fields.some((field) => isFilled(planned[field]) && !isFilled(message[field]))
  if (!isNull && !isMoved) return undefined
  const kept = Object.entries(message).filter(([name]) => !isMoved || !(fields as readonly string[]).includes(name))
  const moved = isMoved ? fields.flatMap((field) => (field in planned ? [[field, planned[field]] as const] : [])) : []
  return Object.fromEntries([...kept, ...moved, ...(isNull ? [['content', null] as const] : [])])
}

/** A text, or parts that are all text, without anything to read. */
function isBlankBesideCalls({ role, content, tool_calls: calls }: Json): boolean {
  if (role !== 'assistant' || asList(calls).length === 0 || content === '') return false
  if (typeof content === 'string') return content.trim() === ''
  const parts = asList(content).map(asObject)
  return parts.length > 0 && parts.every(({ type, text }) => type === 'text' && typeof text === 'string' && text.trim() === '')
}

const isFilled = (value: unknown): boolean => (typeof value === 'string' && value !== '') || asList(value).length > 0
