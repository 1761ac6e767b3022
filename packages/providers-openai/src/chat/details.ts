import type { BlockKind } from '@reason/core'
import { isLoose, isText, type Loose } from './loose.ts'

/** One element of `reasoning_details`, in the fields that are read. */
export interface Detail {
  kind: BlockKind | undefined
  text: string
  /** `index` (and `id`, where there is no index): what belongs together. */
  key: string | undefined
  signature: string
  encrypted: string
  id: string | undefined
}

/**
 * Reads `reasoning_details`: `reasoning.text`, `reasoning.summary`, `reasoning.encrypted`, and what is shaped like them.
 *
 * @returns Undefined for an element that holds nothing we know.
 */
export function readDetail(value: unknown): Detail | undefined {
  if (!isLoose(value)) return undefined
  const isSummary = value.type === 'reasoning.summary' || (isText(value.summary) && !isText(value.text))
  const text = [isSummary ? value.summary : value.text, value.text, value.summary].find(isText) ?? ''
  const detail: Detail = {
    kind: isSummary ? 'summary' : undefined,
    text,
    key: keyOf(value),
    signature: isText(value.signature) ? value.signature : '',
    encrypted: isText(value.data) ? value.data : '',
    id: isText(value.id) ? value.id : undefined,
  }
  return text === '' && detail.signature === '' && detail.encrypted === '' && !isKnownType(value.type) ? undefined : detail
}

const keyOf = ({ index, id }: Loose): string | undefined => {
  if (typeof index === 'number' || isText(index)) return `#${index}`
  return isText(id) ? id : undefined
}

const isKnownType = (type: unknown): boolean => typeof type === 'string' && type.startsWith('reasoning.')

/** What replay needs to build the array again beside the blocks' own text and seals. */
export interface DetailRecord {
  type?: unknown
  id?: unknown
  format?: unknown
  index?: unknown
  /** Number of the block that has its text or seal. */
  block: number
}

/** Remembers each detail once, without its text: what a stream holds must not grow with its length. */
export function createDetailRecords() {
  const records: DetailRecord[] = []
  const seen = new Set<string>()
  return {
    records,
    note(value: Loose, block: number): void {
      const { type, id, format, index } = value
      const key = `${String(type)}/${String(index)}/${String(id ?? '')}/${block}`
      if (seen.has(key)) return
      seen.add(key)
      records.push({
        ...(type !== undefined && { type }),
        ...(id !== undefined && id !== null && { id }),
        ...(format !== undefined && format !== null && { format }),
        ...(index !== undefined && { index }),
        block,
      })
    },
  }
}
