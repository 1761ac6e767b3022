import { characterSet } from '../characters.ts'
import { ahead, before, secret, type Detected, type Window } from '../window.ts'

const scheme = /otpauth(?:-migration)?$/i
const addressChars = 512
/** Characters that end an address. Names in it may contain spaces. */
const ender = characterSet('\t\n\r"\'`<>|\\{}')
const whole = /^:\/\/[^?]{0,160}\?[^ ]*|^[^ ]*/
const seed = /(?:[?&]|%(?:25)?3F|%(?:25)?26)(?:secret|data)=[A-Za-z0-9+/=%_-]{10,}/i

/** Detects an address for an authenticator: `otpauth://totp/Acme:jane?secret=…`. The colon is at `at`. Redacts the label, too, because it names a person. */
export function detectOtpAddress(window: Window, at: number): Detected {
  const name = scheme.exec(before(window, at, 18))?.[0]
  if (name === undefined || at - name.length < window.floor) return undefined
  const address = ahead(window, at, addressChars, ender)
  if (window.short) return undefined
  const end = ender[address.charCodeAt(address.length - 1)] === 1 ? address.length - 1 : address.length
  const found = whole.exec(address.slice(0, end))![0].replace(/[.,;:)\]}*]+$/, '')
  const value = seed.exec(found)?.[0]
  if (value === undefined || /=(?:secret|your|example|base32)/i.test(value)) return undefined
  return secret(at - name.length, at + found.length, 'one-time-seed')
}
