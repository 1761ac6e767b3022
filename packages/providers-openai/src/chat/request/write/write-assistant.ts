import { dialectOf } from '../../find-dialect.ts'
import type { NativePart, Seal } from '@reason/core/parts'
import type { Block, Item, ToolCall } from '@reason/core/result'
import type { AssistantMessage } from '@reason/core/conversation'
import { createRecordFinder, isLoose, objectArguments, resolveToolName, signatureInCallId, type Loose } from '@reason/wire-kit'
import { parsableArguments } from '../../../shared/parsable-arguments.ts'
import { reasoningFields } from '../../carriers.ts'
import { isBlockType } from '../../details.ts'
import { WIRE } from '../../wire-id.ts'
import { returnedSignature, signatureField, signatureIn } from '../../signatures.ts'
import { isFromHere, kept } from '../fields.ts'
import { detailRecordsOf, layoutOf, type CallRecord, type Layout, type Numbered } from '../layout.ts'
import { withoutPlaceholders } from './placeholders.ts'
import type { DialectRequestFacts } from '../../dialect/request-facts.ts'
import type { Carrier, ReplayRow } from '../../dialect/replay-row.ts'
import { writeDetails } from './write-details.ts'
import { contentParts, findPart, joined } from './write-content.ts'

export interface AssistantContext {
  row: ReplayRow
  facts: DialectRequestFacts
  /** Undefined for an unknown provider, which gets fields as they came. */
  provider: string | undefined
  model: string
  tools: readonly string[]
  /** Returns the id of a call, by its place in the message. */
  idOf(call: number): string
  notCarried(what: string): void
}

/** Writes an assistant message from the items that the plan kept. */
export function writeAssistant(message: AssistantMessage, context: AssistantContext): Record<string, unknown> {
  const { items } = message
  const layout = layoutOf(items) ?? {}
  const reasoning = items.filter((item): item is Block => item.type === 'block' && item.channel === 'reasoning')
  const calls = items.filter((item): item is ToolCall => item.type === 'tool-call')
  const carriers = carriersFor(reasoning, items, layout, context.row)
  // Reasoning that stands in the content is not repeated beside it.
  const beside = reasoning.filter((block) => !carriers.has('parts') || recordIn(layout, block) === undefined)
  const areApart = message.origin !== undefined && message.origin.wire !== WIRE
  const fields = reasoningFieldsOf(beside, items, carriers, { ...context, areApart, isOpaque: isOpaqueRead(layout, context.row) })
  /** True if the reasoning is back in its original field. Fields with other versions of it may then stay. */
  const isIntact = context.row.strict !== true && [...(layout.fields ?? []), 'details'].some((carrier) => carriers.has(carrier as Carrier))
  const keepsRefusal =
    context.facts.refusal === true || (isFromHere(message) && context.facts.strict !== true && writesRefusals(context.provider))
  const refusals = new Set(keepsRefusal ? items.filter((item) => isRefusal(item, layout)) : [])
  const refusal = joined([...refusals] as Block[])
  const isSaid = calls.length > 0 || refusal !== '' || (isFromHere(message) && Object.keys(fields).length > 0)
  return {
    role: 'assistant',
    ...ownFields(message, context),
    ...contentOf(
      items.filter((item) => !refusals.has(item)),
      { carriers, layout, message, isSaid, isIntact, areApart, context },
    ),
    ...(isIntact && repeated(items)),
    ...fields,
    ...(refusal !== '' && { refusal }),
    ...callsField(calls, layout, { ...context, isFromHere: isFromHere(message) }),
    ...signatureFields(message, layout, context),
  }
}

/**
 * Tells whether a provider has the field `refusal`. The gateway uses it for a withheld answer. Other providers never
 * wrote the field, and refuse a message without content.
 */
const writesRefusals = (provider: string | undefined): boolean =>
  provider === undefined || dialectOf(provider)?.fields?.writesEmpty?.includes('refusal') === true

/** Returns fields that the reader left unread. A provider that rejects a reasoning field rejects it with any value, so the field is left out. */
function ownFields({ extra }: AssistantMessage, { row, provider, notCarried }: AssistantContext): Record<string, unknown> {
  const isOpen = row.carrier !== 'nowhere' && row.strict !== true
  const reads: readonly string[] = readBy(row)
  const fields = Object.entries(provider === undefined ? kept(extra) : withoutPlaceholders(kept(extra), provider, notCarried))
  return Object.fromEntries(fields.filter(([name]) => isOpen || !reasoningNames.includes(name) || reads.includes(name)))
}

const readBy = ({ carrier, reads = [] }: ReplayRow): readonly Carrier[] => [carrier, ...reads]

const reasoningNames: readonly string[] = [...reasoningFields, 'reasoning_details', 'reasoning_opaque']

/** True for a refusal from the `refusal` field, and false for one in a content array. */
const isRefusal = (item: Item, layout: Layout): boolean =>
  item.type === 'block' && item.kind === 'refusal' && recordIn(layout, item) === undefined

/** Chooses the reasoning fields: those in which it came and which the provider reads, else the provider's preferred one. */
function carriersFor(reasoning: readonly Block[], items: readonly Item[], layout: Layout, row: ReplayRow): ReadonlySet<Carrier> {
  const carriers = new Set<Carrier>()
  if (reasoning.length === 0 || row.carrier === 'nowhere') return carriers
  const reads = readBy(row)
  const hasDetails = detailRecordsOf(items).length > 0
  if (hasDetails && reads.includes('details')) carriers.add('details')
  if (layout.content !== undefined && reads.includes('parts') && reasoning.some((block) => recordIn(layout, block) !== undefined)) {
    carriers.add('parts')
  }
  const fields = (layout.fields ?? []) as readonly Carrier[]
  const isRead = fields.some((field) => reads.includes(field)) || carriers.has('details')
  if (isRead) for (const field of fields) if (row.strict !== true || reads.includes(field)) carriers.add(field)
  if (carriers.size > 0) return carriers
  // Without seals, details add nothing to the string field. Only MiniMax has no such field.
  const isPlain = row.carrier === 'details' && row.detailsOnly !== true && reasoning.every(({ seals }) => seals === undefined)
  return carriers.add(isPlain ? 'reasoning' : row.carrier)
}

function reasoningFieldsOf(
  reasoning: readonly Block[],
  items: readonly Item[],
  carriers: ReadonlySet<Carrier>,
  { provider, model, row, areApart, isOpaque }: AssistantContext & { areApart: boolean; isOpaque: boolean },
): Record<string, unknown> {
  const written: Record<string, unknown> = {}
  for (const carrier of carriers) {
    if (carrier === 'parts' || carrier === 'tags' || carrier === 'nowhere') continue
    if (carrier === 'details') {
      // LiteLLM's blocks go to an unknown provider, which may be LiteLLM. For others, the fields that they read are known.
      const records = detailRecordsOf(items).filter(({ type }) => provider === undefined || !isBlockType(type))
      const details = [...writeDetails(reasoning, records, model), ...unknownDetails(items)]
      const isBlock = (detail: unknown): boolean => isLoose(detail) && isBlockType(detail.type)
      const blocks = details.filter(isBlock)
      if (blocks.length > 0) written.thinking_blocks = blocks
      if (details.length > blocks.length) written.reasoning_details = details.filter((detail) => !isBlock(detail))
    }
    // A hidden thought has no text to write. Only providers that require the field on every message get it.
    else if (row.whenMissing === 'empty' || reasoning.some(({ kind }) => kind !== 'hidden'))
      written[carrier] = joined(reasoning, areApart) || (row.blankWhenMissing === true ? ' ' : '')
  }
  const opaque = isOpaque ? reasoning.flatMap(({ seals = [] }) => seals).findLast(({ kind }) => kind === 'encrypted') : undefined
  return { ...written, ...(opaque !== undefined && { reasoning_opaque: opaque.value }) }
}

/** Whether `reasoning_opaque` is written: for Copilot, and for an unknown provider if the client or the provider wrote Copilot's fields. */
const isOpaqueRead = ({ opaque, fields = [] }: Layout, row: ReplayRow): boolean =>
  row.carrier === 'reasoning_text' || ((opaque === true || fields.includes('reasoning_text')) && readBy(row).includes('reasoning_text'))

const unknownDetails = (items: readonly Item[]): unknown[] => items.filter(isNative('message.reasoning_details')).map(({ value }) => value)

/** Fields with a second version of the reasoning. They are written back only beside the main field. */
function repeated(items: readonly Item[]): Record<string, unknown> {
  return Object.fromEntries(
    reasoningFields.flatMap((name) => items.filter(isNative(`message.${name}`)).map(({ value }) => [name, value] as const)),
  )
}

const isNative =
  (event: string) =>
  (item: Item): item is NativePart =>
    item.type === 'native' && item.wire === WIRE && item.event === event

interface ContentParams {
  carriers: ReadonlySet<Carrier>
  layout: Layout
  message: AssistantMessage
  /** True if the message has anything besides the content. */
  isSaid: boolean
  isIntact: boolean
  areApart: boolean
  context: AssistantContext
}

function contentOf(
  items: readonly Item[],
  { carriers, layout, message, isSaid, isIntact, areApart, context }: ContentParams,
): { content?: unknown } {
  const blocks = items.filter((item): item is Block => item.type === 'block' && item.channel !== 'reasoning')
  const nullsBlank = context.facts.nullsBlank === true && items.some(({ type }) => type === 'tool-call')
  if (blocks.some(({ channel }) => channel === 'commentary')) context.notCarried('commentary (it was sent as content)')
  const thinking = items.filter((item): item is Block => item.type === 'block' && item.channel === 'reasoning' && item.text !== '')
  const isInParts = carriers.has('parts') && items.some((item) => item.type === 'block' && item.channel === 'reasoning' && !isVoid(item))
  const isArray = isInParts || layout.content !== undefined
  if (isArray) {
    const parts = contentParts(items, layout, {
      thinking: carriers.has('parts') ? (context.row.partType ?? (context.provider === undefined ? 'own' : 'thinking')) : undefined,
      natives: isFromHere(message),
      repeated: isIntact,
    })
    if (parts.length > 0) return { content: parts.every(isBlank) && nullsBlank ? null : parts }
  }
  const tags = carriers.has('tags') && thinking.length > 0 ? `<think>\n${joined(thinking, areApart)}\n</think>\n\n` : ''
  const text = tags + joined(blocks)
  if (text !== '' && context.row.noTextBesideThought === true && thinking.length > 0 && items.some(({ type }) => type === 'tool-call')) {
    context.notCarried('a text beside a thought and calls, which some builds refuse')
    return { content: null }
  }
  if (text !== '') return { content: text.trim() === '' && nullsBlank ? null : text }
  // Restores the original: null, an empty string, or an absent field.
  if (isFromHere(message) && (isSaid || 'content' in kept(message.extra))) return {}
  return { content: isSaid ? null : '' }
}

/** Whether a block has neither text nor seals. */
const isVoid = ({ text, seals = [] }: Block): boolean => text === '' && seals.length === 0

const isBlank = (part: unknown): boolean =>
  isLoose(part) && part.type === 'text' && typeof part.text === 'string' && part.text.trim() === ''

const recordIn = ({ content }: Layout, { at }: Numbered<Block>) => findPart(content, at)

function callsField(calls: readonly Numbered<ToolCall>[], layout: Layout, context: CallContext): Record<string, unknown> {
  const [first] = calls
  if (first === undefined) return {}
  if (layout.functionCall === true && calls.length === 1) {
    return { function_call: { name: first.name, arguments: first.arguments } }
  }
  return { tool_calls: calls.map((call, index) => writeCall(call, index, layout, context)) }
}

const findCall = createRecordFinder('call')

/** Whether the call came in this format. Its client then already uses the target's tool names. */
type CallContext = AssistantContext & { isFromHere: boolean }

function writeCall(call: Numbered<ToolCall>, index: number, layout: Layout, context: CallContext): Record<string, unknown> {
  const record = findCall(layout.calls, call.at) as CallRecord | undefined
  const name = context.isFromHere ? call.name : resolveToolName(call.name, context.tools)
  const id = context.idOf(index)
  const custom = call.contentType === 'custom' && context.facts.customTools === true
  const body = custom
    ? { ...record?.functionFields, name, input: call.arguments }
    : { ...record?.functionFields, name, arguments: argumentsOf(call) }
  return {
    id,
    ...(record?.isUntyped !== true && { type: custom ? 'custom' : 'function' }),
    ...record?.fields,
    [custom ? 'custom' : 'function']: body,
    // LiteLLM finds the signature in its id.
    ...(signatureInCallId(id) === undefined && signatureOf(call.seals, record?.fields ?? {}, 'thought_signature', context)),
  }
}

const argumentsOf = ({ arguments: text, contentType }: ToolCall): string =>
  contentType === 'custom' ? objectArguments(text, contentType) : parsableArguments(text)

function signatureFields(
  { seals, extra }: AssistantMessage,
  { signatureFields: places = ['extra_content'] }: Layout,
  context: AssistantContext,
): Record<string, unknown> {
  const signature = signatureIn(seals)
  if (signature === undefined) return {}
  return {
    ...(places.includes('extra_content') && signatureOf(seals, kept(extra), 'thought_signatures', context)),
    ...(places.includes('thought_signature') && { thought_signature: signature.value }),
  }
}

function signatureOf(
  seals: readonly Seal[] | undefined,
  fields: Loose,
  name: 'thought_signature' | 'thought_signatures',
  { provider }: AssistantContext,
): Loose {
  const signature = signatureIn(seals)
  if (signature === undefined || provider !== undefined) return signatureField(signature, fields.extra_content)
  return returnedSignature(signature, fields, name)
}
