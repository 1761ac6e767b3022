import type { Item } from '@reason/core/result'
import type { Issuer } from '@reason/core/conversation'
import { isLoose, isText, type Loose } from '@reason/wire-kit'
import { WIRE } from '../../wire-id.ts'
import type { PartRecord } from '../layout.ts'

/**
 * Reads the content array of an assistant message: texts, thinking, refusals.
 *
 * @param first - Number of blocks that the message already has.
 * @param taken - True if another field had the reasoning. Thinking parts then repeat it.
 */
export function readParts(
  content: readonly unknown[],
  issuer: Issuer,
  first: number,
  taken: boolean,
): { items: Item[]; records: PartRecord[] } {
  const items: Item[] = []
  const records: PartRecord[] = []
  let block = first
  for (const part of content) {
    const read = isLoose(part) && !(taken && (part.type === 'thinking' || part.type === 'reasoning')) ? readPart(part, issuer) : undefined
    if (read === undefined) {
      items.push({ type: 'native', wire: WIRE, event: 'message.content', channel: 'reasoning', value: part })
      continue
    }
    items.push(read.item)
    if (read.fields !== undefined) records.push({ ...read.fields, block })
    block++
  }
  return { items, records }
}

/** `fields` keep the shape of a part. Without them, its text goes into the field in which the provider expects reasoning. */
interface ReadPart {
  item: Item
  fields?: Record<string, unknown>
}

function readPart(part: Loose, issuer: Issuer): ReadPart | undefined {
  if (part.type === 'text' && typeof part.text === 'string') {
    // The reasoning details belong to the message, wherever a client puts them.
    const { text: _, reasoning_details: _details, ...fields } = part
    return { item: { type: 'block', channel: 'answer', text: part.text, boundary: 'wire' }, fields }
  }
  if (part.type === 'refusal' && typeof part.refusal === 'string') {
    const { refusal: _, ...fields } = part
    return { item: { type: 'block', channel: 'answer', kind: 'refusal', text: part.refusal, boundary: 'wire' }, fields }
  }
  if (part.type === 'reasoning') return readSummary(part, issuer)
  return part.type === 'thinking' ? readThinking(part, issuer) : undefined
}

/** Reads Databricks' `reasoning` part with a single text, perhaps signed, and LangChain's, which no server has. */
function readSummary({ summary, ...part }: Loose, issuer: Issuer): ReadPart | undefined {
  if (isText(part.reasoning)) return { item: { type: 'block', channel: 'reasoning', text: part.reasoning, boundary: 'wire' } }
  const [only, ...more] = Array.isArray(summary) ? (summary as unknown[]) : []
  if (more.length > 0 || !isLoose(only) || typeof only.text !== 'string') return undefined
  return readThinking({ ...part, thinking: [{ type: 'text', text: only.text }], signature: only.signature }, issuer)
}

/** Reads a thinking part. The record keeps the shape: the lengths of a list of chunks, or an empty string for a string. */
function readThinking(part: Loose, issuer: Issuer): ReadPart | undefined {
  const { thinking, signature, ...fields } = part
  const chunks = typeof thinking === 'string' ? [{ type: 'text', text: thinking }] : thinking
  if (!Array.isArray(chunks)) return undefined
  const texts = chunks.map((chunk: unknown) => (isLoose(chunk) && typeof chunk.text === 'string' ? chunk.text : undefined))
  return {
    item: {
      type: 'block',
      channel: 'reasoning',
      text: texts.join(''),
      boundary: 'wire',
      ...(isText(signature) && { seals: [{ kind: 'signature', value: signature, issuer }] }),
    },
    fields: {
      ...fields,
      ...(signature !== undefined && !isText(signature) && { signature }),
      thinking:
        typeof thinking === 'string'
          ? ''
          : chunks.map((chunk: unknown, index) =>
              texts[index] === undefined ? chunk : { ...(chunk as Loose), text: texts[index].length },
            ),
    },
  }
}
