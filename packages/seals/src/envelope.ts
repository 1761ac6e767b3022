import { crc32 } from 'node:zlib'

/**
 * What a sealed value looks like: `rsn1.` and, in base64url,
 *
 *   version 1 │ key id 4 │ random 24 │ encrypted … │ tag 16 │ checksum 4
 *
 * The checksum is no protection: it tells a value that was cut or changed on its way from one that is not meant for us.
 */
export interface Envelope {
  keyId: Uint8Array
  random: Uint8Array
  /** Everything before what is encrypted. It is authenticated. */
  head: Uint8Array
  encrypted: Uint8Array
  tag: Uint8Array
}

const PREFIX = 'rsn1.'
/** Of the whole that is in base64url. A value that begins otherwise is of a later release. */
const VERSION = 1

const KEY_ID = 4
const RANDOM = 24
const TAG = 16
const CHECKSUM = 4
const HEAD = 1 + KEY_ID + RANDOM

export const isSealed = (value: string): boolean => value.startsWith(PREFIX)

/** How long a value with so many encrypted bytes is, in characters. */
export const lengthOf = (encrypted: number): number => PREFIX.length + Math.ceil(((HEAD + encrypted + TAG + CHECKSUM) * 4) / 3)

export const headOf = (keyId: Uint8Array, random: Uint8Array): Buffer => Buffer.concat([Buffer.of(VERSION), keyId, random])

export const randomBytesOf = RANDOM

export function writeEnvelope({ head, encrypted, tag }: Pick<Envelope, 'head' | 'encrypted' | 'tag'>): string {
  const body = Buffer.concat([head, encrypted, tag])
  const checksum = Buffer.alloc(CHECKSUM)
  checksum.writeUInt32BE(crc32(body))
  return PREFIX + Buffer.concat([body, checksum]).toString('base64url')
}

/** @returns What is wrong with it, where it is no envelope. */
export function readEnvelope(value: string): Envelope | 'damaged' | 'unsupported' {
  const text = value.slice(PREFIX.length)
  const bytes = Buffer.from(text, 'base64url')
  // Decoding passes over what is no base64url, and over bits that do not count: the text has to be what these bytes are written as.
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
