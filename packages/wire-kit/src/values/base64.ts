/** Encodes bytes in linear time. Documents have megabytes, so Node's own encoder handles long ones. */
export function toBase64(bytes: Uint8Array): string {
  return native === undefined || bytes.length < long
    ? portably(bytes)
    : native.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64')
}

/** Encodes a text as UTF-8 in base64. */
export function textToBase64(text: string): string {
  return native === undefined || text.length < long
    ? portably(new TextEncoder().encode(text))
    : native.from(text, 'utf8').toString('base64')
}

/** Decodes like `atob`, which skips blanks. @returns Undefined for invalid base64. */
export function fromBase64(base64: string): Uint8Array<ArrayBuffer> | undefined {
  return native === undefined || base64.length < long ? bytesOf(base64) : natively(base64, native)
}

/** The used subset of Node's `Buffer`, which browsers lack. */
interface NativeBuffers {
  from(bytes: ArrayBufferLike, offset: number, length: number): NativeBuffer
  from(text: string, encoding: 'utf8' | 'base64'): NativeBuffer
}

interface NativeBuffer extends Uint8Array<ArrayBuffer> {
  toString(encoding?: 'base64'): string
}

/** Node's codec is some twenty times as fast as the functions below, which would block for 150 ms on a document of 8 MB. */
const { Buffer: native } = globalThis as { Buffer?: NativeBuffers }

/** Minimum length for Node's codec, in bytes or characters. Node takes smaller buffers from a shared pool. */
const long = 65_536

function portably(bytes: Uint8Array): string {
  let binary = ''
  // A call takes some 65,000 arguments at most.
  for (let at = 0; at < bytes.length; at += 8192) binary += String.fromCharCode(...bytes.subarray(at, at + 8192))
  return btoa(binary)
}

function bytesOf(base64: string): Uint8Array<ArrayBuffer> | undefined {
  let binary
  try {
    binary = atob(base64)
  } catch {
    return undefined
  }
  const bytes = new Uint8Array(binary.length)
  for (let at = 0; at < binary.length; at++) bytes[at] = binary.charCodeAt(at)
  return bytes
}

/**
 * Decodes with Node. Its decoder skips invalid characters and accepts a second alphabet, so the result counts only if it
 * encodes to the same text.
 */
function natively(base64: string, { from }: NativeBuffers): Uint8Array<ArrayBuffer> | undefined {
  const letters = blanks.test(base64) ? base64.replaceAll(blanks, '') : base64
  const bytes = from(letters, 'base64')
  const whole = letters.length - (letters.length % 4 || 4)
  const last = bytesOf(letters.slice(whole))
  if (last === undefined || bytes.length !== (whole / 4) * 3 + last.length) return undefined
  // Compares in pieces, because allocating many megabytes costs more than the comparison.
  for (let at = 0; at < whole; at += piece) {
    const count = Math.min(piece, whole - at)
    const written = from(bytes.buffer, bytes.byteOffset + (at / 4) * 3, (count / 4) * 3).toString('base64')
    if (written !== letters.slice(at, at + count)) return undefined
  }
  return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.length)
}

/** Characters per comparison. A multiple of four. */
const piece = 65_536

const blanks = /[\t\n\f\r ]+/g
