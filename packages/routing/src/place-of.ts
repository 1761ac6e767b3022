/**
 * Hashes a text to a number. It is the same in each process, and for most purposes as good as a random one.
 *
 * @returns 0 to below 1, in steps of 2^-32.
 */
export function placeOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  // FNV-1a leaves texts that differ only at the end close together, so MurmurHash3's final mix is added.
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b)
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35)
  return ((hash ^ (hash >>> 16)) >>> 0) / 2 ** 32
}
