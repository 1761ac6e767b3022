import { asText, isText, type Loose } from '@reason/wire-kit'
import { readUnknownFields, type ResponseItem, type ItemContext } from './item.ts'
import { createItemRecord } from './record.ts'

/** A call of one of the client's tools. */
export interface CallItem extends ResponseItem {
  readonly kind: 'call'
  arguments(piece: string): void
  /** Takes all arguments at once. All, some or none of their pieces may have come before. */
  whole(value: unknown): void
}

export function createCallItem(
  index: number,
  type: 'function_call' | 'custom_tool_call',
  id: string | undefined,
  context: ItemContext,
): CallItem {
  const { choice } = context
  const record = createItemRecord(type, index, id, choice)
  const key = context.nextKey()
  let initial: Loose = {}
  let isAdded = false
  let isDone = false
  let isOpen = false
  /** Arguments that came before the name. */
  let early = ''
  let length = 0
  let last = ''
  /** Pieces that are no JSON. Copilot encrypts them, and sends the clear text only at the end. */
  let opaque = ''

  const item: CallItem = {
    kind: 'call',
    index,
    type,
    id: () => record.id(),
    isDone: () => isDone,
    isAdded: () => isAdded,
    added,
    arguments: add,
    whole,
    done,
    cut: () => read(initial),
    settle: () => {},
  }
  return item

  function added(value: Loose): void {
    isAdded = true
    initial = value
    context.enter(item)
    record.announce(value)
    if (isText(value.name)) open(value)
  }

  function open({ name, call_id: callId }: Loose): void {
    if (isOpen) return
    if (context.enter(item)) record.announce()
    isOpen = true
    const id = isText(callId) ? callId : record.id()
    choice.openCall(key, {
      ...(id !== undefined && { id }),
      name: isText(name) ? name : '',
      ...(type === 'custom_tool_call' && { contentType: 'custom' }),
    })
    choice.callText(key, early)
    early = ''
  }

  function add(piece: string): void {
    if (piece === '') return
    if (isDone) {
      choice.native('late.arguments', piece, { item: index, channel: 'reasoning' })
      return context.warn('late-part', 'Arguments came for a tool call that had ended; they were kept as a native part.', 'arguments')
    }
    if (opaque !== '' || (length === 0 && type === 'function_call' && isOpaque(piece))) {
      opaque += piece
      return
    }
    say(piece)
  }

  function say(piece: string): void {
    length += piece.length
    last = piece
    if (isOpen) choice.callText(key, piece)
    else early += piece
  }

  function whole(value: unknown): void {
    if (value === undefined || value === null) return
    const text = asText(value)
    if (opaque !== '' && text !== '') {
      if (text !== opaque) choice.native('late.arguments', opaque, { item: index, channel: 'reasoning' })
      opaque = ''
      return say(text)
    }
    if (text.slice(Math.max(0, length - last.length), length) === last) return add(text.slice(length))
    if (text === '') return
    choice.native('late.arguments', text, { item: index, channel: 'reasoning' })
    context.warn(
      'text-differs',
      'The complete arguments of a tool call differ from their pieces; the pieces count, and the complete ones were kept as a native part.',
    )
  }

  function done(value: Loose): void {
    read(value)
    // Perplexity has Gemini's signatures on calls.
    if (isText(value.thought_signature)) choice.sealCall(key, { kind: 'thought-signature', value: value.thought_signature })
    choice.closeCall(key)
  }

  function read(value: Loose): void {
    if (isDone) return
    open({ ...initial, ...value })
    whole(type === 'custom_tool_call' ? value.input : value.arguments)
    if (opaque !== '') say(opaque)
    opaque = ''
    readUnknownFields(value, item, context)
    record.finish(value, [])
    isDone = true
  }
}

/** True for pieces that cannot be the beginning of a JSON object. */
const isOpaque = (piece: string): boolean => /^\s*[^\s{]/.test(piece)
