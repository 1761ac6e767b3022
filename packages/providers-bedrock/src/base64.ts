/** Bytes as the wire spells them. The official client hands them out decoded. */
export function toBase64(bytes: Uint8Array): string {
  let binary = ''
  for (let from = 0; from < bytes.length; from += 4096) binary += String.fromCharCode(...bytes.subarray(from, from + 4096))
  return btoa(binary)
}
