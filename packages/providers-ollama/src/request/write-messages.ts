import type { Channel } from '@reason/core/parts'
import type { Item, ToolCall } from '@reason/core/result'
import { inCallOrder, toolSteps, type AssistantMessage, type Message, type Piece, type ToolMessage } from '@reason/core/conversation'
import {
  createRecordFinder,
  fileAsText,
  isEmpty,
  isLoose,
  type Loose,
  objectArguments,
  parseExact,
  resolveToolName,
  withFailureSaid,
  withoutNotes,
  beginsStep,
  type Steps,
} from '@reason/wire-kit'
import { WIRE } from '../wire.ts'
import { isFromHere, kept } from './fields.ts'

export type Placed = Item & {
  at?: number
  /** True if the item begins another message. */
  begins?: true
}

export interface WriteContext {
  tools: readonly string[]
  notCarried(what: string): void
}

/** Writes messages. Templates match results by order, so results of other formats follow their calls, in the order of the calls. */
export function* writeMessages(messages: readonly Message[], context: WriteContext): Steps<unknown[]> {
  const all: unknown[] = []
  for (const [place, step] of toolSteps(messages).entries()) {
    if (beginsStep(2 * place)) yield
    const { from, to, results } = step
    const calls = new Map(results.map(({ message, call }) => [message, call?.call]))
    const isOwn = results.every(({ message }) => isFromHere(messages[message]!))
    const order = isOwn ? Array.from({ length: to - from }, (_, at) => from + at) : inCallOrder(messages, step)
    for (const index of order) {
      const written = writeMessage(messages[index]!, calls.get(index), context)
      if (!isNothing(messages[index]!, written)) all.push(written)
    }
  }
  return all
}

/** True if an answer had only content that is specific to another format. */
const isNothing = (message: Message, written: Loose): boolean =>
  message.role === 'assistant' &&
  isOfAnother(message) &&
  Object.entries(written).every(([name, value]) => name === 'role' || isEmpty(value))

const isOfAnother = ({ origin }: AssistantMessage): boolean => origin !== undefined && origin.wire !== WIRE

function writeMessage(message: Message, call: ToolCall | undefined, context: WriteContext): Loose {
  if (message.role === 'assistant') return writeAssistant(message, context)
  if (message.role === 'tool') return writeResult(message, call, context)
  return { role: message.role === 'developer' ? 'system' : message.role, ...withoutNotes(kept(message)), ...contentOf(message, context) }
}

const findRecord = createRecordFinder('item')

function writeAssistant(message: AssistantMessage, { tools, notCarried }: WriteContext): Loose {
  const fields = kept(message)
  const textOf = (isReasoning: boolean) => joined(message, isReasoning)
  if (message.items.some((item) => item.type === 'block' && item.channel === 'commentary'))
    notCarried('commentary (it was sent as content)')
  const calls = (message.items as readonly Placed[]).flatMap((item): Loose[] => {
    if (item.type !== 'tool-call') return []
    const { call, function: body, raw } = findRecord(fields.$calls, item.at) ?? {}
    const args = isLoose(raw) ? raw.value : parseExact(objectArguments(item.arguments, item.contentType))
    const name = resolveToolName(item.name, tools)
    return [
      {
        ...(item.id !== undefined && item.id !== '' && { id: item.id }),
        ...(isLoose(call) && call),
        function: { ...(isLoose(body) && body), name, ...(args !== undefined && { arguments: args }) },
      },
    ]
  })
  const [thinking, text] = [textOf(true), textOf(false)]
  // Templates write either the content or the calls (Ollama's docs/template.mdx), so white space would replace the calls.
  const content = calls.length > 0 && text.trim() === '' ? '' : text
  return {
    role: 'assistant',
    ...withoutNotes(fields),
    ...((content !== '' || !isFromHere(message)) && { content }),
    ...(thinking !== '' && { thinking }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

/** Joins texts. An empty line separates texts of another format, and commentary from an answer. */
function joined(message: AssistantMessage, isReasoning: boolean): string {
  const areApart = isOfAnother(message)
  let text = ''
  let last: Channel | undefined
  for (const item of message.items) {
    if (item.type !== 'block' || (item.channel === 'reasoning') !== isReasoning || item.text === '') continue
    if (last !== undefined && (last !== item.channel || (isReasoning && areApart) || (item as Placed).begins === true)) text += '\n\n'
    text += item.text
    last = item.channel
  }
  return text
}

function writeResult(message: ToolMessage, call: ToolCall | undefined, context: WriteContext): Loose {
  const isOwn = isFromHere(message)
  const name = isOwn || call === undefined ? message.name : resolveToolName(call.name, context.tools)
  const id = isOwn || call === undefined ? message.call : call.id
  return {
    role: 'tool',
    ...withoutNotes(kept(message)),
    ...contentOf(withFailureSaid(message, context), context),
    ...(name !== undefined && { tool_name: name }),
    ...(id !== undefined && id !== '' && { tool_call_id: id }),
  }
}

/** Writes content: a text, and images beside it. */
function contentOf(message: Exclude<Message, AssistantMessage>, { notCarried }: WriteContext): Loose {
  const texts = message.content.map((piece) => (piece.type === 'text' ? piece.text : fileAsText(piece, notCarried)))
  const text = texts.filter((one) => one !== undefined).join('\n')
  const images = message.content.flatMap((piece, at): string[] => {
    const data = imageOf(piece)
    if (data === undefined && texts[at] === undefined) notCarried('content that is neither text nor an image in the request')
    return data === undefined ? [] : [data]
  })
  return { ...((text !== '' || !isFromHere(message)) && { content: text }), ...(images.length > 0 && { images }) }
}

function imageOf(piece: Piece): string | undefined {
  if (piece.type !== 'image') return undefined
  const { source } = piece
  if (source.type === 'data') return source.data
  return source.type === 'url' ? /^data:[^,]*;base64,(.*)$/s.exec(source.url)?.[1] : undefined
}
