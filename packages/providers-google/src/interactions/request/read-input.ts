import type { Item } from '@reason/core/result'
import type { Issuer, Message, Piece, ToolMessage } from '@reason/core/conversation'
import { isLoose, isText, type Loose } from '@reason/wire-kit'
import { jsonText } from '../../shared/request-fields.ts'
import { isKept } from '../../shared/files.ts'
import { WIRE } from '../wire.ts'
import { toExtra, type StepRecord } from './extras.ts'
import { readStep } from './steps.ts'

/** Reads the input: a text, contents, or steps. Steps of one turn of the model become one message. */
export function readInput(input: unknown, issuer: Issuer): Message[] | undefined {
  if (isText(input)) return [{ role: 'user', content: [{ type: 'text', text: input }], extra: toExtra({ $form: 'string' }) }]
  if (!Array.isArray(input) || !input.every(isLoose)) return undefined
  const messages: Message[] = []
  let items: Item[] = []
  let records: StepRecord[] = []
  for (const step of input) {
    if (isModelStep(step)) {
      for (const { item, record } of readStep(step, issuer)) {
        records.push({ item: items.length, ...record })
        items.push(item)
      }
      continue
    }
    endTurn()
    messages.push(...readUserStep(step))
  }
  endTurn()
  return messages

  function endTurn(): void {
    if (items.length > 0) messages.push({ role: 'assistant', items, origin: issuer, extra: toExtra({ $steps: records }) })
    items = []
    records = []
  }
}

const isModelStep = ({ type }: Loose): boolean =>
  type === 'thought' || type === 'model_output' || (isText(type) && /_(?:call|result)$/.test(type) && type !== 'function_result')

function readUserStep(step: Loose): Message[] {
  if (step.type === 'function_result') return [readResult(step, {}) ?? native(step)]
  if (step.type !== 'user_input' || !Array.isArray(step.content) || step.content.length === 0) return [native(step)]
  const { type: _, content, ...rest } = step
  const messages: Message[] = []
  let pieces: Piece[] | undefined
  for (const one of content as unknown[]) {
    const place = messages.length === 0 ? { $input: rest } : { $joined: true }
    const result = isLoose(one) && one.type === 'function_result' ? readResult(one, place) : undefined
    if (result !== undefined) {
      messages.push(result)
      pieces = undefined
    } else if (pieces === undefined) {
      pieces = [readPiece(one)]
      messages.push({ role: 'user', content: pieces, extra: toExtra(place) })
    } else pieces.push(readPiece(one))
  }
  return messages
}

/** Creates a message for an unknown step, which goes back unchanged. */
const native = (step: Loose): Message => ({ role: 'user', content: [readPiece(step)], extra: toExtra({ $form: 'bare' }) })

function readPiece(content: unknown): Piece {
  if (isLoose(content)) {
    const { type, text, data, uri, mime_type: mime, ...rest } = content
    if (type === 'text' && typeof text === 'string' && data === undefined && uri === undefined && mime === undefined) {
      return { type, text, extra: toExtra(rest) }
    }
    const kind = type === 'image' || type === 'audio' ? type : type === 'document' || type === 'video' ? 'file' : undefined
    const extra = toExtra({ ...rest, type })
    if (kind !== undefined && text === undefined && isText(mime) && isText(data) && uri === undefined) {
      return { type: kind, source: { type: 'data', data, mediaType: mime }, extra }
    }
    if (kind !== undefined && text === undefined && isText(uri) && data === undefined && (mime === undefined || isText(mime))) {
      // A source with an id has no media type.
      if (isKept(uri))
        return { type: kind, source: { type: 'id', id: uri }, extra: toExtra({ ...rest, type, ...(isText(mime) && { mime_type: mime }) }) }
      return { type: kind, source: { type: 'url', url: uri, ...(isText(mime) && { mediaType: mime }) }, extra }
    }
  }
  return { type: 'native', wire: WIRE, value: content }
}

function readResult(step: Loose, place: Loose): ToolMessage | undefined {
  const { type: _, call_id: call, name, result, is_error: failed, ...rest } = step
  const content = contentOf(result)
  if (content === undefined || !isText(call)) return undefined
  return {
    role: 'tool',
    call,
    ...(isText(name) && { name }),
    content,
    ...(failed === true && { failed }),
    extra: toExtra({
      ...place,
      $result: {
        ...rest,
        ...(name !== undefined && !isText(name) && { name }),
        ...(failed !== undefined && failed !== true && { is_error: failed }),
        ...(result === null && { result }),
      },
      ...(isContents(result) ? { $list: true } : typeof result !== 'string' && { $json: true }),
    }),
  }
}

const kinds: readonly unknown[] = ['text', 'image', 'audio', 'document', 'video']

const isContents = (result: unknown): result is readonly unknown[] =>
  Array.isArray(result) && result.every((one) => isLoose(one) && kinds.includes(one.type))

/** Reads the content of a result. Undefined if it nests too deeply for text. */
function contentOf(result: unknown): Piece[] | undefined {
  if (result === undefined || result === null) return []
  if (isContents(result)) return result.map(readPiece)
  const text = typeof result === 'string' ? result : jsonText(result)
  return text === undefined ? undefined : [{ type: 'text', text }]
}
