import { characterSet, emailLocal, except, has, isWideLetter } from '../characters.ts'
import { ahead, begins, reached, type Detected, type Window } from '../window.ts'
import { isPlace } from './place.ts'
import { domainAt } from './spelt-address.ts'
import { isTopLevel } from './top-level.ts'

export const maxLocalChars = 64
const maxDomainChars = 190
const notOfWrap = except(characterSet(' \t\r\n>'))
const domain = characterSet('A-Za-z0-9.-')
/** Letters, marks and digits of any script, as in internationalised addresses (RFC 6531). */
const wide = String.raw`\p{L}\p{M}\p{N}`
const asciiHost = /^(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?\.){1,8}(?:[A-Za-z]{2,24}|xn--[a-z0-9-]{2,40})(?![A-Za-z0-9])/
const wideHost = new RegExp(`^(?:[${wide}](?:[${wide}-]{0,61}[${wide}])?\\.){1,8}[\\p{L}\\p{M}]{2,24}(?![A-Za-z0-9])`, 'u')
/** Scripts without spaces between words. Text in them before an ASCII name is not part of the address. */
const unspaced = /^.*[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af](?=[!-~]+$)/

/** Detects an e-mail address around the `@` (or `%40`) at `at`. */
export function detectEmail(window: Window, at: number, width: number): Detected {
  const { text, floor } = window
  let start = at
  while (start > floor && at - start <= maxLocalChars && isLocal(text.charCodeAt(start - 1))) start--
  if (start === at && at - floor > 3) return detectQuoted(window, at)
  if (at - start > maxLocalChars || start === at) return undefined
  const wrap = width === 1 ? (/^[ \t]?\r?\n[ \t>]{0,8}(?=[A-Za-z0-9])/.exec(ahead(window, at + 1, 12, notOfWrap))?.[0].length ?? 0) : 0
  const from = at + width + wrap
  const limit = from + maxDomainChars
  let to = from
  while (to < limit && to < window.end && (has(domain, text.charCodeAt(to)) || isWideLetter(text.charCodeAt(to)))) to++
  reached(window, to, limit)
  if (window.short) return undefined
  // Removes URL encoding, escapes and quotes before the address.
  const local = text.slice(start, at)
  const own = (text[start - 1] === '\\' ? local.replace(/^(?:u[0-9A-Fa-f]{4}(?=.)|[nrtbf])/, '') : local).replace(
    /^(?:%[0-9A-Fa-f]{2}|['%+.-])+/,
    '',
  )
  const name = /^(?:.*%(?:3D|3A|20|22|27|3C|2C|3B|26|2F))(.+)$/i.exec(own)?.[1] ?? own.replace(unspaced, '')
  if (name === '' || !(/[\w+-]$/.test(name) || isWideLetter(name.charCodeAt(name.length - 1)))) return undefined
  const place = text[from] === '[' ? ahead(window, from, literalChars, notOfLiteral) : text.slice(from, to)
  if (window.short) return undefined
  const host = hostAt(place)
  if (host === undefined) return turned(window, at, from, name) ?? spelt(window, at, from, name)
  if (name.includes('..')) return undefined
  const begin = at - name.length
  // The password of a URL: `https://user:pass@host`.
  if (text[begin - 1] === ':' && isPlace(window, begin - 1)) return undefined
  if (text[begin - 1] === ':' && /:\/\/[^\s/@]{0,64}$/.test(text.slice(Math.max(0, begin - 72), begin))) return undefined
  // Its user: `https://jane@host`, `postgres://jane@host`. For a mailbox, it is an address.
  if (/(?<!mailto|smtps?|imaps?|pop3s?|xmpp|sips?|acct):\/\/$/i.test(text.slice(Math.max(0, begin - 10), begin))) return undefined
  // An SSH address, as in git remotes: `git@github.com:owner/repo`.
  if (name === 'git') return undefined
  // Identifiers of messages and their parts have the form of addresses.
  if (text[begin - 1] === '<' && messageId.test(text.slice(Math.max(0, begin - 24), begin))) return undefined
  const value = `${name}@${host}`.toLowerCase()
  return { start: begin, end: from + host.length, type: 'email', value }
}

/** Detects an address in quoted-printable text: `jane=40example.com`. */
export const detectPrinted = (window: Window, at: number): Detected =>
  begins(window, '=40', at) && /[A-Za-z]/.test(ahead(window, at + 3, 1)) ? detectEmail(window, at, 3) : undefined

const messageId = /(?:message-id|content-id|cid|in-reply-to|references|x-\w{1,12}-id):? ?<$/i
/** An address in place of a host's name: `jane@[203.0.113.5]`. */
const literal = /^\[(?:\d{1,3}(?:\.\d{1,3}){3}|IPv6:[\da-fA-F:.]{2,45})\]/
const literalChars = 56
const notOfLiteral = except(characterSet('[0-9A-Fa-fIPv:.'))

/** Files with the endings of countries: `logo@2x.md`, `main@v1.rs`, `malloc@libc.so.6`. */
const file = /^(?:v?[\d.]{1,12}x?|lib[a-z\d+_-]{1,40})\.(?:md|rs|py|sh|so|cc|ml|pl|ps)(?!\w)/i

/** The host at the start of `place`. Undefined for a name without a known top level. */
function hostAt(place: string): string | undefined {
  const host = asciiHost.exec(place)?.[0] ?? wideHost.exec(place)?.[0]
  const top = host?.slice(host.lastIndexOf('.') + 1) ?? ''
  if (host === undefined) return literal.exec(place)?.[0]
  return /^[!-~]*$/.test(top) && (!isTopLevel(top) || file.test(host)) ? undefined : host
}

const quotedLocal = /(?:^|[\s<>([,;:='`]|"(?=\\))(\\?"[A-Za-z\d][^\s"\\@]{0,30}(?: [^\s"\\@]{0,30})?[A-Za-z\d]\\?")$/

/** The first of two words of a quoted name, which may become one. */
export const halfQuoted = /\\?"[A-Za-z\d][^\s"\\@]{0,30} $/

/** Detects an address with a quoted name: `"jane,doe"@example.com`. The `@` is at `at`. */
function detectQuoted(window: Window, at: number): Detected {
  const local = quotedLocal.exec(window.text.slice(Math.max(window.floor, at - maxLocalChars - 5), at))?.[1]
  if (local === undefined || (local[0] === '\\') !== (local.at(-2) === '\\')) return undefined
  const host = hostAt(ahead(window, at + 1, maxDomainChars, notOfDomain))
  return host === undefined || window.short
    ? undefined
    : { start: at - local.length, end: at + 1 + host.length, type: 'email', value: `${local.replaceAll('\\', '')}@${host}`.toLowerCase() }
}
const [notOfDomain, notOfLocal] = [except(domain), except(emailLocal)]

const isLocal = (code: number): boolean => has(emailLocal, code) || isWideLetter(code)

/** Detects an address whose letters are reversed: `moc.elpmaxe@enaj`. */
function turned(window: Window, at: number, from: number, name: string): Detected {
  const local = /^[\w.+-]{2,60}\w/.exec(ahead(window, from, maxLocalChars, notOfLocal))?.[0]
  if (
    local === undefined ||
    !/^(?:moc|gro|ude|ten|ofni|oi|ved|rf|lp|ur|ed|ta|hc|ti|se|ln|eb|ac|ku\.oc)(?:\.[a-z\d-]{2,40}){1,3}$/i.test(name)
  )
    return undefined
  const value = [...`${name}@${local}`].reverse().join('').toLowerCase()
  return { start: at - name.length, end: from + local.length, type: 'email', value }
}

/** Detects an address with a spelled-out dot: `jane@example dot com`. */
function spelt(window: Window, at: number, from: number, name: string): Detected {
  const place = domainAt(window, from)
  if (place === undefined || place.spelt === 0) return undefined
  return { start: at - name.length, end: place.end, type: 'email', value: `${name}@${place.value}`.toLowerCase() }
}
