import { alphanumeric, base64, base64url, characterSet, dotted, dottedBase64, except, has, keyName, runEnd, spaces } from '../characters.ts'
import { entropy } from '../entropy.ts'
import { isOfVendor, keyOfVendor, sensitivity, spokenSecret, vendors, type Sensitivity } from '../key-names.ts'
import { isEncrypted, isPasswordLike, isPlaceholder, isSecretValue, isUnnamedSecret } from '../values.ts'
import { ahead, before, codeAt, fromFloor, run, type Detected, type SensitiveSpan, type Window } from '../window.ts'
import { callWords, detectPositional } from './argument.ts'
import { detectValue } from './assignment.ts'
import { commandWords, detectCommandLine } from './command.ts'
import { detectForeign, detectOneTime, detectPair, detectPass, detectSpoken, detectUsed, foreignWords, isPhrase } from './spoken.ts'
import { detectListed } from './row.ts'
import { detectInNextLine } from './table.ts'
import { escaped } from './token.ts'

/** Words that may announce a secret without any sign: "Bearer …", "the password is …", `--token …`. */
export const announcingWords: readonly string[] = [
  ...(
    'pin puk cvv cvc tan geheimzahl zugangsdaten identifiants credenciales logowania credenciais credenziali inloggegevens logs logged admin root administrator values bearer basic password passwd passphrase passcode pwd pw pass identified seed mnemonic recovery backup security combination alarm door gate keypad unlock voicemail garage token secret key credential credentials creds ' +
    'sshpass log authorization zugang storepassword keypassword bindpw psk ssws authtoken with use using enter type try mit pat typed entered now setup manual authenticator totp otp mfa verification'
  ).split(' '),
  ...foreignWords,
  ...callWords,
  ...commandWords,
]
/** Titles of columns, besides the words above. */
export const columnWords = 'phone mobile tel telefon cell fax handy dob birth birthdate geburtsdatum ssn card iban'.split(' ')

/** Characters after a word that decide most cases. */
const nextChars = 12

/** Detects a secret after the word from `at` to `to`, one of `announcingWords`. */
export function detectAfterWord(window: Window, at: number, to: number): Detected {
  const { text } = window
  const one = text.slice(at, to).toLowerCase()
  const next = ahead(window, to, nextChars)
  if (window.short) return undefined
  if (next !== '' && showing.has(one)) {
    const shown = detectShown(window, to)
    if (shown !== undefined || window.short) return shown
  }
  if (one === 'bearer' || one === 'basic' || one === 'ssws') return detectScheme(window, to, one)
  if (/^(?:pin|puk|cv[vc]|tan|geheimzahl|combination)$/.test(one) || (doors.test(one) && /^[ _-](?:code|pin)\b/i.test(next)))
    return detectPin(window, to, one) ?? (doors.test(one) ? detectSpoken(window, to + 5, 'password') : undefined)
  if (one === 'sshpass')
    return next.startsWith(' -p') ? detectValue(window, to + (next[3] === ' ' ? 4 : 3), 'password', true, false) : undefined
  if (one === 'identified') return detectIdentified(window, to)
  if (one === 'security') return /^ code[: ]/.test(next) ? detectPin(window, to, 'security') : undefined
  switch (one) {
    case 'mnemonic':
    case 'recovery':
      return detectSeedPhrase(window, to) ?? detectCodes(window, to)
    case 'backup':
      return next.startsWith(' code') ? detectCodes(window, to) : undefined
    case 'passphrase': {
      const phrase = plainPhrase.exec(ahead(window, to, 96, '\n'))?.[1]
      const start = to + ahead(window, to, 96, '\n').indexOf(phrase ?? '\n')
      if (phrase !== undefined && isPhrase(phrase)) return secret(start, start + phrase.length, 'password')
      break
    }
    case 'seed':
      return detectSeedPhrase(window, to) ?? detectOneTime(window, to)
    case 'setup':
    case 'manual':
    case 'authenticator':
    case 'totp':
    case 'otp':
    case 'mfa':
    case 'verification':
      return detectOneTime(window, to) ?? (one === 'otp' || next.startsWith(' code') ? detectPin(window, to, one) : undefined)
    case 'with':
    case 'use':
    case 'using':
    case 'enter':
    case 'type':
    case 'try':
    case 'mit':
    case 'typed':
    case 'entered':
    case 'now':
      return detectUsed(window, to)
    case 'pass':
      if (text.startsWith('PASS', at) && next[0] === ' ') {
        const line = detectSetting(window, at, to, 'password')
        if (line !== undefined) return line
      }
      if (text.startsWith('--', at - 2)) return detectValue(window, to + 1, 'password', true, false)
      if (text[at - 1] === '_' && next[0] === ' ') return configured(window, to + 1)
      return detectPass(window, to) ?? (/^ (?:is|was|=|:|[-~=]>|[→⇒➜])/.test(next) ? detectSpoken(window, to, 'password') : undefined)
    case 'creds':
    case 'zugangsdaten':
    case 'logowania':
    case 'credenciais':
    case 'credenziali':
    case 'inloggegevens':
    case 'identifiants':
    case 'credenciales':
      return detectPair(window, to)
  }
  if (one === 'values') return detectListed(window, at, to)
  if (one === 'admin' || one === 'root' || one === 'administrator')
    return next.startsWith(' / ') ? detectValueAfterUser(window, to + 3) : undefined
  if (one.startsWith('log') && one !== 'login' && one !== 'logowania')
    return next.startsWith(' in ') ? detectPair(window, to + 3) : undefined
  if (one === 'login' && /^(?:\s?[:=]|\s(?:is|was)\b)/.test(next.slice(0, 6))) {
    const pair = detectPair(window, to)
    if (pair !== undefined) return pair
  }
  const other = detectForeign(window, at, to, one, next) ?? detectCommandLine(window, to, one) ?? detectPositional(window, to, one)
  if (other !== undefined) return other
  if (one === 'credentials') {
    const pair = detectPair(window, to)
    if (pair !== undefined) return pair
  }
  if (one === 'key' || one === 'token' || one === 'secret') {
    const seed = one === 'secret' ? detectOneTime(window, to) : undefined
    if (seed !== undefined) return seed
    const grouped = hexGroups.exec(ahead(window, to, 180, notOfGroups))
    if (grouped !== null) return secret(to + grouped[0].length - grouped[1]!.length, to + grouped[0].length, 'generic-key')
  }
  if (one === 'password' && /\bapp(?:lication)?[ _-]$/i.test(before(window, at, 13))) {
    const grouped = groupsOfFour.exec(ahead(window, to, 64, '\n'))
    if (grouped !== null) return secret(to + grouped[0].length - grouped[1]!.length, to + grouped[0].length, 'password')
  }
  let from = at
  while (from > 0 && at - from < 48 && has(keyName, text.charCodeAt(from - 1))) from--
  const option = text[from] === '-'
  if (option && next[0] === ' ') {
    const kind = sensitivity(text.slice(from, to).replace(/^-+/, ''))
    return kind === undefined ? undefined : detectValue(window, to + (next.startsWith(' <<< ') ? 5 : 1), kind, true, false)
  }
  const named = one === 'key' && /^(?: is|:| ?=)/.test(next) && ofNetwork.test(before(window, from, 80)) ? 'password' : sensitivity(text.slice(from, to))
  // The name may continue: `ENV SECRET_KEY_BASE …`, `key-string …`.
  const end = next[0] === '_' || next[0] === '-' ? run(window, keyName, to, to + 24) : to
  if (window.short) return undefined
  const setting = detectSetting(window, from, end, end === to ? named : sensitivity(text.slice(from, end)))
  if (setting !== undefined) return setting
  const under =
    named === 'password' || (named === 'key' && /^[A-Z\d_]+$/.test(text.slice(from, to))) ? detectInNextLine(window, to, named) : undefined
  if (under !== undefined) return under
  if (!' \t"\'`*,?]»”“’….'.includes(next[0] ?? ' ')) return undefined
  let name = text.slice(from, to)
  if (text[from - 1] === ' ' && (one === 'key' || one === 'token' || one === 'secret')) {
    const previous = /[A-Za-z]{1,20}$/.exec(before(window, from - 1, 20))?.[0]
    if (isOfVendor(before(window, from, 40))) name = `vendor_api_${one}`
    else if (previous !== undefined) name = `${previous}_${name}`
  }
  // In two words such as "the token", only the second counts.
  const kind = named === 'password' ? named : sensitivity(name)
  return kind === undefined ? undefined : detectSpoken(window, to, kind, one === 'secret')
}

const ofNetwork = /\b(?:wi-?fi|wlan|ssid|hotspot)\b[^\n.]{0,48}$/i
/** The mark of an encryption or notation may precede the value. */
const setting = /^ ((?:(?:\d|ENC|ascii(?:-text)?|hexadecimal|encrypted|md5|sha) ){0,2})["']?([^\s"']{6,128})["']?;?[ \t]*(?:\r?\n|$)/
const settingChars = 160
/** A name of several words, or in capitals, as no sentence has it. */
const isName = /[a-z\d][_-][a-z]|[a-z][A-Z]|^[A-Z\d_-]{4,}$/i

/** Detects the password after a user and a slash: `# admin / …`. */
function detectValueAfterUser(window: Window, at: number): Detected {
  const value = /^\S{6,64}(?=\s|$)/.exec(ahead(window, at, 66, spaces))?.[0].replace(/["'`.,;)]+$/, '')
  return value !== undefined && isPasswordLike(value) ? secret(at, at + value.length, 'password') : undefined
}

/** Detects a setting with a blank before its value, which ends the line: `ENV DB_PASSWORD …`, `enable password 0 …`. The name is from `from` to `at`. */
function detectSetting(window: Window, from: number, at: number, kind: Sensitivity | undefined): Detected {
  if ((kind !== 'password' && kind !== 'key') || codeAt(window, at) !== 32) return undefined
  const found = setting.exec(ahead(window, at, settingChars, '\n'))
  const isTyped = found !== null && found[1] !== ''
  if (found === null || window.short || found[0].length === settingChars) return undefined
  const value = found[2]!
  const begins = /(?:^|\n)[ \t]{0,8}$/.test(before(window, from, 9))
  if (!isTyped && !begins && !isName.test(window.text.slice(from, at))) return undefined
  if (kind === 'password' || isTyped ? !isPasswordLike(value) && !(isTyped && (isEncrypted(value) || isUnnamedSecret(value))) : !isSecretValue(value, kind, { quoted: false, tight: false }))
    return undefined
  const start = at + found[0].indexOf(value, found[1]!.length + 1)
  return secret(start, start + value.length, kind === 'password' ? 'password' : 'generic-key')
}

const showing = new Set(['pass', 'password', 'secret', 'token', 'key'])
/** A command at a prompt whose output is a secret: `$ pass show db`, `$ vault kv get -field=password …`. */
const showingCommand =
  /(?:^|\n)[^\n]{0,40}[$#%>❯] (?:sudo )?(?:vault|pass|gopass|op|bw|aws|gcloud|kubectl|oc|security|az|doppler|heroku|chamber|sops|secret-tool|keyring|lpass)\b[^\n|]{0,120}$|(?:^|\n)[^\n]{0,40}[$#%>❯] pass$/
const output = /^[^\n]{0,120}\n["'`]?([^\s"'`]{6,128})["'`]?[ \t]*(?:\r?\n|$)/

/** Detects the output of a command in the line after it. A word of the command ends at `at`. */
function detectShown(window: Window, at: number): Detected {
  if (!showingCommand.test(before(window, at, 200))) return undefined
  const found = output.exec(ahead(window, at, 256))
  const value = found?.[1]
  if (found === null || window.short || value === undefined || !(isPasswordLike(value) || isUnnamedSecret(value))) return undefined
  const start = at + found[0].indexOf(value, found[0].indexOf('\n'))
  return secret(start, start + value.length, 'password')
}

const shortNumber =
  /^(?:[ _-]?(?:code|number|nummer|num|2))?(?: (?:for|of|to|für|de|del|della|von|zu|pour) [^\d\n:.]{1,28}?)?["'`*_]{0,2}(?: ?[:=] ?| ?-> ?| (?:is|was|ist|lautet|war|est|es|è|é|to)(?: now| jetzt)?:? ?)["'`*_]{0,3}(\d{3,8})(?![\w]|[.,:/-]\d)/i

const doors = /^(?:alarm|door|gate|keypad|unlock|voicemail|garage)$/
const combination = /^(?: (?:is|was)|:) (\d{1,2}(?:[ -]\d{1,2}){2,3})(?![\w-])/
/** Plain words up to the end of a line. */
const plainPhrase = /^(?: ?[:=]| is| was) ["'`]?([a-z]{3,9}(?:[ -][a-z]{3,9}){3,9})["'`.]?\s?$/
/** Codes of one use, with digits, in a list: `4f8k-92ja, x7q2-1b3c`. */
const codes =
  /^ codes?["'`*]{0,2}(?: (?:is|are))?:?["'`*\s]{1,6}(?:\d{1,2}[.)] )?((?:(?=[a-z-]*\d)[a-z\d]{4,10}(?:-[a-z\d]{4,10}){0,4}[\s,]{1,4}(?:\d{1,2}[.)] )?){0,19}(?=[a-z-]*\d)[a-z\d]{4,10}(?:-[a-z\d]{4,10}){0,4})(?![\w-])/i
const codesChars = 300
const noCodes = characterSet('!?{}')

function detectCodes(window: Window, at: number): Detected {
  const found = codes.exec(ahead(window, at, codesChars, noCodes))
  if (found === null || found[1]!.length < 8) return undefined
  const to = at + found[0].length
  return secret(to - found[1]!.length, to, 'generic-key')
}

const cardCode = /^2? (\d{3,4})(?![\w]|[.,:/-]\d)/
const securityCode = /^ code:? (\d{3,4})(?![\w]|[.,:/-]\d| [A-Za-z])/
const bareNumber = /^(?:[ -]code)? (\d{4,8})(?![\w]|[.,:/-]\d)/i

/** Detects a PIN: "PIN: 4821", "the CVV is 123". The word ends at `at`. */
function detectPin(window: Window, at: number, one: string): Detected {
  const line = ahead(window, at, 64, '\n')
  if (one === 'combination' && !/(?:safe|lock(?:er)?|vault|case|door) $/i.test(before(window, at - one.length, 8))) return undefined
  const found =
    (one === 'combination' ? combination : one === 'security' ? securityCode : shortNumber).exec(line) ??
    (doors.test(one) ||
    window.text.slice(at - 3, at) === 'PIN' ||
    /\b(?:my|your|his|her|their|meine|seine|ihre|mi|su|mon|son) \w{2,3}$/i.test(before(window, at, 12))
      ? bareNumber.exec(line)
      : one.startsWith('cv')
        ? cardCode.exec(line)
        : null)
  const value = found?.[1]
  if (found === null || value === undefined || (value.length < 4 && !one.startsWith('cv') && one !== 'security')) return undefined
  // An Indian postal code has six digits.
  if (value.length === 6 && one === 'pin' && /^[ _-]?code/i.test(found[0])) return undefined
  const to = at + found[0].length
  return secret(to - value.length, to, 'pin')
}

/** Detects SQL passwords: `IDENTIFIED BY '…'`, `IDENTIFIED WITH plugin BY '…'`. */
function detectIdentified(window: Window, to: number): Detected {
  const by = /^ (?:with [\w'"]{1,40} )?by (?:password )?/i.exec(ahead(window, to, 70))?.[0]
  return by === undefined || codeAt(window, to + by.length) === backtick
    ? undefined
    : detectValue(window, to + by.length, 'password', false, false)
}

/** Detects configured passwords: `auth_pass …`, `#define WIFI_PASS "…"`. */
function configured(window: Window, from: number): Detected {
  const found = detectValue(window, from, 'password', true, false)
  return found !== undefined && isPasswordLike(window.text.slice(found.start, found.end)) ? found : undefined
}

/** A hexadecimal key in groups. */
const hexGroups =
  /^["'`*]{0,2}(?: (?:is|was|=)| ?[:=])? ?["'`*]{0,2}((?:[\da-f]{4}[ -]){7,15}[\da-f]{4}|(?:[\da-f]{8}[ -]){3,7}[\da-f]{8})(?![\w-])/i
const notOfGroups = except(characterSet('A-Za-z0-9 :="\'`*-'))
/** An app password in groups of four: in lower case for Google, with capitals or digits for WordPress. */
const groupsOfFour =
  /^["'`*]{0,2}(?: (?:is|was|=)|[:=]) ?["'`*]{0,2}((?=.{0,28}[A-Z\d])(?:[A-Za-z\d]{4} ){5}[A-Za-z\d]{4}|(?:[a-z]{4} ){3}[a-z]{4})(?![A-Za-z\d])/

/** Seed phrase of a wallet: twelve to twenty-four words of three to eight letters, as in the standard list. */
const seedPhrase =
  /^(?: (?:phrase|words?|seed|key)){0,2}["'`*]{0,2}(?: is| are| was)?(?:[:=]["'`*\s]{0,4}|["'`*\s]{1,4})((?:[a-z]{3,8}[ ,\n]{1,2}){11,23}[a-z]{3,8})(?![A-Za-z])/i
const backtick = 96
const seedChars = 300
const noPhrase = characterSet('.!?{}')

function detectSeedPhrase(window: Window, at: number): Detected {
  const found = seedPhrase.exec(ahead(window, at, seedChars, noPhrase))
  if (found === null) return undefined
  const to = at + found[0].length
  return secret(to - found[1]!.length, to, 'seed-phrase')
}

function detectScheme(window: Window, to: number, scheme: string): Detected {
  const { text } = window
  const from = to + /^[:,]? {0,4}/.exec(ahead(window, to, 4))![0].length
  if (from === to || text[from - 1] === ':') return undefined
  let stop = run(window, dottedBase64, from, from + 513)
  const long = stop - from === 513
  if (!long) while (stop > from && '.-/'.includes(text[stop - 1]!)) stop--
  const value = text.slice(from, stop)
  if (scheme === 'basic') {
    if (value.length < 8 || value.length % 4 === 1 || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return undefined
    const decoded = decode(value)
    return decoded?.includes(':') && /^[\x20-\x7e]*$/.test(decoded)
      ? { start: from, end: stop, type: 'secret', rule: 'basic-auth' }
      : undefined
  }
  if (value.length < 16 || isPlaceholder(value) || !/\d/.test(value)) return undefined
  return { start: from, end: stop, type: 'secret', rule: 'bearer', ...(long && { rest: dottedBase64 }) }
}

function decode(value: string): string | undefined {
  try {
    return atob(value)
  } catch {
    return undefined
  }
}

const minLong = 14
const maxLong = 512

/** Detects a secret in a word of at least `minLong` letters and digits, by its shape or by the text before it. */
export function detectLongWord(window: Window, at: number, to: number): Detected {
  if (to - at < minLong) return undefined
  const stop = run(window, dottedBase64, at, at + maxLong)
  if (window.short || stop - at === maxLong) return undefined
  return detectShaped(window, at, to, stop) ?? detectAnnounced(window, at, stop)
}

function detectShaped(window: Window, at: number, to: number, stop: number): Detected {
  const { text } = window
  const whole = text.slice(at, stop)
  for (const [length, shape, rule, owner] of shapes) {
    if (length !== to - at) continue
    const found = shape.exec(whole + (text[stop] === ':' ? ahead(window, stop, colonChars, spaces) : (text[stop] ?? '')))?.[0]
    if (found !== undefined && (owner === undefined || owner.test(before(window, at, 60)))) return secret(at, at + found.length, rule)
  }
  // An older Azure DevOps token, without a prefix.
  if (
    to - at === 52 &&
    stop === to &&
    !has(base64url, text.charCodeAt(at - 1)) &&
    /^(?=(?:.*\d){4})[a-z2-7]{52}$/.test(whole) &&
    !hash.test(before(window, at, 40))
  )
    return secret(at, to, 'azure-secret')
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

const secret = (start: number, end: number, rule: string): SensitiveSpan => ({ start, end, type: 'secret', rule })

const hash =
  /\b(?:sha-?\d*|md5|hash|checksum|digest|commit|revision|fingerprint|etag|uuid|guid|id|ids|model|file|path|branch|image|tokens|tokenizer|call|blob|request)\b/i
/** Hashes and identifiers have this shape, too. The name must therefore be directly before them. */
const plain = /^(?:[0-9a-f]+|[0-9A-F]+|[0-9a-fA-F]{8}(?:-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}|\d+)$/
const adjacent =
  /(?:key|token|secret|password|passphrase|credentials?|(?:recovery|backup) codes?)["'`*]{0,2}(?: is| was|,| (?:in the [\w-]{1,16}|(?:that )?(?:they|he|she|you|we|i|the user)(?:['’]ve| has| have)? \w{1,12}(?: me| us)?) (?:is|was|:)|(?: (?:you|we|they|i) \w{1,10}):)?[ "'`*(]{1,4}$/i

/** Between commas or after a clause: "the token, …, is in the log", "the token that you need: …". A name directly before the colon was already judged. */
const setApart = /(?:,|(?<= [a-z]{2,14} [a-z]{2,14}):) ["'`*(]{0,3}$/

/** "… AssemblyAI …, api key" */
const ofVendor = new RegExp(String.raw`(?<![\w-])(?:${vendors})(?![\w-])[ :,"'\x60(*-]{1,5}(?:[a-z]{2,8} )?["'\x60(*]{0,3}$`, 'i')
const namedAfter =
  /^["'`)*]{0,3},? (?:(?:is|as|for|was) )?(?:(?:the|our|my|its|a|an) )?(?:[\w-]{1,12} ){0,2}?(?:api[ _-]?)?(?:key|token|secret|pat)\b/i

function detectAnnounced(window: Window, at: number, stop: number): Detected {
  const { text } = window
  if (at > 0 && has(dottedBase64, text.charCodeAt(at - 1)) && text[at - 1] !== '=') return undefined
  const to = trimmed(text, at, stop)
  if (to - at < 16 || text[to] === '(') return undefined
  const said = spokenSecret.exec(before(window, at, 64))?.[0]
  if (said === undefined && keyOfVendor.test(before(window, at, 48)))
    return isUnnamedSecret(text.slice(at, to)) ? secret(at, to, 'generic-key') : undefined
  if (said === undefined && ofVendor.test(before(window, at, 40))) {
    const behind = isUnnamedSecret(text.slice(at, to)) && namedAfter.test(ahead(window, to, 40, '\n'))
    return behind ? secret(at, to, 'generic-key') : undefined
  }
  // An assigned value was already judged by its name.
  if (said === undefined || hash.test(said) || /[,;:=]/.test(said.replace(setApart, ''))) return undefined
  const value = text.slice(at, to)
  if (!isUnnamedSecret(value) || (plain.test(value) && !adjacent.test(said))) return undefined
  return secret(at, to, 'generic-key')
}

function trimmed(text: string, at: number, stop: number): number {
  let to = stop
  while (to > at && '.-/~'.includes(text[to - 1]!)) to--
  return to
}

/** A prefix that no token rule knows, with a body too long and mixed for a name or identifier: `polar_oat_…`. */
const prefixed = /^[a-z][a-z\d]{1,14}(?:[_-][a-z\d]{1,12}){0,3}?[_-](?=[\w-]{40})[\w-]*[A-Za-z\d]{14}/
/** Prefixes of hashes, public keys, and ids of requests and objects. */
const noSecretPrefix =
  /^(?:sha|pk|pub|publishable|sb[_-]publishable|phc|npub|xpub|did|urn|etag|rsn|integrity|hash|nonce|boundary|gen|run|thread|asst|file|dpl|prj|toolu|tooluse|v)\d*[_-]|(?:cmpl|msg|call|req|resp|rs|fc)[_-]|[_-](?:pk|pub|public|publishable|anon|id)[_-]/
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
    stop - at < 44 ||
    stop - at === maxPrefixed ||
    ('.+/=@~%'.includes(text[stop] ?? ' ') && has(dottedBase64, codeAt(window, stop + 1)))
  )
    return undefined
  const value = text.slice(at, stop)
  if (!prefixed.test(value) || noSecretPrefix.test(value)) return undefined
  const body = value.slice(value.search(/[A-Z]/))
  const isKey =
    body.length >= 30 &&
    !/[A-Za-z]{24}|[a-z]{8}/.test(body) &&
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
