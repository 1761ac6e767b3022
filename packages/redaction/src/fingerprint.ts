import { hmac } from '@noble/hashes/hmac.js'
import { sha256 } from '@noble/hashes/sha2.js'
import { bytesToHex, randomBytes, utf8ToBytes } from '@noble/hashes/utils.js'

/** Length of a fingerprint. Two of a hundred values share one once in a million traces. The fingerprint is too short to reveal the value. */
const fingerprintChars = 8
const remembered = 256

export interface Fingerprinter {
  /** Fingerprint of a whole value. */
  of(type: string, value: string): string
  /** Starts a fingerprint of a value that arrives in pieces. */
  begin(type: string): { add(piece: string): void; end(): string }
}

/** @param key - Undefined: a random key, so that fingerprints are comparable only within this redactor. */
export function createFingerprinter(key: string | Uint8Array | undefined): Fingerprinter {
  const secret = key === undefined ? randomBytes(32) : typeof key === 'string' ? utf8ToBytes(key) : key
  const keyed = hmac.create(sha256, secret)
  const last = new Map<string, string>()

  return { of, begin }

  function of(type: string, value: string): string {
    // A secret often occurs many times in a text, and a digest costs more than all other work.
    const name = `${type}\0${value}`
    const known = last.get(name)
    if (known !== undefined) return known
    const made = hex(keyed.clone().update(utf8ToBytes(name)).digest())
    if (last.size >= remembered) last.clear()
    last.set(name, made)
    return made
  }

  function begin(type: string): { add(piece: string): void; end(): string } {
    const digest = keyed.clone().update(utf8ToBytes(`${type}\0`))
    return {
      add: (piece) => void digest.update(utf8ToBytes(piece)),
      end: () => hex(digest.digest()),
    }
  }
}

const hex = (digest: Uint8Array): string => bytesToHex(digest).slice(0, fingerprintChars)
