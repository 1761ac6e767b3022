import { ReasonError, type Item, type WrittenRequest } from '@reason/core'
import {
  planReplay,
  type AssistantMessage,
  type Conversation,
  type Message,
  type Piece,
  type ReplayPlan,
  type ReplayRule,
  type Target,
} from '@reason/core/conversation'
import { isLoose, isText, objectArguments, resolveToolName, type Loose } from '@reason/core/wire-kit'
import { WIRE } from '../wire.ts'
import { isFromHere, kept, withoutNotes } from './fields.ts'
import { writeKnobs } from './knobs.ts'
import { writeSettings } from './settings.ts'
import { writeTools } from './tools.ts'

const rule: ReplayRule = {
  text: 'always',
  ownTextOnly: true,
  sealed: 'never',
  because: 'Cohere takes its own thinking back; it is optional',
}

type Placed = Item & { at?: number }

interface WriteContext {
  tools: readonly string[]
  notCarried(what: string): void
}

/** What goes back, decided and written. Nothing is thrown. */
export const replayCohere = (conversation: Conversation, target: Target): ReplayPlan => planned(conversation, target, () => {})

/** @throws {ReasonError} `REASON_REQUEST_REFUSED` */
export function writeCohereRequest(conversation: Conversation, target: Target): WrittenRequest {
  const missing = new Set<string>()
  const notCarried = (what: string) => void missing.add(what)
  const plan = planned(conversation, target, notCarried)
  if (plan.refusals.length > 0) {
    throw new ReasonError(
      'REASON_REQUEST_REFUSED',
      `Cohere would refuse the request for ${target.model}: ${plan.refusals.join(' ')} Repair the messages first.`,
      { cause: plan.refusals },
    )
  }
  const tools = conversation.tools && writeTools(conversation.tools, notCarried)
  const body = {
    ...kept(conversation),
    model: target.model,
    ...(plan.messages.length > 0 && { messages: plan.messages }),
    ...(tools !== undefined && (tools.length > 0 || conversation.tools?.length === 0) && { tools }),
  }
  const { body: ready, report } = writeKnobs(writeSettings(body, conversation, notCarried), conversation.knobs, {
    model: target.model,
    maxOutputTokens: conversation.sampling?.maxOutputTokens,
  })
  return { body: ready, plan, knobs: report, notCarried: [...missing] }
}

function planned(conversation: Conversation, target: Target, notCarried: (what: string) => void): ReplayPlan {
  const numbered = conversation.messages.map((message) =>
    message.role === 'assistant' ? { ...message, items: message.items.map((item, at): Placed => ({ ...item, at })) } : message,
  )
  const plan = planReplay({ messages: numbered }, target, rule)
  const tools = (conversation.tools ?? []).flatMap((tool) => (tool.type === 'function' ? [tool.name] : []))
  const messages = plan.messages.map((message) => writeMessage(message, plan.messages, { tools, notCarried }))
  const isEmpty = messages.length === 0 && kept(conversation).messages === undefined
  return {
    ...plan,
    messages,
    refusals: [...plan.refusals, ...(isEmpty ? ['There is no message: Cohere refuses a request without any.'] : [])],
  }
}

function writeMessage(message: Message, all: readonly Message[], context: WriteContext): Loose {
  if (message.role === 'assistant') return writeAssistant(message, all.indexOf(message), context)
  const content = writePieces(message.content, context)
  const fields = { ...withoutNotes(kept(message)), ...((content !== '' || !isFromHere(message)) && { content }) }
  if (message.role !== 'tool') return { role: message.role === 'developer' ? 'system' : message.role, ...fields }
  const id = message.call ?? (isFromHere(message) ? undefined : openCall(message, all))
  return { role: 'tool', ...fields, ...(id !== undefined && { tool_call_id: id }) }
}

/** Results without an id answer the calls before them in order. */
function openCall(message: Message, all: readonly Message[]): string | undefined {
  const at = all.indexOf(message)
  const step = all.slice(0, at).findLastIndex(({ role }) => role === 'assistant')
  const said = all[step]
  const calls = said?.role === 'assistant' ? said.items.filter((item) => item.type === 'tool-call') : []
  const place = at - step - 1
  return calls[place] === undefined ? undefined : (calls[place].id ?? `call_${step}_${place}`)
}

function writeAssistant(message: AssistantMessage, index: number, { tools, notCarried }: WriteContext): Loose {
  const fields = kept(message)
  const items = message.items as readonly Placed[]
  const records: readonly unknown[] = Array.isArray(fields.$calls) ? fields.$calls : []
  const calls = items
    .filter((item) => item.type === 'tool-call')
    .map((item, place): Loose => {
      const record = records.find((one) => isLoose(one) && one.item === (item as Placed).at)
      const { call = { type: 'function' }, function: body } = isLoose(record) ? record : {}
      const own = isLoose(record)
      const id = item.id ?? (own ? undefined : `call_${index}_${place}`)
      const args = own ? item.arguments : objectArguments(item.arguments, item.contentType)
      const name = resolveToolName(item.name, tools)
      return {
        ...(id !== undefined && { id }),
        ...(isLoose(call) && call),
        function: { ...(isLoose(body) && body), name, arguments: args },
      }
    })
  const plan = items.flatMap((item) => (item.type === 'block' && item.channel === 'commentary' ? [item.text] : [])).join('')
  const hasPlan = plan !== '' && (calls.length > 0 || isFromHere(message))
  if (plan !== '' && !hasPlan) notCarried('commentary without calls (it was sent as text)')
  const content = contentOf(items, fields, hasPlan)
  return {
    role: 'assistant',
    ...withoutNotes(fields),
    ...(content !== undefined && { content }),
    ...(hasPlan && { tool_plan: plan }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

/** Contents that were a list stay one, in their shape; whatever has come to them goes behind. */
function contentOf(items: readonly Placed[], { $content: shape }: Loose, hasPlan: boolean): unknown {
  const isContent = (item: Placed) =>
    (item.type === 'block' && item.text !== '' && !(hasPlan && item.channel === 'commentary')) ||
    (item.type === 'native' && item.event === 'content')
  const left = items.filter(isContent)
  const records: readonly unknown[] = Array.isArray(shape) ? shape : []
  const parts = records.flatMap((record): unknown[] => {
    if (!isLoose(record)) return []
    if (Object.hasOwn(record, 'raw')) return [record.raw]
    const at = left.findIndex((item) => item.at === record.item)
    if (at < 0) return []
    const [item] = left.splice(at, 1)
    return [{ ...(isLoose(record.part) && record.part), ...(writeContent(item!) as Loose) }]
  })
  const all = [...parts, ...left.map(writeContent)]
  if (all.length === 0) return undefined
  const [only] = all
  const isPlain = shape === undefined && all.length === 1 && isLoose(only) && only.type === 'text'
  return isPlain && isText(only.text) ? only.text : all
}

function writeContent(item: Item): unknown {
  if (item.type === 'native') return item.value
  if (item.type === 'tool-call') return undefined
  return item.channel === 'reasoning' ? { type: 'thinking', thinking: item.text } : { type: 'text', text: item.text }
}

/** A lone text that was no list is a string. */
function writePieces(pieces: readonly Piece[], { notCarried }: WriteContext): unknown {
  const [first] = pieces
  if (first === undefined) return ''
  if (pieces.length === 1 && first.type === 'text' && !isFromHere(first)) return first.text
  return pieces.flatMap((piece): unknown[] => {
    const part = writePiece(piece)
    if (part === undefined)
      notCarried(piece.type === 'native' ? `content that only ${piece.wire} knows` : 'content that is neither text nor an image')
    return part === undefined ? [] : [part]
  })
}

function writePiece(piece: Piece): unknown {
  if (piece.type === 'native') return piece.wire === WIRE ? piece.value : undefined
  const { $document: document, $image: image, ...fields } = kept(piece)
  if (piece.type === 'text') {
    const data = isLoose(document) ? parse(piece.text) : undefined
    return data === undefined
      ? { type: 'text', ...fields, text: piece.text }
      : { type: 'document', ...fields, document: { ...(document as Loose), data } }
  }
  const { source } = piece
  if (piece.type !== 'image' || source.type === 'id') return undefined
  const url = source.type === 'url' ? source.url : `data:${source.mediaType};base64,${source.data}`
  return { type: 'image_url', ...fields, image_url: { ...(isLoose(image) && image), url } }
}

function parse(text: string): Loose | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isLoose(value) ? value : undefined
  } catch {
    return undefined
  }
}
