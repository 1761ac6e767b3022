import type { Seal } from '@reason/core/parts'
import type { Block } from '@reason/core/result'
import type { Issuer } from '@reason/core/conversation'
import { isLoose, isText } from '@reason/wire-kit'
import { readDetail, type DetailRecord } from '../../details.ts'
import { isOfFamily } from '../families.ts'

export interface ReadDetails {
  blocks: Block[]
  records: DetailRecord[]
  /** Elements without any known field. */
  unknown: unknown[]
}

/**
 * Reads the `reasoning_details` of a request. Each text becomes a block. A seal belongs to the text before it if both
 * have the same index, else to a separate block.
 */
export function readDetails(values: readonly unknown[], issuer: Issuer): ReadDetails {
  const blocks: Block[] = []
  const records: DetailRecord[] = []
  const unknown: unknown[] = []
  let openKey: string | undefined

  for (const value of values) {
    const detail = readDetail(value)
    if (detail === undefined || !isLoose(value)) {
      unknown.push(value)
      continue
    }
    const sealOnly = detail.text === '' && (detail.signature !== '' || detail.encrypted !== '')
    if (!sealOnly || blocks.length === 0 || detail.key !== openKey) {
      const kind = sealOnly ? 'hidden' : detail.kind
      blocks.push({ type: 'block', channel: 'reasoning', text: detail.text, boundary: 'wire', ...(kind !== undefined && { kind }) })
    }
    openKey = detail.key
    const block = blocks.at(-1)!
    const by = issuerOf(value.format, issuer)
    const seals: Seal[] = []
    if (detail.signature !== '') seals.push({ kind: 'signature', value: detail.signature, issuer: by })
    if (detail.encrypted !== '') {
      seals.push({ kind: 'encrypted', value: detail.encrypted, issuer: by, ...(detail.id !== undefined && { item: detail.id }) })
    }
    if (seals.length > 0) (block.seals ??= []).push(...seals)
    const { text: _t, summary: _s, thinking: _b, data: _d, signature, ...fields } = value
    // A null signature is recorded, because the object has to go back unchanged.
    records.push({ ...fields, ...(signature !== undefined && !isText(signature) && { signature }), block: blocks.length - 1 })
  }
  return { blocks, records, unknown }
}

/** Finds the maker of a detail by its format. A client that switched models sends the reasoning of the previous one. */
function issuerOf(format: unknown, issuer: Issuer): Issuer {
  if (issuer.model === undefined || !isText(format) || isOfFamily(issuer.model, format)) return issuer
  return { ...issuer, model: format }
}
