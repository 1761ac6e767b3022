import type { Seal } from '@reason/core/parts'
import type { Block, Item } from '@reason/core/result'
import type { Issuer } from '@reason/core/conversation'
import { asText, isLoose, isText, type Loose, without } from '@reason/wire-kit'
import { isListedItem } from '../fields.ts'
import { WIRE } from '../wire.ts'
import { layoutItem, type Layout, type PartRecord } from './layout.ts'

export interface ItemSource {
  /** Assumed author of the items. */
  issuer: Issuer
  /** True if messages of the phase `commentary` go to the commentary channel. */
  commentary: boolean
}

/** Reads a model's item from a request. Items of invalid shape or unknown type are kept whole. */
export function readModelItem(item: Loose, source: ItemSource): Item[] {
  const read = readers[typeof item.type === 'string' ? item.type : 'message']
  return read?.(item, source) ?? [readOther(item, source)]
}

const readers: Readonly<Record<string, (item: Loose, source: ItemSource) => Item[] | undefined>> = Object.assign(Object.create(null), {
  message: readMessage,
  reasoning: readReasoning,
  function_call: (item) => readCall(item, 'arguments'),
  custom_tool_call: (item) => readCall(item, 'input'),
} satisfies Record<string, (item: Loose, source: ItemSource) => Item[] | undefined>)

function readMessage(item: Loose, { commentary }: ItemSource): Item[] | undefined {
  const { role, content, phase } = item
  if (role !== 'assistant') return undefined
  const channel = commentary && phase === 'commentary' ? ('commentary' as const) : ('answer' as const)
  const block = (text: string, kind?: 'refusal'): Block => ({
    type: 'block',
    channel,
    text,
    boundary: 'wire',
    ...(kind !== undefined && { kind }),
  })
  const layout: Layout = { type: 'message', fields: without(item, 'content', 'role') }
  if (typeof content === 'string') return [layoutItem({ ...layout, plain: true }), block(content)]
  if (!Array.isArray(content)) return undefined
  const blocks: Block[] = []
  const records = content.map((part: unknown): PartRecord => {
    if (isLoose(part) && part.type === 'refusal' && typeof part.refusal === 'string') {
      blocks.push(block(part.refusal, 'refusal'))
      return { fields: without(part, 'refusal') }
    }
    if (!isLoose(part) || part.type === 'reasoning_text' || typeof part.text !== 'string') return { value: part }
    blocks.push(block(part.text))
    return { fields: without(part, 'text') }
  })
  return [layoutItem({ ...layout, content: records }), ...blocks]
}

function readReasoning(item: Loose, { issuer }: ItemSource): Item[] | undefined {
  const blocks: Block[] = []
  const texts = (list: unknown, kind: 'summary' | 'raw'): PartRecord[] | undefined => {
    if (!Array.isArray(list)) return undefined
    return list.map((part: unknown) => {
      if (!isLoose(part) || typeof part.text !== 'string') return { value: part }
      blocks.push({ type: 'block', channel: 'reasoning', text: part.text, boundary: 'wire', kind })
      return { fields: without(part, 'text') }
    })
  }
  const summary = texts(item.summary, 'summary')
  const content = texts(item.content, 'raw')
  const seals = sealsOf(item, issuer)
  if (blocks.length === 0) blocks.push({ type: 'block', channel: 'reasoning', text: '', boundary: 'wire', kind: 'hidden' })
  if (seals.length > 0) blocks.push({ ...blocks.pop()!, seals })
  const read = [
    ...(summary !== undefined ? ['summary'] : []),
    ...(content !== undefined ? ['content'] : []),
    ...seals.map(({ kind }) => sealFields[kind]!),
  ]
  const layout: Layout = { type: 'reasoning', fields: without(item, ...read), ...(summary && { summary }), ...(content && { content }) }
  return [layoutItem(layout), ...blocks]
}

/** Fields for seals, which only their issuer can read. */
export const sealFields: Readonly<Partial<Record<Seal['kind'], string>>> = { signature: 'signature', encrypted: 'encrypted_content' }

function sealsOf(item: Loose, issuer: Issuer): Seal[] {
  const id = isText(item.id) ? { item: item.id } : {}
  return (['signature', 'encrypted'] as const).flatMap((kind): Seal[] => {
    const value = item[sealFields[kind]!]
    return isText(value) ? [{ kind, value, issuer, ...id }] : []
  })
}

function readCall(item: Loose, field: 'arguments' | 'input'): Item[] | undefined {
  const { type, call_id: id, name, [field]: text } = item
  if (!isText(id) || !isText(name)) return undefined
  const custom = type === 'custom_tool_call'
  const layout: Layout = {
    type: custom ? 'custom_tool_call' : 'function_call',
    // Arguments that some servers send as an object are kept, to be written as one.
    fields: without(item, 'call_id', 'name', ...(typeof text === 'string' ? [field] : [])),
    ...(text === undefined && { noArguments: true }),
  }
  const call: Item = {
    type: 'tool-call',
    id,
    name,
    arguments: text === undefined ? '' : asText(text),
    ...(custom && { contentType: 'custom' }),
  }
  return [layoutItem(layout), call]
}

/** Reads an item of unknown type, like the response reader does. */
function readOther(item: Loose, { issuer }: ItemSource): Item {
  const type = typeof item.type === 'string' ? item.type : 'item'
  const seals = sealsOf(item, issuer)
  return {
    type: 'native',
    wire: WIRE,
    event: 'output_item.done',
    ...(!isListedItem(type) && { channel: 'reasoning' as const }),
    value: item,
    ...(seals.length > 0 && { seals }),
  }
}
