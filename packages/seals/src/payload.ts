import { deflateRawSync, inflateRawSync } from 'node:zlib'
import type { AssistantMessage } from '@reason/core/conversation'
import { isLoose } from '@reason/wire-kit'

/** What is sealed. */
export interface SealedRecord {
  /** The reader's own record of the message (`messageOf`). */
  message: AssistantMessage
  /** Digest of the answer as the client got it: by it is known whether the client has changed it. */
  seen: string
  /** It was sealed before the answer: what came until then. One that comes later in the message has all of it. */
  early?: true
  /** Digest of the sealed values that the conversation had before it. As long as this one can be opened, those can. */
  before?: string
}

/** time 6 │ length of the record 4 │ record, deflated │ zeros */
const TIME = 6
const LENGTH = 4
const HEAD = TIME + LENGTH

/** Records are repetitive JSON and seals in base64: more effort gains next to nothing. */
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

/** What was sealed and is authentic, but is not as we have it, comes from another release. */
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
 * A length that says little of what is inside, at most 12 % more: of the number of bits only the first few are kept (PADME,
 * arXiv:1806.03160 §4).
 */
export function padded(length: number): number {
  const exponent = Math.floor(Math.log2(length))
  const kept = Math.floor(Math.log2(exponent)) + 1
  const step = 2 ** Math.max(0, exponent - kept)
  return Math.ceil(length / step) * step
}
