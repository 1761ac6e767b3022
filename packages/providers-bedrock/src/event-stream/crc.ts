/** Computes the framing's CRC-32, with a table. @param before - Checksum of the bytes before these. Default: of none. */
export function crc32(bytes: Uint8Array, from = 0, to = bytes.length, before = 0): number {
  let sum = before ^ 0xffffffff
  for (let at = from; at < to; at++) sum = table[(sum ^ bytes[at]!) & 0xff]! ^ (sum >>> 8)
  return (sum ^ 0xffffffff) >>> 0
}

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  return sum
})
