import type { Block, ToolCall } from '@reason/core/result'
import type { AssistantMessage, Conversation, Message, Piece } from '@reason/core/conversation'
import fc from 'fast-check'
import { runs } from '@reason/testkit/sampling'
import { expect, it } from 'vitest'
import { openaiChat, openaiResponses } from '../../src/index.ts'
import { conversations } from './conversations.ts'

const chat = openaiChat()
const responses = openaiResponses()
const MOVED = 'What the tools returned besides text:'

/** All texts in order, without the losses that the README names: the author of a thought, borders of blocks and of commentary, ids. */
function outline({ messages }: Pick<Conversation, 'messages'>, textFirst: boolean): string[] {
  const said = messages.flatMap((message): string[] => {
    if (message.role !== 'assistant')
      return [`${message.role === 'developer' ? 'system' : message.role}: ${textsOf(message.content).join('')}`]
    return partsOf(message, textFirst)
  })
  // Adjacent texts of a model are one text. Empty texts do not count.
  const joined: string[] = []
  for (const one of said) {
    const text = one.replaceAll('\n', '')
    if (/^(?:system|user|tool|answer): $/.test(text)) continue
    if (text.startsWith('answer: ') && joined.at(-1)?.startsWith('answer: ') === true)
      joined.push(joined.pop()! + text.slice('answer: '.length))
    else if (text.startsWith('system: ') && joined.at(-1)?.startsWith('system: ') === true)
      joined.push(joined.pop()! + text.slice('system: '.length))
    else joined.push(text)
  }
  return joined
}

function partsOf({ items }: AssistantMessage, textFirst: boolean): string[] {
  const answers = items.filter((item): item is Block => item.type === 'block' && item.channel !== 'reasoning')
  const parts = items.filter((item): item is Block | ToolCall => item.type === 'tool-call' || answers.includes(item as Block))
  const ordered = textFirst ? [...answers, ...parts.filter((part) => part.type === 'tool-call')] : parts
  return ordered.map((part) =>
    part.type === 'block' ? `answer: ${part.text}` : `call: ${part.name.replace('functions.', '')} ${argumentsOf(part)}`,
  )
}

function argumentsOf({ arguments: text, contentType }: ToolCall): string {
  if (contentType === 'custom') return text
  if (text === '') return '{}'
  return text.startsWith('{') && text.endsWith('}') ? text : JSON.stringify({ input: text })
}

const textsOf = (pieces: readonly Piece[]) => pieces.flatMap((piece) => (piece.type === 'text' && piece.text !== MOVED ? [piece.text] : []))

/** Everything that can be seen or heard, wherever it stands. */
const mediaOf = (messages: readonly Message[], isKept: (piece: Piece) => boolean) =>
  messages
    .flatMap((message) => (message.role === 'assistant' ? [] : message.content))
    .filter((piece) => 'source' in piece && isKept(piece))
    .map((piece) =>
      'source' in piece
        ? `${piece.type} ${JSON.stringify(Object.entries(piece.source).toSorted(([one], [other]) => (one < other ? -1 : 1)))}`
        : '',
    )
    .toSorted()

it('a conversation says the same when it was written as Chat Completions and read', () => {
  const target = { provider: 'nobody', wire: 'openai-chat', model: 'm' }
  // Images that a provider keeps have no place, and files have none by URL.
  const isKept = (piece: Piece) =>
    'source' in piece && !(piece.type === 'image' && piece.source.type === 'id') && !(piece.type === 'file' && piece.source.type === 'url')
  fc.assert(
    fc.property(conversations, (conversation) => {
      const { body } = chat.writeRequest(conversation, target)
      const read = chat.readRequest(body)
      expect(outline(read, true)).toEqual(outline(conversation, true))
      expect(mediaOf(read.messages, isKept)).toEqual(mediaOf(conversation.messages, isKept))
      expect(read.sampling ?? {}).toEqual(conversation.sampling ?? {})
      expect(read.stream).toBe(conversation.stream)
      expect(read.responseFormat?.type).toBe(conversation.responseFormat?.type)
      expect(chat.writeRequest(read, target).body).toEqual(body)
    }),
    { numRuns: runs(400) },
  )
})

it('a conversation says the same when it was written as Responses and read', () => {
  const target = { provider: 'nobody', wire: 'openai-responses', model: 'm' }
  fc.assert(
    fc.property(conversations, (conversation) => {
      const { body } = responses.writeRequest(conversation, target)
      const read = responses.readRequest(body)
      expect(outline(read, false)).toEqual(outline(conversation, false))
      expect(mediaOf(read.messages, () => true)).toEqual(mediaOf(conversation.messages, () => true))
      const { maxOutputTokens, temperature } = conversation.sampling ?? {}
      expect(read.sampling ?? {}).toEqual({
        ...(maxOutputTokens !== undefined && { maxOutputTokens }),
        ...(temperature !== undefined && { temperature }),
      })
      expect(read.stream).toBe(conversation.stream)
      expect(read.responseFormat?.type).toBe(conversation.responseFormat?.type)
      expect(responses.writeRequest(read, target).body).toEqual(body)
    }),
    { numRuns: runs(400) },
  )
})
