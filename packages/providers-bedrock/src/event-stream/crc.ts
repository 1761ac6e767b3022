/** Computes the framing's CRC-32, four bytes at a time: a frame may have 16 MB, and its checksum is computed in one step. */
export function crc32(bytes: Uint8Array, from = 0, to = bytes.length): number {
  let sum = 0xffffffff
  let at = from
  for (; at + 4 <= to; at += 4) {
    sum ^= bytes[at]! | (bytes[at + 1]! << 8) | (bytes[at + 2]! << 16) | (bytes[at + 3]! << 24)
    sum = table4[sum & 0xff]! ^ table3[(sum >>> 8) & 0xff]! ^ table2[(sum >>> 16) & 0xff]! ^ table[sum >>> 24]!
  }
  for (; at < to; at++) sum = table[(sum ^ bytes[at]!) & 0xff]! ^ (sum >>> 8)
  return (sum ^ 0xffffffff) >>> 0
}

const table = Int32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1
  return sum
})

/** The same for a byte that one more byte follows. */
const followed = (before: Int32Array): Int32Array => before.map((sum) => table[sum & 0xff]! ^ (sum >>> 8))
const table2 = followed(table)
const table3 = followed(table2)
const table4 = followed(table3)
