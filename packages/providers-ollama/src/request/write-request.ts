import type { Item, WrittenRequest } from '@reason/core'
import {
  planReplay,
  type AssistantMessage,
  type Conversation,
  type Message,
  type Piece,
  type ReplayPlan,
  type ReplayRule,
  type Target,
  type ToolMessage,
} from '@reason/core/conversation'
import { isLoose, objectArguments, resolveToolName, type Loose } from '@reason/core/wire-kit'
import { isFromHere, kept, withoutNotes } from './fields.ts'
import { writeKnobs } from './knobs.ts'
import { writeSettings } from './settings.ts'
import { writeTools } from './tools.ts'

const rule: ReplayRule = {
  text: 'always',
  sealed: 'never',
  because: 'thinking is optional; it helps tool loops, and keeps the prefix as it was',
}

type Placed = Item & { at?: number }

interface WriteContext {
  tools: readonly string[]
  notCarried(what: string): void
}

/** What goes back, decided and written. Nothing is thrown. */
export const replayOllama = (conversation: Conversation, target: Target): ReplayPlan => planned(conversation, target, () => {})

/** The body of a chat request. Ollama refuses nothing of a conversation that is known of. */
export function writeOllamaRequest(conversation: Conversation, target: Target): WrittenRequest {
  const missing = new Set<string>()
  const notCarried = (what: string) => void missing.add(what)
  const plan = planned(conversation, target, notCarried)
  const tools = conversation.tools && writeTools(conversation.tools, notCarried)
  const fields = kept(conversation)
  const body = {
    ...fields,
    model: target.model,
    ...((plan.messages.length > 0 || fields.messages === undefined) && { messages: plan.messages }),
    ...(tools !== undefined && (tools.length > 0 || conversation.tools?.length === 0) && { tools }),
  }
  const { body: ready, report } = writeKnobs(writeSettings(body, conversation, notCarried), conversation.knobs, target.model)
  return { body: ready, plan, knobs: report, notCarried: [...missing] }
}

function planned(conversation: Conversation, target: Target, notCarried: (what: string) => void): ReplayPlan {
  const messages = conversation.messages.map((message) =>
    message.role === 'assistant' ? { ...message, items: message.items.map((item, at): Placed => ({ ...item, at })) } : message,
  )
  const plan = planReplay({ messages }, target, rule)
  const tools = (conversation.tools ?? []).flatMap((tool) => (tool.type === 'function' ? [tool.name] : []))
  return { ...plan, messages: writeMessages(plan.messages, { tools, notCarried }) }
}

function writeMessages(messages: readonly Message[], context: WriteContext): unknown[] {
  let last: AssistantMessage | undefined
  let place = 0
  return messages.map((message) => {
    if (message.role === 'assistant') {
      last = message
      place = 0
      return writeAssistant(message, context)
    }
    if (message.role === 'tool') return writeResult(message, last, place++, context)
    return { role: message.role === 'developer' ? 'system' : message.role, ...withoutNotes(kept(message)), ...contentOf(message, context) }
  })
}

function writeAssistant(message: AssistantMessage, { tools, notCarried }: WriteContext): Loose {
  const fields = kept(message)
  const textOf = (isReasoning: boolean) =>
    message.items.flatMap((item) => (item.type === 'block' && (item.channel === 'reasoning') === isReasoning ? [item.text] : [])).join('')
  const records: readonly unknown[] = Array.isArray(fields.$calls) ? fields.$calls : []
  if (message.items.some((item) => item.type === 'block' && item.channel === 'commentary'))
    notCarried('commentary (it was sent as content)')
  const calls = (message.items as readonly Placed[]).flatMap((item): Loose[] => {
    if (item.type !== 'tool-call') return []
    const record = records.find((one) => isLoose(one) && one.item === item.at)
    const { call, function: body } = isLoose(record) ? record : {}
    const args = JSON.parse(objectArguments(item.arguments, item.contentType)) as unknown
    const name = resolveToolName(item.name, tools)
    return [
      {
        ...(item.id !== undefined && { id: item.id }),
        ...(isLoose(call) && call),
        function: { ...(isLoose(body) && body), name, arguments: args },
      },
    ]
  })
  const [thinking, content] = [textOf(true), textOf(false)]
  return {
    role: 'assistant',
    ...withoutNotes(fields),
    ...((content !== '' || !isFromHere(message)) && { content }),
    ...(thinking !== '' && { thinking }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

function writeResult(message: ToolMessage, step: AssistantMessage | undefined, place: number, context: WriteContext): Loose {
  const calls = step?.items.filter((item) => item.type === 'tool-call') ?? []
  const call = message.call === undefined ? calls[place] : calls.find(({ id }) => id === message.call)
  const name = message.name ?? (isFromHere(message) ? undefined : call?.name)
  return {
    role: 'tool',
    ...withoutNotes(kept(message)),
    ...contentOf(message, context),
    ...(name !== undefined && { tool_name: name }),
    ...(message.call !== undefined && { tool_call_id: message.call }),
  }
}

/** Text, and beside it images. */
function contentOf(message: Exclude<Message, AssistantMessage>, { notCarried }: WriteContext): Loose {
  const text = message.content.flatMap((piece) => (piece.type === 'text' ? [piece.text] : [])).join('\n')
  const images = message.content.flatMap((piece): string[] => {
    const data = imageOf(piece)
    if (data === undefined && piece.type !== 'text') notCarried('content that is neither text nor an image in the request')
    return data === undefined ? [] : [data]
  })
  return { ...((text !== '' || !isFromHere(message)) && { content: text }), ...(images.length > 0 && { images }) }
}

const imageOf = (piece: Piece): string | undefined =>
  piece.type === 'image' && piece.source.type === 'data' ? piece.source.data : undefined
