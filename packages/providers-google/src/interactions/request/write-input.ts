import type { AssistantMessage, Message, Piece, ToolMessage } from '@reason/core/conversation'
import { isLoose, resolveToolName, type Loose } from '@reason/core/wire-kit'
import { WIRE } from '../wire.ts'
import { isFromHere, kept, type StepRecord } from './extras.ts'
import { writeSteps, type Placed } from './steps.ts'

export interface InputContext {
  tools: readonly string[]
  notCarried(what: string): void
}

export function writeInput(messages: readonly Message[], context: InputContext): { input: unknown; system?: string } {
  const leading = messages.findIndex(({ role }) => role !== 'system' && role !== 'developer')
  const instructions = leading < 0 ? messages : messages.slice(0, leading)
  const system = instructions.flatMap((message) => textsOf((message as { content: readonly Piece[] }).content, context)).join('\n\n')
  const steps: unknown[] = []
  let last: AssistantMessage | undefined
  let place = 0
  for (const message of messages.slice(instructions.length)) {
    if (message.role === 'assistant') {
      steps.push(...writeTurn(message, context))
      last = message
      place = 0
    } else if (message.role === 'tool') put(message, [writeResult(message, last, place++, context)], 'step')
    else {
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
  }

  function put(message: Message, contents: unknown[], form: 'step' | 'input'): void {
    const { $form, $input, $joined } = kept(message)
    const before = steps.at(-1)
    if ($joined === true && isLoose(before) && Array.isArray(before.content)) (before.content as unknown[]).push(...contents)
    else if ($form === 'bare' || (form === 'step' && $input === undefined)) steps.push(...contents)
    else if (contents.length > 0) steps.push({ type: 'user_input', ...(isLoose($input) && $input), content: contents })
  }
}

function writeTurn(message: AssistantMessage, context: InputContext): unknown[] {
  const { $steps } = kept(message)
  const records = Array.isArray($steps) ? ($steps as unknown[]).filter((one): one is StepRecord => isLoose(one) && isLoose(one.step)) : []
  if (message.items.some((item) => item.type === 'block' && item.channel === 'commentary'))
    context.notCarried('commentary (it was sent as text)')
  return writeSteps(
    (message.items as readonly Placed[]).map((item) => ({
      item: item.type === 'tool-call' ? { ...item, name: resolveToolName(item.name, context.tools) } : item,
      record: records.find((one) => one.item === item.at),
    })),
  )
}

function writeResult(message: ToolMessage, step: AssistantMessage | undefined, place: number, context: InputContext): Loose {
  const { $result, $json } = kept(message)
  const calls = step?.items.filter((item) => item.type === 'tool-call') ?? []
  const call = message.call === undefined ? calls[place] : calls.find(({ id }) => id === message.call)
  const [id, name] = [message.call ?? call?.id, message.name ?? (isFromHere(message) ? undefined : call?.name)]
  const text = textsOf(message.content, context).join('\n')
  return {
    type: 'function_result',
    ...(isLoose($result) && $result),
    ...(id !== undefined && { call_id: id }),
    ...(name !== undefined && { name }),
    result: $json === true ? (parse(text) ?? text) : text,
    ...(message.failed === true && { is_error: true }),
  }
}

function textsOf(pieces: readonly Piece[], { notCarried }: InputContext): string[] {
  if (pieces.some(({ type }) => type !== 'text')) notCarried('media in instructions and results')
  return pieces.flatMap((piece) => (piece.type === 'text' ? [piece.text] : []))
}

function writePiece(piece: Piece, { notCarried }: InputContext): unknown {
  if (piece.type === 'native') {
    if (piece.wire === WIRE) return piece.value
    notCarried(`content that only ${piece.wire} knows`)
    return undefined
  }
  const fields = kept(piece)
  if (piece.type === 'text') return { type: 'text', ...fields, text: piece.text }
  const { source } = piece
  if (source.type === 'id') {
    notCarried('files that another provider keeps')
    return undefined
  }
  const type = piece.type === 'file' ? (source.mediaType?.startsWith('video/') === true ? 'video' : 'document') : piece.type
  if (source.type === 'data') return { type, ...fields, data: source.data, mime_type: source.mediaType }
  return { type, ...fields, uri: source.url, ...(source.mediaType !== undefined && { mime_type: source.mediaType }) }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
