import { toolSteps, type CallPlace, type Issuer, type Message, type Piece, type ToolMessage } from '@reason/core/conversation'
import { parseExactObject, isLoose, type Loose, resolveToolName } from '@reason/wire-kit'
import { restore } from '../../shared/request-fields.ts'
import { fieldsOf, isFromHere, kept, notes, toExtra } from './extras.ts'
import { writePiece } from './pieces.ts'
import type { WriteContext } from './write-model.ts'

/**
 * Adds ids to calls and results of Vertex AI, which matches results by name. Other formats match results without an id by their order.
 * If the two disagree, calls and results get ids of our own. They are not written to Gemini again.
 */
export function withIds(messages: readonly Message[]): Message[] {
  const made = new Map<number, Map<number, string>>()
  const results = new Map<number, string>()
  for (const step of toolSteps(messages)) {
    const bare = step.results.filter(({ message, call }) => call !== undefined && (messages[message] as ToolMessage).call === undefined)
    for (const { message, call } of bare) if (call!.call.id !== undefined) results.set(message, call!.call.id)
    const pairs = bare.filter(({ call }) => call!.call.id === undefined)
    const calls = step.calls.filter(({ call }) => call.id === undefined)
    if (pairs.every(({ call }, at) => call === calls[at])) continue
    for (const { message, call: place } of pairs) {
      const { message: at, item } = place!
      const id = `call_${at}_${item}`
      made.set(at, (made.get(at) ?? new Map<number, string>()).set(item, id))
      results.set(message, id)
    }
  }
  return messages.map((message, index): Message => {
    const call = results.get(index)
    if (message.role === 'tool' && call !== undefined) {
      return { ...message, call, extra: toExtra({ ...message.extra?.fields, [notes.made]: true }) }
    }
    const ids = made.get(index)
    if (message.role !== 'assistant' || ids === undefined) return message
    const items = message.items.map((item, at) => (item.type === 'tool-call' && ids.has(at) ? { ...item, id: ids.get(at)! } : item))
    return { ...message, items, extra: toExtra({ ...message.extra?.fields, [notes.made]: [...ids.values()] }) }
  })
}

/** Returns the ids that were generated here. */
export const madeIds = (messages: readonly Message[]): ReadonlySet<unknown> =>
  new Set(
    messages.flatMap((message) => {
      const ids = message.role === 'assistant' ? kept(message)[notes.made] : undefined
      return Array.isArray(ids) ? (ids as unknown[]) : []
    }),
  )

/**
 * Writes one tool result: the response, and media that do not fit into it.
 *
 * @param origin - Issuer of the result's id.
 */
export function resultParts(
  message: ToolMessage,
  { place, origin }: { place: CallPlace | undefined; origin: Issuer | undefined },
  context: WriteContext,
): unknown[] {
  const fields = kept(message)
  const isOwn = isFromHere(message)
  const name = isOwn || place === undefined ? (message.name ?? 'tool') : resolveToolName(place.call.name, context.tools)
  const id = isOwn ? (fields[notes.made] === true ? undefined : message.call) : place?.call.id
  const texts = message.content.filter((piece) => piece.type === 'text')
  const media = message.content.filter((piece) => piece.type !== 'text')
  const key = fields[notes.key]
  const text = texts.map(({ text }) => text).join('\n')
  const parsed = isOwn && key === undefined ? parseExactObject(text) : undefined
  const field = message.failed === true ? 'error' : typeof key === 'string' && key !== 'error' ? key : 'output'
  const response = texts.length === 0 && isOwn ? undefined : (parsed ?? { [field]: text })
  const [inside, besides] = [true, false].map((isInside) =>
    media
      .filter((piece) => (isOwn ? context.mediaInResults || context.isSameModel : context.mediaInResults && fitsInside(piece)) === isInside)
      .map((piece) => writePiece(piece, context))
      .filter((part) => part !== undefined),
  ) as [unknown[], unknown[]]
  const beside = isLoose(fields[notes.response]) ? fields[notes.response] : {}
  const result = restore(beside as Loose, {
    ...(id !== undefined && id !== '' && !context.made.has(id) && context.writesIds(origin) && { id }),
    name,
    ...(response !== undefined && { response }),
    ...(inside.length > 0 && { parts: inside }),
  })
  const { $content: _, ...part } = fieldsOf(fields)
  return [restore(part, { functionResponse: result }), ...besides]
}

/** True for content that Gemini accepts inside a response: data of certain types, and no URLs. */
const fitsInside = (piece: Piece): boolean =>
  (piece.type === 'image' || piece.type === 'file') &&
  piece.source.type === 'data' &&
  /^(?:image\/(?:png|jpeg|webp)|application\/pdf|text\/plain)$/.test(piece.source.mediaType)
