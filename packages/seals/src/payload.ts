import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { AssistantMessage } from '@reason/core/conversation'
import { isLoose } from '@reason/wire-kit'

/** Content of a sealed value. */
export interface SealedRecord {
  /** The reader's own record of the message (`messageOf`). */
  message: AssistantMessage
  /** Digest of the answer that the client got. It shows whether the client changed the answer. */
  seen: string
  /** True if the value was sealed before the answer, with the content so far. A later value without it has the whole message. */
  early?: true
  /** Digest of the conversation's earlier sealed values. While this one can be opened, they can be opened as well. */
  before?: string
}

/** Layout: time 6 │ length of the record 4 │ record, deflated │ zeros */
const TIME = 6
const LENGTH = 4
const HEAD = TIME + LENGTH

/** Compression level. Records are repetitive JSON and base64 seals, so a higher level gains next to nothing. */
const LEVEL = 4

export function packRecord(record: SealedRecord, issuedAt: number, maxBytes: number): Buffer | 'too-large' {
  const json = Buffer.from(JSON.stringify({ m: record.message, s: record.seen, e: record.early, b: record.before }))
  if (json.length > maxBytes) return 'too-large'
  const packed = deflateRawSync(json, { level: LEVEL })
  const plain = Buffer.alloc(padded(HEAD + packed.length))
  plain.writeUIntBE(Math.max(0, Math.trunc(issuedAt)), 0, TIME)
  plain.writeUInt32BE(packed.length, TIME)
  packed.copy(plain, HEAD)
  return plain
}

export const issuedAtOf = (plain: Buffer): number => plain.readUIntBE(0, TIME)

/** Decodes an authentic payload. An unexpected shape comes from another release. */
export function unpackRecord(plain: Buffer, maxBytes: number): { record: SealedRecord; bytes: number } | 'too-large' | 'unsupported' {
  const packed = plain.subarray(HEAD, HEAD + plain.readUInt32BE(TIME))
  try {
    const json = inflateRawSync(packed, { maxOutputLength: maxBytes })
    const value: unknown = JSON.parse(json.toString())
    if (!isLoose(value) || typeof value.s !== 'string' || !isLoose(value.m) || !Array.isArray(value.m.items)) return 'unsupported'
    const message = value.m as unknown as AssistantMessage
    const { s: seen, e: early, b: before } = value
    const record = { message, seen, ...(early === true && { early: true as const }), ...(typeof before === 'string' && { before }) }
    return { record, bytes: json.length }
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE' ? 'too-large' : 'unsupported'
  }
}

/**
 * Pads a length so that it reveals little about the content, by at most 12 %. The function keeps only the first few bits
 * of the number (PADME, arXiv:1806.03160 §4).
 */
export function padded(length: number): number {
  const exponent = Math.floor(Math.log2(length))
  const kept = Math.floor(Math.log2(exponent)) + 1
  const step = 2 ** Math.max(0, exponent - kept)
  return Math.ceil(length / step) * step
}
