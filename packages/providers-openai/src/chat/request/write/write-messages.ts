import type { Message, Piece, ReplayDecision } from '@reason/core/conversation'
import { asLoose, beginsStep, isEmpty, isLoose, isText, withFailureSaid, type Steps } from '@reason/wire-kit'
import type { CallIds } from './call-ids.ts'
import { isFromHere, kept } from '../fields.ts'
import { WIRE } from '../../wire-id.ts'
import { writeAssistant, type AssistantContext } from './write-assistant.ts'
import { writePieces, type PieceContext } from './write-pieces.ts'

export interface MessagesContext extends Omit<AssistantContext, 'idOf'>, PieceContext {
  /** True if a dialect of ours knows the provider. Fields that such a provider does not know are not sent. */
  isKnown: boolean
  decide(decision: ReplayDecision): void
}

/** Text of an added assistant message, for providers that allow no other role after a tool result. */
const bridge = 'OK.'

/**
 * Writes messages in the format's own fields, from the items that the plan kept.
 *
 * @param order - Message indices, in the order of writing.
 */
export function* writeMessages(
  messages: readonly Message[],
  order: Iterable<number>,
  ids: CallIds,
  context: MessagesContext,
): Steps<Record<string, unknown>[]> {
  const written: Record<string, unknown>[] = []
  /** Media of tool results. The format allows only text in results, so media follow in a user message. */
  let media: Piece[] = []

  const indexes = [...order]
  const joined = new Set(context.facts.oneInstruction === true ? indexes.filter((index) => isForeignInstruction(messages[index]!)) : [])
  if (joined.size > 0) written.push(writeInstructions([...joined]))
  for (const [place, index] of indexes.entries()) {
    if (beginsStep(place)) yield
    if (joined.has(index)) continue
    const message = messages[index]!
    if (message.role === 'tool') {
      written.push(writeTool(withFailureSaid(message, context), ids.answered(index)))
      continue
    }
    const shown = takeMedia()
    if (shown.length > 0 && (message.role !== 'user' || isFromHere(message))) speak(index, { role: 'user', content: shown.splice(0) })
    if (message.role !== 'assistant') {
      const input = writeInput(message)
      speak(index, shown.length > 0 ? { ...input, content: [...shown, ...partsOf(input.content)] } : input)
      continue
    }
    const said = writeAssistant(message, { ...context, idOf: (call) => ids.of(index, call) })
    // Servers refuse a message without content. All of this message was specific to another format or provider.
    const isOwn = message.origin === undefined || message.origin.wire === WIRE
    if (saysMore(said) || (isOwn && !saysMore(kept(message.extra)))) written.push(said)
    else if (isOwn) context.notCarried('messages without content')
  }
  const shown = takeMedia()
  if (shown.length > 0) speak(messages.length - 1, { role: 'user', content: shown })
  const last = written.at(-1)
  if (context.facts.prefix === true && last?.role === 'assistant' && last.tool_calls === undefined) last.prefix ??= true
  return written

  /** Writes all instructions as one message, which comes first. */
  function writeInstructions(indexes: readonly number[]): Record<string, unknown> {
    const leading = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer')
    if (leading !== -1 && indexes.at(-1)! > leading) {
      context.notCarried('the place of instructions in mid-conversation, which went to the top')
    }
    const parts = indexes.map((index) => contentOf((messages[index] as InputMessage).content, messages[index]!).content)
    return { role: 'system', content: parts.length === 1 ? parts[0] : inOne(parts) }
  }

  function writeInput(message: InputMessage): Record<string, unknown> {
    const isLowered = message.role === 'developer' && context.isKnown && context.facts.developer !== true
    return { role: isLowered ? 'system' : message.role, ...kept(message.extra), ...contentOf(message.content, message) }
  }

  function writeTool(message: Extract<Message, { role: 'tool' }>, id: string | undefined): Record<string, unknown> {
    const foreign = isFromHere(message) ? [] : message.content.filter(({ type }) => type !== 'text')
    if (foreign.length > 0) moveOut(foreign)
    const fields = kept(message.extra)
    const content = foreign.length > 0 ? message.content.filter((piece) => !foreign.includes(piece)) : message.content
    return {
      role: 'tool',
      ...fields,
      ...(id !== undefined && fields.role !== 'function' && { tool_call_id: id }),
      ...(message.name !== undefined && isFromHere(message) && { name: message.name }),
      ...contentOf(markedLike(message, content), message),
    }
  }

  function moveOut(pieces: readonly Piece[]): void {
    context.notCarried('images and files of tool results as such (they follow in a message of the user)')
    media.push(...pieces)
  }

  /** Writes a message of a role other than `assistant`. */
  function speak(index: number, message: Record<string, unknown>): void {
    if (context.facts.noUserAfterTool === true && written.at(-1)?.role === 'tool') {
      written.push({ role: 'assistant', content: bridge })
      const reason = `"${bridge}", of the assistant: no other role may follow the result of a tool`
      context.decide({ message: index, action: 'added', reason })
    }
    written.push(message)
  }

  /** Returns parts that show the media of results. Empty if there are none, or if only the other format knows them. */
  function takeMedia(): unknown[] {
    if (media.length === 0) return []
    const shown = writePieces([{ type: 'text', text: 'What the tools returned besides text:' }, ...media], context) as unknown[]
    media = []
    return shown.length === 1 ? [] : shown
  }

  /**
   * Writes content. Texts of another format become one string, because DeepSeek, Groq and many chat templates refuse a list of them. Empty
   * content becomes an empty string.
   */
  function contentOf(pieces: readonly Piece[], holder: Message): { content?: unknown } {
    const content = writePieces(pieces, context)
    if (isFromHere(holder)) return content === undefined ? {} : { content }
    if (content === undefined || (Array.isArray(content) && content.length === 0)) return { content: '' }
    // Parts with a cache mark, or other fields beside the text, stay parts.
    const isPlain = (part: unknown): boolean => Object.keys(asLoose(part)).length === 2
    const areTexts = Array.isArray(content) && pieces.every(({ type }) => type === 'text') && content.every(isPlain)
    return { content: areTexts ? inOne([content]) : content }
  }
}

/** True if a message has more than its role. Servers refuse others. */
export const saysMore = (message: Readonly<Record<string, unknown>>): boolean =>
  Object.entries(message).some(([name, value]) => name !== 'role' && !isEmpty(value))

type InputMessage = Extract<Message, { role: 'system' | 'developer' | 'user' }>

/** Whether an instruction comes from another API. Instructions of Chat Completions stay unchanged, as their author knows the server. */
const isForeignInstruction = (message: Message): boolean =>
  (message.role === 'system' || message.role === 'developer') && !isFromHere(message)

/** Moves the cache mark of a whole result to its last text, the only place that Chat Completions has for it. */
function markedLike({ cache }: Extract<Message, { role: 'tool' }>, content: readonly Piece[]): readonly Piece[] {
  const last = content.findLastIndex(({ type }) => type === 'text')
  if (cache === undefined || last === -1) return content
  return content.map((piece, index) => (index === last && piece.type === 'text' ? { cache, ...piece } : piece))
}

/** Joins contents: to a string if all are text. */
function inOne(contents: readonly unknown[]): unknown {
  const parts = contents.flatMap(partsOf)
  const texts = parts.map((part) => (isLoose(part) && part.type === 'text' ? part.text : undefined))
  return texts.includes(undefined) ? parts : texts.filter(isText).join('\n\n')
}

const partsOf = (content: unknown): unknown[] => (Array.isArray(content) ? content : [{ type: 'text', text: content }])
