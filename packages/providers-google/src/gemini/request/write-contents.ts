import type { AssistantMessage, Message, Piece, ToolMessage } from '@reason/core/conversation'
import { isLoose, type Loose } from '@reason/core/wire-kit'
import { restore } from '../../shared/request-fields.ts'
import { fieldsOf, isFromHere, kept, notes } from './extras.ts'
import { writePiece } from './pieces.ts'
import { writeModelParts, type WriteContext } from './write-model.ts'

export interface WrittenContents {
  contents: Record<string, unknown>[]
  system?: Record<string, unknown>
  refusals: string[]
}

/** Leading instructions are the system's; results of one step stand together, as Google demands. */
export function writeContents(messages: readonly Message[], context: WriteContext): WrittenContents {
  const contents: Record<string, unknown>[] = []
  const refusals: string[] = []
  const leading = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer')
  const instructions = leading < 0 ? messages : messages.slice(0, leading)
  const systemParts = instructions.flatMap((message) => piecesOf((message as { content: readonly Piece[] }).content))
  /** Of the content that is being written, while results may still join it. */
  let results: unknown[] | undefined
  let last: AssistantMessage | undefined
  let asked = 0
  let answered = 0

  for (const message of messages.slice(instructions.length)) {
    if (message.role === 'assistant') writeAssistant(message)
    else if (message.role === 'tool') writeResult(message)
    else writeUser(message)
  }
  // A last step without any result is one that is being planned, before its tools have run.
  if (answered > 0) closeStep()
  if (contents.length === 0) refusals.push('There is no message: Gemini refuses a request without contents.')
  const [first] = contents
  if (
    first?.role === 'model' &&
    Array.isArray(first.parts) &&
    first.parts.some((part) => isLoose(part) && part.functionCall !== undefined)
  ) {
    refusals.push('The conversation begins with a call: Gemini takes one only after a message of the user or a result.')
  }
  const [instruction] = instructions
  return {
    contents,
    ...(systemParts.length > 0 && { system: { ...(instruction && contentOf(instruction)), parts: systemParts } }),
    refusals,
  }

  function writeAssistant(message: AssistantMessage): void {
    closeStep()
    const parts = writeModelParts(message, context)
    last = message
    asked = message.items.filter(({ type }) => type === 'tool-call').length
    answered = 0
    results = undefined
    if (parts.length === 0 && !isFromHere(message)) return
    const before = contents.at(-1)
    if (before?.role === 'model' && !isFromHere(message) && Array.isArray(before.parts))
      before.parts = [...(before.parts as unknown[]), ...parts]
    else contents.push({ ...(isFromHere(message) ? fieldsOf(kept(message)) : { role: 'model' }), ...(parts.length > 0 && { parts }) })
  }

  function writeResult(message: ToolMessage): void {
    answered++
    const parts = resultParts(message, last, answered - 1, context)
    if (results !== undefined && (kept(message)[notes.joined] === true || !isFromHere(message))) return void results.push(...parts)
    results = parts
    contents.push({ ...(isFromHere(message) ? contentOf(message) : { role: 'user' }), parts: results })
  }

  function writeUser(message: Exclude<Message, AssistantMessage | ToolMessage>): void {
    const parts = piecesOf(message.content)
    if (message.role !== 'user') context.notCarried("instructions amid a conversation (they were sent as the user's)")
    if (kept(message)[notes.joined] === true && results !== undefined) return void results.push(...parts)
    closeStep()
    const own = contentOf(message)
    results = kept(message)[notes.joined] === undefined && isFromHere(message) ? parts : undefined
    if (parts.length > 0 || isFromHere(message))
      contents.push({ ...(isFromHere(message) ? own : { role: 'user' }), ...(parts.length > 0 && { parts }) })
  }

  function closeStep(): void {
    if (asked > 0 && answered !== asked) {
      refusals.push(`A step has ${asked} calls and ${answered} results: Gemini refuses the request unless each call has one.`)
    }
    asked = 0
  }

  function piecesOf(pieces: readonly Piece[]): unknown[] {
    return pieces.map((piece) => writePiece(piece, context.notCarried)).filter((part) => part !== undefined)
  }
}

const contentOf = (message: Message): Loose => {
  const content = kept(message).$content
  return isLoose(content) ? content : {}
}

function resultParts(message: ToolMessage, step: AssistantMessage | undefined, place: number, context: WriteContext): unknown[] {
  const fields = kept(message)
  const calls = step?.items.filter((item) => item.type === 'tool-call') ?? []
  const call = message.call === undefined ? calls[place] : calls.find(({ id }) => id === message.call)
  const name = message.name ?? call?.name ?? 'tool'
  const { texts, media } = sorted(message.content)
  const key = fields[notes.key]
  const text = texts.map(({ text }) => text).join('\n')
  const parsed = isFromHere(message) && key === undefined ? parseObject(text) : undefined
  const field = message.failed === true ? 'error' : typeof key === 'string' && key !== 'error' ? key : 'output'
  const response = texts.length === 0 && isFromHere(message) ? undefined : (parsed ?? { [field]: text })
  const written = media.map((piece) => writePiece(piece, context.notCarried)).filter((part) => part !== undefined)
  const inside = written.length > 0 && (context.mediaInResults || isFromHere(message))
  const beside = isLoose(fields[notes.response]) ? (fields[notes.response] as Loose) : {}
  const result = restore(beside, {
    ...(message.call !== undefined && (context.ids || isFromHere(message)) && { id: message.call }),
    name,
    ...(response !== undefined && { response }),
    ...(inside && { parts: written }),
  })
  const { $content: _, ...part } = fieldsOf(fields)
  return [restore(part, { functionResponse: result }), ...(inside ? [] : written)]
}

function sorted(pieces: readonly Piece[]) {
  const texts = pieces.filter((piece) => piece.type === 'text')
  return { texts, media: pieces.filter((piece) => piece.type !== 'text') }
}

function parseObject(text: string): Loose | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isLoose(value) ? value : undefined
  } catch {
    return undefined
  }
}
