import type { Block } from '@reason/core/result'
import { asText, isText, objectArguments, type Loose, without } from '@reason/wire-kit'
import { parsableArguments } from '../../shared/parsable-arguments.ts'
import { recordedFields } from '../fields.ts'
import type { ItemGroup } from './groups.ts'
import type { PartRecord } from './layout.ts'
import type { PlannedGroup } from './plan-groups.ts'
import { sealFields } from './read-item.ts'

export interface ItemWriting {
  /** True if readable reasoning goes into `content`, whatever its kind. */
  contentOnly: boolean
  /** True if commentary is written as messages of that phase. */
  commentary: boolean
  /** True if the target knows calls of custom tools. */
  customTools: boolean
  /** Id of the call in this request. */
  callId: string
  toolName(name: string): string
}

export function writeModelItem(planned: PlannedGroup, writing: ItemWriting): unknown {
  const { group } = planned
  if (group.native !== undefined) return group.native.value
  if (group.call !== undefined) return writeCall(planned, writing)
  return group.type === 'reasoning' ? writeReasoning(planned, writing) : writeMessage(planned, writing)
}

function writeReasoning(planned: PlannedGroup, { contentOnly }: ItemWriting): Loose {
  const { group, seals } = planned
  const { layout, blocks } = group
  const texts = blocks.filter(({ kind, text }) => kind !== 'hidden' || text !== '')
  const asContent = contentOnly && seals.length === 0 && texts.every(({ kind }) => kind === 'summary')
  const isSummary = ({ kind }: Block) => kind === 'summary' && !asContent
  const summary = writeParts(texts.filter(isSummary), layout?.summary, 'summary_text')
  const content = writeParts(
    texts.filter((block) => !isSummary(block)),
    layout?.content,
    'reasoning_text',
  )
  const sealed = Object.fromEntries(seals.map(({ kind, value }) => [sealFields[kind] ?? 'encrypted_content', value]))
  if (layout !== undefined) {
    return {
      ...fieldsOf(planned),
      ...((layout.summary !== undefined || summary.length > 0) && { summary }),
      ...((layout.content !== undefined || content.length > 0) && { content }),
      ...sealed,
    }
  }
  // Providers require `summary`, even if it is empty, and refuse `status`.
  return { ...without(fieldsOf(planned), 'status'), summary, ...(content.length > 0 && { content }), ...sealed }
}

function writeMessage(planned: PlannedGroup, { commentary }: ItemWriting): Loose {
  const { layout, blocks, annotations } = planned.group
  const fields = fieldsOf(planned)
  if (layout?.plain === true && blocks.length === 1) return { ...fields, role: 'assistant', content: blocks[0]!.text }
  const content = writeParts(blocks, layout?.content, 'output_text').map((part, index) => {
    const found = planned.isOwn ? annotations?.get(index) : undefined
    return found === undefined ? part : { ...(part as Loose), annotations: found }
  })
  if (layout !== undefined) return { ...fields, role: 'assistant', content }
  const phase = commentary && blocks[0]?.channel === 'commentary' && fields['phase'] === undefined ? { phase: 'commentary' } : {}
  // A message with an id is a whole item, which has a status.
  const status = isText(fields['id']) ? { status: 'completed' } : {}
  return { ...status, ...fields, ...phase, role: 'assistant', content }
}

function writeCall(planned: PlannedGroup, { callId, toolName, customTools }: ItemWriting): Loose {
  const { layout, call } = planned.group
  const { name, arguments: text, contentType } = call!
  if (contentType === 'custom' && !customTools) {
    return {
      ...without(fieldsOf(planned), 'id'),
      type: 'function_call',
      call_id: callId,
      name: toolName(name),
      arguments: objectArguments(text, contentType),
    }
  }
  const field = (layout?.type ?? (contentType === 'custom' ? 'custom_tool_call' : '')) === 'custom_tool_call' ? 'input' : 'arguments'
  const fields = fieldsOf(planned)
  if (layout !== undefined) {
    const isAsItWas = layout.noArguments === true ? text === '' : field in layout.fields && asText(layout.fields[field]) === text
    return { ...fields, call_id: callId, name, ...(!isAsItWas && { [field]: text }) }
  }
  const signature = planned.seals.find(({ kind }) => kind === 'thought-signature')?.value
  return {
    ...fields,
    call_id: callId,
    name: toolName(name),
    [field]: field === 'arguments' ? parsableArguments(text) : text,
    ...(signature !== undefined && { thought_signature: signature }),
  }
}

/** Writes texts with their original part fields, if the number of texts is unchanged. */
function writeParts(blocks: readonly Block[], records: readonly PartRecord[] | undefined, type: string): unknown[] {
  const texts = [...blocks]
  if (records === undefined || records.filter(({ value }) => value === undefined).length !== texts.length) {
    return texts.map(({ text, kind }) => (kind === 'refusal' ? { type: 'refusal', refusal: text } : { type, text }))
  }
  return records.map(({ fields, value }) => {
    if (value !== undefined) return value
    const { text, kind } = texts.shift()!
    return kind === 'refusal' ? { ...fields, refusal: text } : { ...fields, text }
  })
}

const writtenTypes: Readonly<Record<Exclude<ItemGroup['type'], 'other'>, string>> = {
  reasoning: 'reasoning',
  message: 'message',
  call: 'function_call',
}

/** Returns all fields of an item except its content. */
function fieldsOf({ group: { type, layout, announced, call }, isOwn, withId }: PlannedGroup): Record<string, unknown> {
  const fields = layout?.fields ?? {
    type: call?.contentType === 'custom' ? 'custom_tool_call' : writtenTypes[type as Exclude<ItemGroup['type'], 'other'>],
    ...(isOwn && Object.fromEntries(repeated.flatMap((field) => (announced?.[field] === undefined ? [] : [[field, announced[field]]])))),
  }
  return withId ? { ...fields } : without(fields, 'id')
}

/** Fields of a response's item to repeat in a request. A request has no use for `created_by`, and the signature is a seal. */
const repeated: readonly string[] = ['id', 'status', ...recordedFields.filter((field) => !/^created_by$|signature$/.test(field))]
