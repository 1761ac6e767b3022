import { crc32 } from 'node:zlib'

/**
 * Layout of a sealed value: `rsn1.` and, in base64url,
 *
 *   version 1 │ key id 4 │ random 24 │ encrypted … │ tag 16 │ checksum 4
 *
 * The checksum is no protection. It distinguishes a value that was truncated or changed in transit from one made for
 * another gateway.
 */
export interface Envelope {
  keyId: Uint8Array
  random: Uint8Array
  /** Bytes before the encrypted ones. They are authenticated. */
  head: Uint8Array
  encrypted: Uint8Array
  tag: Uint8Array
}

const PREFIX = 'rsn1.'
/** Version of the binary layout. Another version comes from a later release. */
const VERSION = 1

const KEY_ID = 4
const RANDOM = 24
const TAG = 16
const CHECKSUM = 4
const HEAD = 1 + KEY_ID + RANDOM

/** Whether a value is sealed, by its beginning. Opening it may still fail. */
export const isSealed = (value: string): boolean => value.startsWith(PREFIX)

/** Length of a value with so many encrypted bytes, in characters. */
export const lengthOf = (encrypted: number): number => PREFIX.length + Math.ceil(((HEAD + encrypted + TAG + CHECKSUM) * 4) / 3)

export const headOf = (keyId: Uint8Array, random: Uint8Array): Buffer => Buffer.concat([Buffer.of(VERSION), keyId, random])

export const randomBytesOf = RANDOM

export function writeEnvelope({ head, encrypted, tag }: Pick<Envelope, 'head' | 'encrypted' | 'tag'>): string {
  const body = Buffer.concat([head, encrypted, tag])
  const checksum = Buffer.alloc(CHECKSUM)
  checksum.writeUInt32BE(crc32(body))
  return PREFIX + Buffer.concat([body, checksum]).toString('base64url')
}

/** @returns The kind of error, if the value is no envelope. */
export function readEnvelope(value: string): Envelope | 'damaged' | 'unsupported' {
  const text = value.slice(PREFIX.length)
  const bytes = Buffer.from(text, 'base64url')
  // Decoding ignores invalid characters and unused bits, so the bytes have to encode to the same text.
  if (!isSealed(value) || bytes.length < HEAD + TAG + CHECKSUM || bytes.toString('base64url') !== text) return 'damaged'
  const body = bytes.subarray(0, -CHECKSUM)
  if (crc32(body) !== bytes.readUInt32BE(body.length)) return 'damaged'
  if (body[0] !== VERSION) return 'unsupported'
  return {
    keyId: body.subarray(1, 1 + KEY_ID),
    random: body.subarray(1 + KEY_ID, HEAD),
    head: body.subarray(0, HEAD),
    encrypted: body.subarray(HEAD, -TAG),
    tag: body.subarray(-TAG),
  }
}
