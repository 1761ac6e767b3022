/**
 * CRC-32 of a few bytes, bit by bit. Only for the first eight of a frame, which must be known to be right before their
 * length is believed; whole frames are checked by the codec.
 */
export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff
  for (const byte of bytes) {
    sum ^= byte
    for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  }
  return (sum ^ 0xffffffff) >>> 0
}
