import type { Block, Item } from '@reason/core/result'
import { createRecordFinder, isLoose } from '@reason/wire-kit'
import { WIRE } from '../../wire-id.ts'
import type { Layout, Numbered, PartRecord } from '../layout.ts'

/**
 * Joins the texts of one channel. An empty line separates commentary from the answer, precedes a refusal, and precedes
 * another message of the model.
 *
 * @param areApart - True for blocks of a format that separates texts: an empty line then stands between any two.
 * Otherwise commentary that a client got as reasoning would run into a thought. Default false.
 */
export function joined(blocks: readonly Numbered<Block>[], areApart = false): string {
  let text = ''
  let last: Block | undefined
  for (const block of blocks) {
    if (block.text === '') continue
    if (last !== undefined && (areApart || block.begins === true || last.channel !== block.channel || isRefusal(last) !== isRefusal(block)))
      text += '\n\n'
    text += block.text
    last = block
  }
  return text
}

const isRefusal = ({ kind }: Block): boolean => kind === 'refusal'

interface Goes {
  /** Type of thinking parts. `own`: as they were read. Undefined: they are left out. */
  thinking: 'thinking' | 'reasoning' | 'own' | undefined
  /** Parts of unknown type are written. */
  natives: boolean
  /** Thinking that repeats or varies the text of a field is written. */
  repeated: boolean
}

const isThinking = (part: unknown): boolean => isLoose(part) && (part.type === 'thinking' || part.type === 'reasoning')

/** Finds the record of a part by the number of its block. */
export const findPart = createRecordFinder('block')

/** Writes content as an array, in the order of the items. */
export function contentParts(items: readonly Item[], { content }: Layout, goes: Goes): unknown[] {
  return items.flatMap((item): unknown[] => {
    if (item.type === 'native') {
      if (!goes.natives || item.wire !== WIRE || item.event !== 'message.content') return []
      return isThinking(item.value) && !goes.repeated ? [] : [item.value]
    }
    if (item.type === 'tool-call') return []
    const { block: _, ...fields } = (findPart(content, (item as Numbered<Block>).at) ?? { block: 0 }) as PartRecord
    if (item.channel !== 'reasoning') {
      if (item.kind === 'refusal' && fields.type === 'refusal') return [{ ...fields, refusal: item.text }]
      return [{ type: 'text', ...fields, text: item.text }]
    }
    const signature = item.seals?.find(({ kind }) => kind === 'signature')
    if (goes.thinking === undefined || (item.text === '' && signature === undefined && fields.type === undefined)) return []
    const { type: own, thinking: shape, ...others } = fields
    const seal = signature !== undefined && { signature: signature.value }
    const type = goes.thinking === 'own' ? own : goes.thinking
    if (type === 'reasoning') return [{ type: 'reasoning', ...others, summary: [{ type: 'summary_text', text: item.text, ...seal }] }]
    return [{ type: 'thinking', ...others, thinking: chunksOf(item.text, shape), ...seal }]
  })
}

/** @param shape - Original shape: a string, or chunks with the lengths of their texts. It is restored if it still fits. */
function chunksOf(text: string, shape: unknown): unknown {
  if (shape === '') return text
  const lengths = Array.isArray(shape)
    ? shape.map((chunk: unknown) => (isLoose(chunk) && typeof chunk.text === 'number' ? chunk.text : 0))
    : []
  if (!Array.isArray(shape) || lengths.reduce((all, one) => all + one, 0) !== text.length) return [{ type: 'text', text }]
  let at = 0
  return shape.map((chunk: unknown) => {
    if (!isLoose(chunk) || typeof chunk.text !== 'number') return chunk
    const from = at
    at += chunk.text
    return { ...chunk, text: text.slice(from, at) }
  })
}
