import type { NativePart, Seal } from '@reason/core/parts'
import type { Block, Item, ToolCall } from '@reason/core/result'
import type { AssistantMessage, Issuer } from '@reason/core/conversation'
import { asText, isLoose, isText, type Loose } from '@reason/wire-kit'
import { reasoningFields } from '../../carriers.ts'
import { WIRE } from '../../wire-id.ts'
import { readSignature, withoutSignatures } from '../../signatures.ts'
import { keep } from '../fields.ts'
import { detailsItem, layoutItem, type CallRecord, type Layout } from '../layout.ts'
import { readDetails } from './read-details.ts'
import { readParts } from './read-parts.ts'

/**
 * Reads an assistant message of a request. The items are in the order in which the model wrote them (reasoning, text,
 * calls). The layout allows writing the same message again.
 *
 * @param issuer - Assumed author: the model that the request is for.
 */
export function readAssistant(message: Loose, issuer: Issuer): AssistantMessage {
  const items: Item[] = []
  const layout: { -readonly [Key in keyof Layout]: Layout[Key] } = {}
  const read = ['role']

  const taken = readReasoning()
  readContent()
  readCalls()
  const seals = readSeals()
  if (Object.keys(layout).length > 0) items.push(layoutItem(layout))
  const { wire, fields } = keep(message, read)
  return {
    role: 'assistant',
    items,
    origin: issuer,
    extra: { wire, fields: withoutSignatures(fields) },
    ...(seals.length > 0 && { seals }),
  }

  /** @returns Whether there was text. */
  function readReasoning(): boolean {
    const present = reasoningFields.filter((field) => typeof message[field] === 'string')
    const given = detailsIn(message)
    const details = given === undefined ? undefined : readDetails(given, issuer)
    const detailed = details?.blocks.map(({ text }) => text).join('') ?? ''
    const text = detailed !== '' ? detailed : (present.map((field) => message[field] as string).find((value) => value !== '') ?? '')
    const fields = present.filter((field) => message[field] === text)
    if (details !== undefined && details.records.length + details.unknown.length > 0) {
      read.push(Array.isArray(message.reasoning_details) ? 'reasoning_details' : 'thinking_blocks')
      items.push(...details.blocks)
      if (details.records.length > 0) items.push(detailsItem(details.records))
      items.push(...details.unknown.map((value) => native('message.reasoning_details', value)))
    }
    const isEmpty = text === ''
    if (fields.length > 0 && !(isEmpty && hasThinking(message.content))) {
      layout.fields = fields
      // Empty reasoning counts as well, as some providers require the field.
      if (detailed === '') items.unshift({ type: 'block', channel: 'reasoning', text, boundary: 'wire' })
    }
    for (const field of present) {
      if (layout.fields === undefined && message[field] === '') continue
      read.push(field)
      if (!fields.includes(field)) items.push(native(`message.${field}`, message[field]))
    }
    // Open WebUI can send a thought back under Ollama's name.
    if (present.length === 0 && details === undefined && isText(message.thinking)) {
      read.push('thinking')
      items.unshift({ type: 'block', channel: 'reasoning', text: message.thinking, boundary: 'wire' })
      return true
    }
    if (isText(message.reasoning_opaque)) readOpaque(message.reasoning_opaque)
    return !isEmpty
  }

  function readOpaque(value: string): void {
    read.push('reasoning_opaque')
    layout.opaque = true
    const seal: Seal = { kind: 'encrypted', value, issuer }
    const last = items.findLastIndex((item) => item.type === 'block')
    if (last >= 0) items[last] = { ...(items[last] as Block), seals: [...((items[last] as Block).seals ?? []), seal] }
    else items.push({ type: 'block', channel: 'reasoning', text: '', kind: 'hidden', boundary: 'wire', seals: [seal] })
  }

  function readContent(): void {
    const { content, refusal } = message
    if (isText(content)) {
      read.push('content')
      items.push({ type: 'block', channel: 'answer', text: content, boundary: 'wire' })
    } else if (Array.isArray(content) && content.length > 0) {
      read.push('content')
      const parts = readParts(content, issuer, items.filter((item) => item.type === 'block').length, taken)
      items.push(...parts.items)
      layout.content = parts.records
    }
    if (isText(refusal)) {
      read.push('refusal')
      items.push({ type: 'block', channel: 'answer', kind: 'refusal', text: refusal, boundary: 'wire' })
    }
  }

  function readCalls(): void {
    const { tool_calls: calls, function_call: legacy } = message
    const records: CallRecord[] = []
    if (Array.isArray(calls) && calls.length > 0 && calls.every(isCall)) {
      read.push('tool_calls')
      calls.forEach((call, index) => {
        items.push(readCall(call, issuer))
        const record = recordOf(call, index)
        if (record !== undefined) records.push(record)
      })
    } else if (isLoose(legacy) && isText(legacy.name)) {
      read.push('function_call')
      layout.functionCall = true
      items.push({ type: 'tool-call', name: legacy.name, arguments: asText(legacy.arguments ?? '') })
    }
    if (records.length > 0) layout.calls = records
  }

  function readSeals(): Seal[] {
    const signature = readSignature(message)
    if (signature === undefined) return []
    const { value } = signature
    const { thought_signature: _, ...others } = message
    const stands = { extra_content: readSignature(others) !== undefined, thought_signature: message.thought_signature === value }
    if (stands.thought_signature) {
      read.push('thought_signature')
      layout.signatureFields = stands.extra_content ? ['extra_content', 'thought_signature'] : ['thought_signature']
    }
    return [{ kind: 'thought-signature', ...signature, issuer }]
  }
}

/** Finds the `reasoning_details` that clients send back, on the message or on a part of its content. LiteLLM's clients send `thinking_blocks`. */
function detailsIn({ reasoning_details: own, thinking_blocks: blocks, content }: Loose): readonly unknown[] | undefined {
  if (Array.isArray(own)) return own
  if (Array.isArray(blocks) && blocks.length > 0) return blocks
  const parts = Array.isArray(content) ? content.filter((part) => isLoose(part) && Array.isArray(part.reasoning_details)) : []
  return parts.length === 0 ? undefined : parts.flatMap((part: Loose) => part.reasoning_details as unknown[])
}

const hasThinking = (content: unknown): boolean =>
  Array.isArray(content) && content.some((part) => isLoose(part) && part.type === 'thinking')

const native = (event: string, value: unknown): NativePart => ({ type: 'native', wire: WIRE, event, channel: 'reasoning', value })

const isCall = (call: unknown): call is Loose => isLoose(call) && bodyOf(call) !== undefined

/** Returns the object with the name: of a function, or of a custom tool. */
function bodyOf(call: Loose): Loose | undefined {
  return [call.function, call.custom].find((body): body is Loose => isLoose(body) && typeof body.name === 'string')
}

function readCall(call: Loose, issuer: Issuer): ToolCall {
  const body = bodyOf(call)!
  const custom = body === call.custom
  const signature = readSignature(call)
  return {
    type: 'tool-call',
    ...(isText(call.id) && { id: call.id }),
    name: body.name as string,
    arguments: asText((custom ? body.input : body.arguments) ?? ''),
    ...(custom && { contentType: 'custom' }),
    ...(signature !== undefined && { seals: [{ kind: 'thought-signature' as const, ...signature, issuer }] }),
  }
}

function recordOf(call: Loose, index: number): CallRecord | undefined {
  const body = bodyOf(call)!
  const isCustom = body === call.custom
  const read = [isCustom ? 'custom' : 'function', 'thought_signature']
  if (isText(call.id)) read.push('id')
  if (call.type === (isCustom ? 'custom' : 'function')) read.push('type')
  const fields = withoutSignatures(keep(call, read).fields)
  const functionFields = withoutSignatures(keep(body, ['name', isCustom ? 'input' : 'arguments']).fields)
  const isUntyped = call.type === undefined
  if (!isUntyped && Object.keys(fields).length === 0 && Object.keys(functionFields).length === 0) return undefined
  return { call: index, fields, functionFields, ...(isUntyped && { isUntyped }) }
}
