import type { Item } from '@reason/core/result'
import { inCallOrder, toolSteps, type AssistantMessage, type CallPlace, type Message, type Piece } from '@reason/core/conversation'
import { defined } from '@reason/wire-kit'
import {
  parseExactObject,
  createRecordFinder,
  fileAsText,
  isLoose,
  isText,
  type Loose,
  objectArguments,
  resolveToolName,
  uniqueCallIds,
  withFailureSaid,
  withoutNotes,
  beginsStep,
  type Steps,
} from '@reason/wire-kit'
import { WIRE } from '../wire.ts'
import { isFromHere, kept } from './fields.ts'

export type Placed = Item & { at?: number }

export interface WriteContext {
  tools: readonly string[]
  notCarried(what: string): void
}

export interface WrittenMessages {
  messages: Loose[]
  /** Errors for unpaired calls and results, except in requests of this format. */
  refusals: string[]
}

export function* writeMessages(messages: readonly Message[], context: WriteContext): Steps<WrittenMessages> {
  const calls = new Map<number, CallPlace>()
  const ids = uniqueCallIds(messages, (message, call) => recordOf(message, call) !== undefined)
  const refusals: string[] = []
  const order: number[] = []
  for (const step of toolSteps(messages)) {
    const { from, to, results, missing, pending } = step
    for (const { message, call } of results) {
      if (call !== undefined) calls.set(message, call)
      else if (!isFromHere(messages[message]!)) refusals.push(`Message ${message} is a result without a call before it.`)
    }
    const lost = pending ? [] : missing.filter(({ message }) => !isFromHere(messages[message]!))
    for (const { message, call } of lost)
      refusals.push(`The call of "${call.name}" in message ${message} has no result: Cohere wants one for each call, right after it.`)
    const isOwn = results.every(({ message }) => isFromHere(messages[message]!))
    order.push(...(isOwn ? Array.from({ length: to - from }, (_, at) => from + at) : inCallOrder(messages, step)))
  }
  yield
  const written: Loose[] = []
  for (const [place, index] of order.entries()) {
    if (beginsStep(place)) yield
    const message = writeMessage(messages[index]!, index)
    if (message !== undefined) written.push(message)
  }
  return { messages: written, refusals }

  function writeMessage(message: Message, index: number): Loose | undefined {
    if (message.role === 'assistant') return writeAssistant(message, ids, context)
    const content = writePieces(message.role === 'tool' ? withFailureSaid(message, context) : message, context)
    const isOwn = isFromHere(message)
    if (message.role !== 'tool') {
      if (content === undefined && !(isOwn && message.content.length === 0)) return undefined
      const role = message.role === 'developer' ? 'system' : message.role
      return { role, ...withoutNotes(kept(message)), ...(content !== undefined && { content }) }
    }
    const place = calls.get(index)
    const id = isOwn || place === undefined ? message.call : ids.get(place.call)
    const text = content ?? (isOwn ? undefined : '')
    return {
      role: 'tool',
      ...withoutNotes(kept(message)),
      ...defined({ content: text, tool_call_id: id }),
    }
  }
}

const findRecord = createRecordFinder('item')
const recordOf = (message: AssistantMessage, item: Placed): Loose | undefined => findRecord(kept(message)['$calls'], item.at)

function writeAssistant(
  message: AssistantMessage,
  ids: ReadonlyMap<Item, string | undefined>,
  { tools, notCarried }: WriteContext,
): Loose | undefined {
  const fields = kept(message)
  const items = message.items as readonly Placed[]
  const calls = items
    .filter((item) => item.type === 'tool-call')
    .map((item): Loose => {
      const record = recordOf(message, item)
      const { call = { type: 'function' }, function: body, raw } = record ?? {}
      const id = ids.get(item)
      const args = record === undefined ? objectArguments(item.arguments, item.contentType) : isLoose(raw) ? raw.value : item.arguments
      const name = resolveToolName(item.name, tools)
      return {
        ...(id !== undefined && { id }),
        ...(isLoose(call) && call),
        function: { ...(isLoose(body) && body), name, ...(args !== undefined && { arguments: args }) },
      }
    })
  const plan = items.flatMap((item) => (item.type === 'block' && item.channel === 'commentary' ? [item.text] : [])).join('')
  const hasPlan = plan !== '' && (calls.length > 0 || isFromHere(message))
  if (plan !== '' && !hasPlan) notCarried('commentary without calls (it was sent as text)')
  const content = contentOf(items, fields, hasPlan)
  // Cohere refuses an empty message, unless a Cohere request had it.
  const isEmpty = content === undefined && !hasPlan && calls.length === 0
  if (isEmpty && !(isFromHere(message) && (message as { said?: number }).said === 0)) return undefined
  return {
    role: 'assistant',
    ...withoutNotes(fields),
    ...(content !== undefined && { content }),
    ...(hasPlan && { tool_plan: plan }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

/** Writes content. A list stays a list in its original shape; later additions go to the end. */
function contentOf(items: readonly Placed[], { $content: shape }: Loose, hasPlan: boolean): unknown {
  const isContent = (item: Placed) =>
    (item.type === 'block' && item.text !== '' && !(hasPlan && item.channel === 'commentary')) ||
    (item.type === 'native' && item.event === 'content')
  const all = items.filter(isContent)
  const byPlace = new Map<unknown, Placed>(all.toReversed().map((item) => [item.at, item]))
  const placed = new Set<Placed>()
  const records: readonly unknown[] = Array.isArray(shape) ? shape : []
  const parts = records.flatMap((record): unknown[] => {
    if (!isLoose(record)) return []
    if (Object.hasOwn(record, 'raw')) return [record.raw]
    const item = byPlace.get(record.item)
    if (item === undefined) return []
    placed.add(item)
    return [{ ...(isLoose(record.part) && record.part), ...(writeContent(item) as Loose) }]
  })
  const written = [...parts, ...all.filter((item) => !placed.has(item)).map(writeContent)]
  if (written.length === 0) return undefined
  const [only] = written
  const isPlain = shape === undefined && written.length === 1 && isLoose(only) && only.type === 'text'
  return isPlain && isText(only.text) ? only.text : written
}

function writeContent(item: Item): unknown {
  if (item.type === 'native') return item.value
  if (item.type === 'tool-call') return undefined
  return item.channel === 'reasoning' ? { type: 'thinking', thinking: item.text } : { type: 'text', text: item.text }
}

/** Writes pieces. A single text that did not come as a list becomes a string. Undefined if nothing is left. */
function writePieces(message: Exclude<Message, AssistantMessage>, { notCarried }: WriteContext): unknown {
  const pieces = message.content.filter((piece) => piece.type !== 'text' || piece.text !== '' || isFromHere(piece))
  const parts = pieces.flatMap((piece): { piece: Piece; part: unknown }[] => {
    const text = piece.type === 'native' || isFromHere(piece) ? undefined : fileAsText(piece, notCarried)
    const part = text === undefined ? writePiece(piece) : { type: 'text', text }
    if (part === undefined)
      notCarried(piece.type === 'native' ? `content that only ${piece.wire} knows` : 'content that is neither text nor an image')
    else if (piece.type === 'image' && message.role !== 'user' && !isFromHere(message)) notCarried('images outside of what the user says')
    else return [{ piece, part }]
    return []
  })
  const [first] = parts
  if (first === undefined) return undefined
  const isString = parts.length === 1 && first.piece.type === 'text' && !isFromHere(first.piece)
  return isString && first.piece.type === 'text' ? first.piece.text : parts.map(({ part }) => part)
}

function writePiece(piece: Piece): unknown {
  if (piece.type === 'native') return piece.wire === WIRE ? piece.value : undefined
  const { $document: document, $image: image, ...fields } = kept(piece)
  if (piece.type === 'text') {
    const data = isLoose(document) ? parseExactObject(piece.text) : undefined
    return data === undefined
      ? { type: 'text', ...fields, text: piece.text }
      : { type: 'document', ...fields, document: { ...(document as Loose), data } }
  }
  const { source } = piece
  if (piece.type !== 'image' || source.type === 'id') return undefined
  const url = source.type === 'url' ? source.url : `data:${source.mediaType};base64,${source.data}`
  return { type: 'image_url', ...fields, image_url: { ...(isLoose(image) && image), url } }
}
