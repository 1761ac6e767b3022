import type { BlockKind } from '@reason/core/parts'
import { isLoose, isScalar, isText, type Loose } from '@reason/wire-kit'

/** An element of `reasoning_details`, reduced to the fields that are read. */
export interface Detail {
  kind: BlockKind | undefined
  text: string
  /** Key shared by elements of one block: `index`, else `id`. */
  key: string | undefined
  signature: string
  encrypted: string
  id: string | undefined
}

/**
 * Reads an element of `reasoning_details` (`reasoning.text`, `reasoning.summary`, `reasoning.encrypted`, and similar
 * shapes) or of LiteLLM's `thinking_blocks`.
 *
 * @returns Undefined for an element without any known field.
 */
export function readDetail(value: unknown): Detail | undefined {
  if (!isLoose(value)) return undefined
  const isSummary = value.type === 'reasoning.summary' || (isText(value.summary) && !isText(value.text))
  const text = [isSummary ? value.summary : value.text, value.text, value.summary, value.thinking].find(isText) ?? ''
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

const isKnownType = (type: unknown): boolean => typeof type === 'string' && (type.startsWith('reasoning.') || isBlockType(type))

/** True for types of `thinking_blocks`, whose fields are those of Anthropic Messages. */
export const isBlockType = (type: unknown): boolean => type === 'thinking' || type === 'redacted_thinking'

/** Fields from which replay rebuilds the array, beside the text and seals of the blocks. */
export interface DetailRecord {
  type?: Scalar
  id?: Scalar
  format?: Scalar
  index?: Scalar
  /** Null if the element had `signature: null`. Absent for signatures that are text: the block's seal has them. */
  signature?: unknown
  /** Number of the block that has its text or seal. */
  block: number
}

type Scalar = string | number | boolean | null

const recorded = ['type', 'id', 'format', 'index'] as const

/** Remembers each detail once, without its text, so that memory does not grow with the length of a stream. */
export interface DetailRecords {
  readonly records: readonly DetailRecord[]
  note(value: Loose, block: number): void
}

export function createDetailRecords(): DetailRecords {
  const records: DetailRecord[] = []
  const seen = new Set<string>()
  let last: Loose = {}
  let lastBlock = -1

  return { records, note }

  function note(value: Loose, block: number): void {
    if (block === lastBlock && recorded.every((field) => value[field] === last[field])) return
    last = value
    lastBlock = block
    const record: DetailRecord = { block }
    for (const field of recorded) {
      const own = value[field]
      if (own === null || isScalar(own)) record[field] = own
    }
    if (value.signature === null) record.signature = null
    const key = JSON.stringify(record)
    if (seen.has(key)) return
    seen.add(key)
    records.push(record)
  }
}
