import { alphanumeric, base64, base64url, characterSet, dotted, dottedBase64, has, runEnd, spaces } from '../characters.ts'
import { entropy } from '../entropy.ts'
import { ofIdentifier, sensitivity, vendors } from '../key-names.ts'
import { isSecretValue, isUnnamedSecret } from '../values.ts'
import { ahead, before, codeAt, fromFloor, run, secret, secretValue, type Detected, type Window } from '../window.ts'
import { escaped, isName } from './token.ts'

export const fewestLongChars = 14
const maxLong = 512

/** Detects a secret in a word of at least `fewestLongChars` letters and digits, by its shape or by the text before it. */
export function detectLongWord(window: Window, at: number, to: number): Detected {
  // A UUID begins with eight digits.
  if (to - at < fewestLongChars && !(to - at === 8 && window.text[to] === '-')) return undefined
  const stop = run(window, dottedBase64, at, at + maxLong)
  if (window.short || stop - at === maxLong) return undefined
  return detectShaped(window, at, to, stop) ?? detectAnnounced(window, at, stop)
}

function detectShaped(window: Window, at: number, to: number, stop: number): Detected {
  const { text } = window
  const whole = text.slice(at, stop)
  for (const [length, shape, rule, owner] of shapes) {
    if (length !== to - at) continue
    const found = shape.exec(
      whole + (text[stop] === ':' || text[stop] === '|' ? ahead(window, stop, colonChars, spaces) : (text[stop] ?? '')),
    )?.[0]
    if (found !== undefined && (owner === undefined || owner.test(before(window, at, 60)))) return secret(at, at + found.length, rule)
  }
  const first = text[at]
  if (first === 'M' || first === 'N' || first === 'O') {
    const found = /^[MNO][\w-]{22,27}\.[\w-]{6,7}\.[\w-]{27,40}(?![\w.-])/.exec(whole)?.[0]
    if (
      found !== undefined &&
      found.split('.').every((part) => part.length < 8 || (/[a-z]/.test(part) && /[A-Z]/.test(part))) &&
      /\d[^.]*$/.test(found)
    )
      return secret(at, at + found.length, 'discord-token')
  }
  for (const [length, mark, from, characters] of azureMarks) {
    if (!text.startsWith(mark, at + from)) continue
    const end = runEnd(text, characters, at, Math.min(stop, at + length + 1))
    if (end - at === length) return secret(at, end, 'azure-key')
  }
  return undefined
}

/** Maximum length of the parts after a colon. */
const colonChars = 480
/** Length of the first word of a key, its shape, its rule, and the text before it. */
const shapes: readonly (readonly [number, RegExp, string, RegExp?])[] = [
  [14, /^\w{14}\.atlasv1\.[\w=-]{60,90}/, 'terraform-token'],
  // NetNTLM, versions 2 and 1.
  [16, /^[\da-f]{16}:[\da-f]{32}:[\da-f]{40,400}/i, 'password-hash', /::[\w.-]{0,32}:$/],
  [48, /^[\da-f]{48}:[\da-f]{48}:[\da-f]{16}/i, 'password-hash', /::[\w.-]{0,32}:$/],
  [32, /^[0-9a-f]{32}-us\d{1,2}(?!\w)/, 'mailchimp-key'],
  [32, /^[0-9a-f]{32}-[0-9a-f]{8}-[0-9a-f]{8}(?![\w-])/, 'mailgun-key'],
  [32, /^[0-9a-f]{32}\.(?=[a-z]*[A-Z\d])(?=[^a-z]*[a-z])[A-Za-z\d]{16}(?![\w.-])/, 'zhipu-key'],
  [32, /^[0-9a-f]{32}(?![\w-])/, 'asana-token', /(?:^|\D)[0-2]\/\d{12,17}(?:\/\d{12,17})?:$/],
  [32, /^[0-9a-f]{32}(?![\w-])/, 'fal-key', /(?<![\w-])[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}:$/],
  [32, /^[0-9a-f]{32}(?![\w-])/i, 'password-hash', /(?<!\w)[\w$.\\-]{1,32}:\d{3,10}:[0-9a-f]{32}:$/i],
  [30, /^[A-Za-z\d]{30}:[A-Za-z\d+/]{22}={0,2}/, 'bitwarden-token', /(?<!\w)0\.[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\.$/],
  [50, /^[0-9a-f]{10}msh[0-9a-f]{15}p1[0-9a-f]{5,6}jsn[0-9a-f]{11,12}(?!\w)/, 'rapidapi-key'],
  [29, /^[A-Za-z\d]{29}_mmk(?!\w)/, 'maxmind-key', /(?<!\w)[A-Za-z\d]{6}_$/],
  [56, /^[\da-f]{56}(?!\w)/, 'unleash-token', /[\w*-]{1,40}:[\w*-]{1,40}\.$/],
  [27, /^[23][A-Za-z\d]{26}_\d[A-Za-z\d]{20}(?!\w)/, 'ngrok-token'],
  [40, /^(?:eu01xx)?[\da-f]{30,36}(?:FFFF)?NRAL(?!\w)/, 'newrelic-key'],
  [15, /^\d{15}\|[\w-]{27}(?![\w-])/, 'facebook-token'],
  [16, /^\d{16}\|[\w-]{27}(?![\w-])/, 'facebook-token'],
  // A MySQL hash. Two stars are emphasis.
  [40, /^[\dA-F]{40}(?!\*)/, 'password-hash', /(?:^|[^*])\*$/],
]

/** Marks in the middle of Azure keys, which identify the service. */
const azureMarks = [
  [84, 'AZDO', 76, alphanumeric],
  [84, 'JQQJ99', 52, alphanumeric],
  [52, 'AzSe', 42, alphanumeric],
  [56, 'AzFu', 44, base64],
  [44, 'AzCa', 33, base64],
  [44, '+ASb', 33, base64],
  [44, '+AEh', 33, base64],
  [88, '+ASt', 76, base64],
  [88, 'ACDb', 76, base64],
] as const

const hash =
  /\b(?:sha-?\d*|md5|hash|checksum|digest|commit|revision|fingerprint|etag|uuid|guid|id|ids|model|file|path|branch|image|tokens|tokenizer|call|blob|request)\b/i
/** Hashes and identifiers have this shape, too. */
const plain = /^(?:[0-9a-f]+|[0-9A-F]+|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|\d+)$/

/** "… AssemblyAI …, api key" */
const ofVendor = new RegExp(String.raw`(?<![\w-])(?:${vendors})(?![\w-])[ :,"'\x60(*-]{1,5}(?:[a-z]{2,8} )?["'\x60(*]{0,3}$`, 'i')
const namedAfter =
  /^["'`)*]{0,3},? \(?(?:(?:is|as|for|was) )?(?:(?:the|our|my|its|a|an) )?(?:[\w-]{1,12} ){0,2}?(?:(?:api|auth|access)[ _-]?)?(?:key|token|secret|pat)\b/i

/** "… is a valid API key", "use … as the signing secret", "put … in as API key", `"…" // API key` */
const nameAfter =
  /^["'`*;,)]{0,4} {0,3}(?:(?: in| out)? (?:is|as)|\/\/|#|--|\/\*) (?:(?:an?|the|my|our|your|their|its|his|her) )?(?:(?:in)?valid |old |new |current )?((?:[\w-]{1,16} ){0,3}(?:key|token|secret))\b(?! (?:id|count|hash|name|file|type|length))/i
const endsValue = characterSet(' "\'`*;,)')
/** A name with its value, which was judged by this name. */
const assigned = /^[A-Za-z_][\w.-]*=[^=]/

/** Whether a value after a name for keys is one, and no hash or identifier that the text before names. @param between - Text between the name and the value. */
export const isKeyAfter = (context: string, between: string, value: string): boolean =>
  /^[\w+/=.~-]{16,}$/.test(value) &&
  isUnnamedSecret(value) &&
  !isName(value) &&
  isSecretValue(value, 'key', { quoted: false, tight: false }) &&
  !(plain.test(value) && (hash.test(between) || ofIdentifier.test(context + between)))

function detectAnnounced(window: Window, at: number, stop: number): Detected {
  const { text } = window
  if (at > 0 && has(dottedBase64, text.charCodeAt(at - 1)) && text[at - 1] !== '=') return undefined
  const value = text.slice(at, trimmed(text, at, stop))
  if (value.length < 16 || text[at + value.length] === '(' || assigned.test(value) || !isUnnamedSecret(value)) return undefined
  return isNamedKey(window, at, at + value.length) ? secretValue(at, value, 'generic-key') : undefined
}

const isNamedKey = (window: Window, at: number, to: number): boolean =>
  (ofVendor.test(before(window, at, 40)) && namedAfter.test(ahead(window, to, 40, '\n'))) ||
  (has(endsValue, codeAt(window, to)) && sensitivity(nameAfter.exec(ahead(window, to, 64, '\n'))?.[1] ?? '') === 'key')

function trimmed(text: string, at: number, stop: number): number {
  let to = stop
  while (to > at && '.-/~'.includes(text[to - 1]!)) to--
  return to
}

/** A prefix that no token rule knows, with a body too long and mixed for a name or identifier: `polar_oat_…`. */
const prefixed = /^[a-z][a-z\d]{1,14}(?:[_-][a-z\d]{1,12}){0,3}?[_-](?=[\w-]{30})[\w-]*[A-Za-z\d]{14}/
/** The body in one piece, behind one or two words. */
const soleBody = /^[a-z][a-z\d]{1,14}(?:_[a-z]{2,12})?_([A-Za-z\d]{30,})$/
/** Prefixes of hashes, public keys, and ids of requests and objects. */
const noSecretPrefix =
  /^(?:sha|pk|pub|publishable|anon|cl|client|cs|ch|evt|batch|ecfg|user|org|team|sb[_-]publishable|phc|npub|xpub|did|urn|etag|rsn|integrity|hash|nonce|boundary|gen|run|thread|asst|file|dpl|prj|toolu|tooluse|v)\d*[_-]|(?:cmpl|msg|call|req|resp|rs|fc)[_-]|[_-](?:pk|pub|public|publishable|anon|id)[_-]/
const mixedPart = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z]).{8}/
const maxPrefixed = 320

/** Detects a key by its shape. Its prefix ends with the `_` or `-` at `to`. */
export function detectPrefixed(window: Window, at: number, to: number): Detected {
  const { text } = window
  if (to - at > 15 || (at > 0 && has(dottedBase64, text.charCodeAt(at - 1)) && (text[at - 1] !== '=' || text[at - 2] === '=')))
    return undefined
  const stop = run(window, base64url, at, at + maxPrefixed)
  if (
    window.short ||
    stop - at < 33 ||
    stop - at === maxPrefixed ||
    ('.+/=@~%'.includes(text[stop] ?? ' ') && has(dottedBase64, codeAt(window, stop + 1)))
  )
    return undefined
  const value = text.slice(at, stop)
  if (!prefixed.test(value) || noSecretPrefix.test(value)) return undefined
  const body = soleBody.exec(value)?.[1] ?? value.slice(value.search(/[A-Z]/))
  const isKey =
    body.length >= 30 &&
    !/[a-z]{8}|[A-Z]{12}|(?:[A-Z][a-z]+){6}/.test(body) &&
    entropy(body) >= 4.3 &&
    body.split(/[_-]/).some((piece) => mixedPart.test(piece))
  return isKey ? secret(at, trimmed(text, at, stop), 'prefixed-key') : undefined
}

/** Characters of a Microsoft Entra secret before its `~`. */
const entraChars = 5

/** Detects a Microsoft Entra secret by the `Q~` in its middle. */
export function detectEntra(window: Window, at: number): Detected {
  const { text } = window
  const start = at - entraChars
  if (start < 0 || text[at - 1] !== 'Q') return undefined
  if (start > 0 && has(dotted, text.charCodeAt(start - 1)) && !escaped(text, start)) return undefined
  const found = /^[\w~.]{3}\dQ~[\w~.-]{31,34}/.exec(text.slice(start, at) + ahead(window, at, 35))?.[0]
  // A custom pattern may already have replaced its beginning.
  return found === undefined ? undefined : fromFloor(window, secret(start, start + found.length, 'azure-secret'))
}
