/**
 * Layout of a frame's headers:
 *
 *     length of the name (8 bits), name, type (8 bits), value of the type's size; bytes and strings have their length (16 bits) before them
 *
 * Source: Amazon's description of event stream encoding.
 */
const STRING = 7
/** Sizes of values in bytes, by type: true, false, byte, short, integer, long, bytes, string, timestamp, uuid. */
const sizes = [0, 0, 1, 2, 4, 8, undefined, undefined, 8, 16] as const

/** Reads the string headers, by name. The last one of a name wins. Undefined if the bytes are malformed. */
export function readStringHeaders(bytes: Uint8Array): ReadonlyMap<string, string> | undefined {
  const found = new Map<string, string>()
  let at = 0
  while (at < bytes.length) {
    const nameFrom = at + 1
    at = nameFrom + bytes[at]!
    const name = textAt(bytes, nameFrom, at)
    const type = bytes[at++]
    if (type === undefined || type >= sizes.length) return undefined
    let size: number | undefined = sizes[type]
    if (size === undefined) {
      if (at + 2 > bytes.length) return undefined
      size = bytes[at]! * 0x100 + bytes[at + 1]!
      at += 2
    }
    at += size
    if (at > bytes.length) return undefined
    if (type === STRING) found.set(name, textAt(bytes, at - size, at))
    else found.delete(name)
  }
  return found
}

/** @param headers - Names of up to 255 bytes, values of up to 65,535. */
export function writeStringHeaders(headers: readonly (readonly [name: string, value: string])[]): Uint8Array {
  const encoder = new TextEncoder()
  const written = headers.map(([name, value]) => {
    const [first, second] = [encoder.encode(name), encoder.encode(value)]
    return [first.length, ...first, STRING, second.length >>> 8, second.length & 0xff, ...second]
  })
  return Uint8Array.from(written.flat())
}

let decoder: InstanceType<typeof TextDecoder> | undefined

/** The decoder is created on first use, so that an import needs no global of the platform. */
const textAt = (bytes: Uint8Array, from: number, to: number): string => (decoder ??= new TextDecoder()).decode(bytes.subarray(from, to))
