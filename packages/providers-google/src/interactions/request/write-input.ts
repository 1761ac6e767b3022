import type { Item, ToolCall } from '@reason/core/result'
import { toolSteps, type AssistantMessage, type Message, type Piece, type ToolMessage } from '@reason/core/conversation'
import {
  defined,
  createRecordFinder,
  isJson,
  isLoose,
  type Loose,
  parseExact,
  resolveToolName,
  uniqueCallIds,
  videoOf,
  beginsStep,
  type Steps,
} from '@reason/wire-kit'
import { asData, isKept, mediaTypeOf, type FileContext } from '../../shared/files.ts'
import { WIRE } from '../wire.ts'
import { isFromHere, kept, type StepRecord } from './extras.ts'
import { writeSteps, type Placed } from './steps.ts'

export interface InputContext extends FileContext {
  tools: readonly string[]
}

export interface WrittenInput {
  input: unknown
  system?: string
  /** Results without a call. */
  strays: readonly ToolMessage[]
}

export function* writeInput(messages: readonly Message[], context: InputContext): Steps<WrittenInput> {
  const leading = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer')
  const instructions = leading < 0 ? messages : messages.slice(0, leading)
  const system = instructions.flatMap((message) => textsOf((message as { content: readonly Piece[] }).content, context)).join('\n\n')
  const steps: unknown[] = []
  const strays: ToolMessage[] = []
  const calls = new Map(toolSteps(messages).flatMap(({ results }) => results.map(({ message, call }) => [message, call] as const)))
  const ids = uniqueCallIds(messages, (message, call) => recordOf(message, call) !== undefined)
  yield
  for (const [index, message] of messages.entries()) {
    if (beginsStep(index)) yield
    if (index < instructions.length) continue
    if (message.role === 'assistant') steps.push(...writeTurn(message, ids, context))
    else if (message.role === 'tool') {
      const call = calls.get(index)
      if (call === undefined) strays.push(message)
      put(message, [writeResult(message, call && { id: ids.get(call.call), name: call.call.name }, context)], 'step')
    } else {
      if (message.role !== 'user') context.notCarried("instructions amid a conversation (they were sent as the user's)")
      put(
        message,
        message.content.map((piece) => writePiece(piece, context)).filter((one) => one !== undefined),
        'input',
      )
    }
  }
  const [only] = messages.slice(instructions.length)
  const isString = messages.length === instructions.length + 1 && only?.role === 'user' && kept(only).$form === 'string'
  const [piece] = isString ? only.content : []
  return {
    input: piece?.type === 'text' && only?.role === 'user' && only.content.length === 1 ? piece.text : steps,
    ...(system !== '' && { system }),
    strays,
  }

  function put(message: Message, contents: unknown[], form: 'step' | 'input'): void {
    const { $form, $input, $joined } = kept(message)
    const before = steps.at(-1)
    if ($joined === true && isLoose(before) && Array.isArray(before.content)) (before.content as unknown[]).push(...contents)
    else if ($form === 'bare' || (form === 'step' && $input === undefined)) steps.push(...contents)
    else if (contents.length > 0) steps.push({ type: 'user_input', ...(isLoose($input) && $input), content: contents })
  }
}

const findRecord = createRecordFinder('item')
const recordOf = (message: Message, { at }: Placed): StepRecord | undefined =>
  findRecord(kept(message)['$steps'], at) as StepRecord | undefined

function writeTurn(message: AssistantMessage, ids: ReadonlyMap<Item, string | undefined>, context: InputContext): unknown[] {
  if (message.items.some((item) => item.type === 'block' && item.channel === 'commentary'))
    context.notCarried('commentary (it was sent as text)')
  return writeSteps(
    (message.items as readonly Placed[]).map((item) => ({
      item: item.type === 'tool-call' ? named(item) : item,
      record: recordOf(message, item),
    })),
  )

  function named(item: ToolCall): Item {
    const { id: _, ...call } = item
    const id = ids.get(item)
    return { ...call, name: resolveToolName(call.name, context.tools), ...(id !== undefined && { id }) }
  }
}

function writeResult(message: ToolMessage, call: { id: string | undefined; name: string } | undefined, context: InputContext): Loose {
  const { $result, $list } = kept(message)
  const isOwn = isFromHere(message)
  const id = isOwn ? message.call : (call?.id ?? message.call)
  const name = isOwn ? message.name : call === undefined ? message.name : resolveToolName(call.name, context.tools)
  const result = resultOf(message, $list === true || message.content.some(({ type }) => type !== 'text'), context)
  return {
    type: 'function_result',
    ...(isLoose($result) && $result),
    ...defined({ call_id: id, name }),
    ...((message.content.length > 0 || !isOwn || $list === true) && { result }),
    ...(message.failed === true && { is_error: true }),
  }
}

/** Writes a result: a text, or contents. JSON that was read as text becomes JSON again. */
function resultOf(message: ToolMessage, isList: boolean, context: InputContext): unknown {
  if (isList) return message.content.map((piece) => writePiece(piece, context)).filter((one) => one !== undefined)
  const text = message.content.flatMap((piece) => (piece.type === 'text' ? [piece.text] : [])).join('\n')
  return kept(message).$json === true && isJson(text) ? parseExact(text) : text
}

function textsOf(pieces: readonly Piece[], { notCarried }: InputContext): string[] {
  if (pieces.some(({ type }) => type !== 'text')) notCarried('media in instructions')
  return pieces.flatMap((piece) => (piece.type === 'text' ? [piece.text] : []))
}

function writePiece(piece: Piece, context: InputContext): unknown {
  const { sameCloud, notCarried } = context
  if (piece.type === 'native') {
    if (piece.wire === WIRE) return piece.value
    const video = videoOf(piece)
    if (video !== undefined) return writePiece(video, context)
    notCarried(`content that only ${piece.wire} knows`)
    return undefined
  }
  const fields = kept(piece)
  if (piece.type === 'text') return piece.text === '' && !isFromHere(piece) ? undefined : { type: 'text', ...fields, text: piece.text }
  const source = isFromHere(piece) ? piece.source : asData(piece.source)
  if (source.type === 'id' && !(isKept(source.id) && sameCloud)) {
    notCarried('files that another provider keeps')
    return undefined
  }
  const uri = source.type === 'url' ? source.url : source.type === 'id' ? source.id : ''
  const known = source.type === 'id' ? undefined : source.mediaType
  const mediaType = known ?? (isFromHere(piece) || source.type !== 'url' ? undefined : mediaTypeOf(uri, piece.type))
  const type = piece.type === 'file' ? (mediaType?.startsWith('video/') === true ? 'video' : 'document') : piece.type
  const place = source.type === 'data' ? { data: source.data } : { uri }
  return { type, ...fields, ...place, ...(mediaType !== undefined && { mime_type: mediaType }) }
}
