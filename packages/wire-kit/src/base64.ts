/** Bytes as JSON has them. Linear, and some ten times as fast as `btoa`: documents have megabytes. */
export function toBase64(bytes: Uint8Array): string {
  const whole = bytes.length - (bytes.length % 3)
  const letters = new Uint8Array(Math.ceil(bytes.length / 3) * 4)
  let to = 0
  for (let at = 0; at < whole; at += 3) put((bytes[at]! << 16) | (bytes[at + 1]! << 8) | bytes[at + 2]!)
  if (whole < bytes.length) {
    put((bytes[whole]! << 16) | ((bytes[whole + 1] ?? 0) << 8))
    letters.fill(equals, whole + 1 < bytes.length ? to - 1 : to - 2)
  }
  return new TextDecoder().decode(letters)

  function put(three: number): void {
    letters[to++] = alphabet[three >> 18]!
    letters[to++] = alphabet[(three >> 12) & 63]!
    letters[to++] = alphabet[(three >> 6) & 63]!
    letters[to++] = alphabet[three & 63]!
  }
}

/** @returns Undefined: it is no base64. */
export function fromBase64(base64: string): Uint8Array<ArrayBuffer> | undefined {
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

const alphabet = Uint8Array.from('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/', (letter) => letter.charCodeAt(0))
const equals = 0x3d
