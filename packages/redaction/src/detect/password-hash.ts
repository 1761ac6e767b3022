import { characterSet, except, has } from '../characters.ts'
import { ahead, codeAt, type Detected, type Window } from '../window.ts'

/** First characters of the algorithm. */
const first = characterSet('1-9agkmPpsSyb')
const dollar = 36
/** A dollar, which shells escape and Compose files double. */
const mark = String.raw`(?:\\{0,3}\$|\$\$)`
const base = '[./A-Za-z0-9]'
const shapes = [
  `2[abxy]?${mark}\\d\\d${mark}${base}{53}`,
  `(?:1|apr1)${mark}${base}{1,8}${mark}${base}{22}`,
  `[PH]${mark}${base}{31}`,
  `S${mark}${base}{52}`,
  // Cisco types 8 and 9.
  `[89]${mark}${base}{14}${mark}${base}{43}`,
  // Kerberos tickets, encrypted with a password.
  `krb5(?:tgs|asrep|pa)${mark}\\d{1,2}${mark}[\\w*$.@:/-]{32,360}`,
  // `$6$rounds=5000$salt$hash`, `$y$j9T$salt$hash`, `$argon2id$v=19$m=65536,t=3,p=4$salt$hash`
  `(?:[5673y]|gy|sm3|md5|sha1|argon2(?:id|i|d)|scrypt|bcrypt-sha256|pbkdf2(?:-sha(?:1|256|384|512))?)${mark}(?:[\\w=,.+/-]{1,80}${mark}){1,4}[./A-Za-z0-9+_-]{22,128}={0,2}`,
]
const shape = new RegExp(`^${mark}(?:${shapes.join('|')})(?![./A-Za-z0-9])`)
/** Maximum length of a hash. */
const hashChars = 420
const ender = except(characterSet('./A-Za-z0-9$\\\\=,+_*@:-'))

/** Detects a stored password hash: `$6$…`, `$2y$10$…`, `$argon2id$…`. It can be cracked offline, and is then as good as the password. */
export function detectPasswordHash(window: Window, at: number): Detected {
  let next = at + 1
  if (codeAt(window, next) === dollar) next++
  if (window.short || !has(first, codeAt(window, next))) return undefined
  const found = shape.exec(ahead(window, at, hashChars, ender))?.[0]
  return found === undefined
    ? undefined
    : {
        start: at,
        end: at + found.length,
        type: 'secret',
        rule: 'password-hash',
        value: found.replace(/\\+|\$(?=\$)/g, ''),
      }
}
