import { base64url, characterSet, dottedBase64, except, has, keyName } from '../characters.ts'
import { isOfVendor, sensitivity, type Sensitivity } from '../key-names.ts'
import { isEncrypted, isPasswordLike, isPlaceholder, isSecretValue, isStrong, isUnnamedSecret, isWordWithDigit } from '../values.ts'
import { ahead, before, codeAt, ofKind, run, secret, secretValue, type Detected, type Window } from '../window.ts'
import { callWords, detectPositional } from './argument.ts'
import { detectValue } from './assigned-value.ts'
import { commandWords, detectCommandLine } from './command.ts'
import { decoded } from './joined-jwt.ts'
import { detectCodes, detectLoginCode, detectPhrase, detectPin, detectSecurityAnswer, detectSeedPhrase, doors } from './short-code.ts'
import { detectForeign, detectOneTime, detectPair, detectPlain, detectSpoken, detectUsed, foreignWords } from './spoken.ts'
import { detectListed } from './row.ts'
import { detectInNextLine, unescapedLines } from './table.ts'

/** A word that announces a secret, from `at` to `to`, and the start of the text after it. */
interface AnnouncingWord {
  at: number
  to: number
  one: string
  next: string
}

/** Words, what detects a secret after one of them, and whether the word may also be a name, which is read if nothing is found. */
type Announcement = readonly [words: string, detect: (window: Window, word: AnnouncingWord) => Detected, isName?: true]

/** Things that one signs in to with a name and a password. */
const services =
  'wifi wlan vpn nas ftp sftp ssh router portal webmail hotspot netflix spotify steam gmail outlook icloud paypal ebay disney hulu twitch synology user account jenkins grafana nexus kibana proxmox portainer phpmyadmin wordpress keycloak confluence jira'

/** "The old password was …, the new one is …" */
const otherPassword =
  /\b(?:pass(?:word|phrase|code|wort)?|pw|pwd|kennwort)\b[^\n]{0,100}\b(?:new|old|other|second|current|right|correct) $/i

const announcements: readonly Announcement[] = [
  ['bearer basic ssws', (window, { to, one }) => detectScheme(window, to, one)],
  ['pin cpin pincode puk cvv cvc cvv2 cvc2 tan geheimzahl combination', (window, { to, one }) => detectPin(window, to, one)],
  [
    doors,
    (window, { to, one, next }) =>
      /^[ _-](?:code|pin)\b/i.test(next) ? (detectPin(window, to, one) ?? detectSpoken(window, to + 5, 'password')) : undefined,
  ],
  ['identified', (window, { to }) => detectIdentified(window, to)],
  ['security', (window, { to, next }) => (/^ code[: ]/.test(next) ? detectPin(window, to, 'security') : undefined)],
  ['answer antwort ponse respuesta resposta risposta antwoord odpowied svar', (window, { to }) => detectSecurityAnswer(window, to)],
  ['words', (window, { at, to }) => (/(?:12|24|twelve|four)[ -]$/i.test(before(window, at, 7)) ? detectSeedPhrase(window, to) : undefined)],
  ['one', (window, { at, to }) => (otherPassword.test(before(window, at, 128)) ? detectSpoken(window, to, 'password') : undefined)],
  ['passwords', (window, { to }) => detectSpoken(window, to, 'password')],
  ['maiden', (window, { to, next }) => (next.startsWith(' name') ? detectSecurityAnswer(window, to + 5) : undefined)],
  ['bip39 phrase mnemonic recovery', (window, { to }) => detectSeedPhrase(window, to) ?? detectCodes(window, to)],
  ['seed', (window, { to }) => detectSeedPhrase(window, to) ?? detectOneTime(window, to)],
  ['backup', (window, { to, next }) => (next.startsWith(' code') ? detectCodes(window, to) : undefined)],
  ['code passcode', (window, { to, next }) => detectLoginCode(window, to, next), true],
  ['passphrase', (window, { to }) => detectPhrase(window, to), true],
  [
    'setup manual authenticator totp otp mfa verification',
    (window, { to, one }) => detectOneTime(window, to) ?? (one === 'otp' ? detectPin(window, to, one) : undefined),
  ],
  ['with use using enter type try tried mit typed entered now', (window, { to }) => detectUsed(window, to)],
  ['pass', detectShortName],
  [
    'creds zugangsdaten logowania credenciais credenziali inloggegevens identifiants credenciales',
    (window, { to }) => detectPair(window, to),
  ],
  ['password verify', detectInLink, true],
  ['credentials', (window, { to }) => detectPair(window, to), true],
  ['values', (window, { at, to }) => detectListed(window, at, to, ';\n')],
  ['admin root administrator', (window, { at, to }) => detectAfterUser(window, at, to)],
  [services, (window, { to }) => detectPair(window, to, true), true],
  [
    'logs logged log logge sign signed signing authenticate authenticated',
    (window, { to, one, next }) => {
      const lead = (one.startsWith('auth') ? /^(?= (?:with|using|as) )/ : /^ in(?:to)?(?= )|^(?= (?:dich|sich) mit )/).exec(next)?.[0]
        .length
      return lead === undefined ? undefined : detectPair(window, to + lead)
    },
    true,
  ],
  [
    'login',
    (window, { to, next }) =>
      /^(?:\s?[:=]|\s(?:is|was|to|mit|with)\b|\s[\w.@-]{2,9}[:/][^\s/])/.test(next) ? detectPair(window, to) : undefined,
    true,
  ],
]
/** Words of addresses before a token. Only a slash after them counts. */
const linkWords = new Set('reset invite magic link activate confirm'.split(' '))
const announced = new Map(announcements.flatMap((one) => one[0].split(' ').map((word) => [word, one] as const)))

/** Words that may announce a secret without any sign: "Bearer …", "the password is …", `--token …`. */
export const announcingWords: readonly string[] = [
  ...announced.keys(),
  ...linkWords,
  ...(
    'passwd pwd pw token zugriffstoken zugangstoken secret key credential credentials authorization zugang license licence storepassword keypassword bindpw psk authtoken apikey accesskey secretkey ' +
    'accesstoken clientsecret appsecret apitoken pat'
  ).split(' '),
  ...foreignWords,
  ...callWords,
  ...commandWords,
]
/** Titles of columns, besides the words above. */
export const columnWords = 'phone mobile tel telefon cell fax handy dob birth birthdate geburtsdatum ssn card iban'.split(' ')

const humps = new Set('Password Passphrase Passwd Secret Token Key password passwort kennwort wachtwoord passord'.split(' '))
const humpChars = [8, 5, 3, 6, 10, 7]
const [humpHeads, assigns] = [characterSet('KPSTkpw'), characterSet(':=')]

/** Start of the word for a secret at the end of a name in camel case, or of a compound: `dbPassword`, `Einmalpasswort`. Undefined if there is none, or if an assignment follows, which is read apart. */
export function humpAt(window: Window, at: number, to: number): number | undefined {
  const { text } = window
  const length = humpChars.find((one) => to - one > at && has(humpHeads, text.charCodeAt(to - one)) && humps.has(text.slice(to - one, to)))
  if (length === undefined) return undefined
  const next = codeAt(window, to)
  return has(assigns, next === blank ? codeAt(window, to + 1) : next) ? undefined : to - length
}

/** Characters after a word that decide most cases. */
const nextChars = 12

/** Detects a secret after the word from `at` to `to`, one of `announcingWords`. */
export function detectAfterWord(window: Window, at: number, to: number): Detected {
  const { text } = window
  const one = text.slice(at, to).toLowerCase()
  if (linkWords.has(one)) return codeAt(window, to) === slash ? detectInLink(window, { at, to }) : undefined
  const next = ahead(window, to, nextChars)
  if (window.short) return undefined
  if (next !== '' && showing.has(one)) {
    const shown = detectShown(window, to)
    if (shown !== undefined || window.short) return shown
  }
  if (/^(?:pass|password|pwd)$/.test(one)) {
    const grouped = groupsOfFour.exec(ahead(window, to, 64, '\n'))
    if (
      grouped !== null &&
      (/(?<![A-Za-z])app(?:lication)?[ _-]$/i.test(before(window, at, 13)) || /(?<![a-z])[^aeiouy\W\d]{3}/.test(grouped[1]!))
    )
      return secret(to + grouped[0].length - grouped[1]!.length, to + grouped[0].length, 'password')
  }
  const plain = one === 'pass' || sensitivity(one) === 'password' ? detectPlain(window, at, to) : undefined
  if (plain !== undefined) return plain
  const announcement = announced.get(one)
  const found = announcement?.[1](window, { at, to, one, next })
  if (found !== undefined || (announcement !== undefined && announcement[2] === undefined)) return found
  const other = detectForeign(window, at, to, one, next) ?? detectCommandLine(window, to, one) ?? detectPositional(window, to, one)
  if (other !== undefined) return other
  if (/^(?:key|token|secret|licen[cs]e)$/.test(one)) {
    const seed = one === 'secret' ? detectOneTime(window, to) : undefined
    if (seed !== undefined) return seed
    const grouped = hexGroups.exec(ahead(window, to, 180, notOfGroups))
    if (grouped !== null) return secret(to + grouped[0].length - grouped[1]!.length, to + grouped[0].length, 'generic-key')
  }
  let from = at
  while (from > 0 && at - from < 48 && has(keyName, text.charCodeAt(from - 1))) from--
  const option = text[from] === '-'
  if (option && next[0] === ' ') {
    const kind = sensitivity(text.slice(from, to).replace(/^-+/, ''))
    return kind === undefined ? undefined : detectValue(window, to + (next.startsWith(' <<< ') ? 5 : 1), kind, true, false)
  }
  const named =
    (one === 'key' || one === 'code') &&
    (ofNetworkAfter.test(next) || (/^(?: is|:| ?=| (?=\S*\d))/.test(next) && ofNetwork.test(before(window, from, 80))))
      ? 'password'
      : sensitivity(text.slice(from, to))
  // The name may continue: `ENV SECRET_KEY_BASE …`, `key-string …`.
  const end = next[0] === '_' || next[0] === '-' ? run(window, keyName, to, to + 24) : to
  if (window.short) return undefined
  const whole = end === to ? named : sensitivity(text.slice(from, end))
  const setting = detectSetting(window, from, end, whole)
  if (setting !== undefined) return setting
  if (end !== to && whole !== undefined && whole !== 'vague')
    return detectInNextLine(window, end, whole) ?? detectSpoken(window, end, whole)
  let name = text.slice(from, to)
  if (text[from - 1] === ' ' && (one === 'key' || one === 'token' || one === 'secret')) {
    const previous = /[A-Za-z]{1,20}$/.exec(before(window, from - 1, 20))?.[0]
    if (isOfVendor(before(window, from, 40)) || handedOver.test(ahead(window, to, 32, '\n'))) name = `vendor_api_${one}`
    else if (previous !== undefined) name = `${previous}_${name}`
  }
  // In two words such as "the token", only the second counts.
  const kind = named === 'password' ? named : sensitivity(name)
  if (kind === undefined) return undefined
  const isHead =
    kind === 'password' ||
    (kind === 'key' && (endsLine.test(next) || /^[A-Z\d_]+$/.test(name) || heading.test(ahead(window, to, 48, '\n'))))
  const under = isHead ? detectInNextLine(window, to, kind) : undefined
  if (under !== undefined || !' \t"\'`*,?]|»”“’….'.includes(next[0] ?? ' ')) return under
  return detectSpoken(window, to, kind, one === 'secret')
}

/** "the key they generated", "the key you gave me" */
const handedOver = /^ (?:that )?(?:they|he|she|you|we|i|the user) (?:generated|created|sent|gave|issued|shared|pasted|provided)\b/i
/** End of a line that is the name of a key, as a heading is. */
const endsLine = /^\)?["'`*_]{0,3} ?[:：]?["'`*_]{0,3}(?: [>|][-+]?)?[ \t]{0,2}\r?\n/
/** The rest of a line that points to the next one: "the token for prod is:". */
const heading = /^(?:[^\n.!?;{}=:"'`]{1,40}:|\?)[ \t]*\r?\n/
/** "code Wi-Fi", "code du wifi": the network after the word. */
const ofNetworkAfter = /^ (?:d[eu] |del |da |do )?(?:wi-?fi|wlan)\b/i
const ofNetwork = /\b(?:wi-?fi|wlan|ssid|hotspot|wpa[23]?)\b[^\n.]{0,48}$/i
/** The mark of an encryption or notation may precede the value. */
const setting = /^ ((?:(?:\d|ENC|ascii(?:-text)?|hexadecimal|encrypted|md5|sha) ){0,2})["']?([^\s"']{6,128})["']?[;}]?[ \t]*(?:\r?\n|$)/
const settingChars = 160
/** A name of several words, or in capitals, as no sentence has it. */
const isName = /[a-z\d][_-][a-z]|[a-z][A-Z]|^[A-Z\d_-]{4,}$/i

/** Detects a token at the end of an address: `https://example.com/reset/…`. The word before it begins at `at`. */
function detectInLink(window: Window, { at, to: end }: Pick<AnnouncingWord, 'at' | 'to'>): Detected {
  const from = end + 1
  if (window.text[end] !== '/' || !/:\/\/\S{1,120}$/.test(before(window, at, 128))) return undefined
  const to = run(window, base64url, from, from + 257)
  const value = window.text.slice(from, to)
  return isUnnamedSecret(value) && value.length >= 24 && value.length <= 256 ? secret(from, to, 'generic-key') : undefined
}

/** Words before a user and a password. */
const signsIn = /\b(?:router|log-?in|log|sign|logged|creds|credentials|password|default|zugang\w*)\b[^\n/]*$/i
/** A user is before this text: "… / hunter2", "… and hunter2 to get in". */
const afterUser =
  /^["'`]?( ?[/|] ?|:| [-–—] | and |,? )["'`(]{0,2}([^\s"'`,;]{6,64}?)["'`.,;)]{0,3}(?=\s|$)(?! [/|])( to (?:log|sign|get)\b| for the (?:\w+ )?log-?in\b)?/

/** Detects the password after a user with rights: `# admin / …`. */
function detectAfterUser(window: Window, at: number, to: number): Detected {
  const found = afterUser.exec(ahead(window, to, 88, '\n'))
  if (found === null || window.short) return undefined
  const [, sign, value, use] = found as unknown as [string, string, string, string | undefined]
  const context = before(window, at, 64)
  const isPaired = / [/|] /.test(sign) || (sign === ':' && context.endsWith('('))
  const isSaid = isPaired || use !== undefined || (sign === ' - ' ? / [-–—] $/.test(context) : sign !== ':' && signsIn.test(context))
  if (!(isSaid ? isPasswordLike(value) || (sign !== ' ' && isWordWithDigit(value)) : /[ /]/.test(sign) && isStrong(value))) return undefined
  return secretValue(to + found[0].indexOf(value, sign.length), value, 'password')
}

/** Detects a setting with a blank before its value, which ends the line: `ENV DB_PASSWORD …`, `enable password 0 …`. The name is from `from` to `at`. */
function detectSetting(window: Window, from: number, at: number, kind: Sensitivity | undefined): Detected {
  if ((kind !== 'password' && kind !== 'key') || codeAt(window, at) !== 32) return undefined
  const found = setting.exec(unescapedLines(ahead(window, at, settingChars, '\n')))
  const isTyped = found !== null && found[1] !== ''
  if (found === null || window.short || found[0].length === settingChars) return undefined
  const value = found[2]!
  const begins = /(?:^|\n)[ \t]{0,8}$/.test(before(window, from, 9))
  if (!isTyped && !begins && !isName.test(window.text.slice(from, at))) return undefined
  if (
    kind === 'password' || isTyped
      ? !isPasswordLike(value) && !(isTyped && (isEncrypted(value) || isUnnamedSecret(value)))
      : !isSecretValue(value, kind, { quoted: false, tight: false })
  )
    return undefined
  const start = at + found[0].indexOf(value, found[1]!.length + 1)
  return ofKind(start, start + value.length, kind)
}

const showing = new Set(['pass', 'password', 'secret', 'token', 'key'])
const atPrompt = /[$#%>❯] /
/** A command at a prompt whose output is a secret: `$ pass show db`, `$ vault kv get -field=password …`. */
const showingCommand =
  /(?:^|\n)[^\n]{0,40}[$#%>❯] (?:sudo )?(?:vault|pass|gopass|op|bw|aws|gcloud|kubectl|oc|security|az|doppler|heroku|chamber|sops|secret-tool|keyring|lpass)\b[^\n|]{0,120}$|(?:^|\n)[^\n]{0,40}[$#%>❯] pass$/
const output = /^[^\n]{0,120}\n["'`]?([^\s"'`]{6,128})["'`]?[ \t]*(?:\r?\n|$)/

/** Detects the output of a command in the line after it. A word of the command ends at `at`. */
function detectShown(window: Window, at: number): Detected {
  const context = before(window, at, 200)
  // The first expression is cheap, and excludes almost all texts.
  if (!atPrompt.test(context) || !showingCommand.test(context)) return undefined
  const found = output.exec(ahead(window, at, 256))
  const value = found?.[1]
  if (found === null || window.short || value === undefined || !(isPasswordLike(value) || isUnnamedSecret(value))) return undefined
  return secretValue(at + found[0].indexOf(value, found[0].indexOf('\n')), value, 'password')
}

/** Detects SQL passwords: `IDENTIFIED BY '…'`, `IDENTIFIED WITH plugin BY '…'`. */
function detectIdentified(window: Window, to: number): Detected {
  const by = /^ (?:with [\w'"]{1,40} )?by (?:password )?/i.exec(ahead(window, to, 70))?.[0]
  const isSql = /IDENTIFIED$|\b(?:user|USER|role|ROLE|grant|GRANT|alter|ALTER)\b/.test(before(window, to, 90))
  return by === undefined || !isSql || codeAt(window, to + by.length) === backtick
    ? undefined
    : detectValue(window, to + by.length, 'password', false, false)
}

/** Text directly before "pass" that makes it a short form: "my pass", "DB pass". */
const ownerNear =
  /\b(?:my|our|your|his|her|their|ftp|the|db|database|mysql|postgres|redis|wi-?fi|wlan|admin|root|ssh|sudo|s?ftp|smtp|vpn|rdp|login|user|g?mail|e-?mail|router|account|server)(?:['’]s)? $/i
/** Text in which "pass" is a short form: "user admin, pass …". */
const userNear = /\b(?:user(?:name)?|login|account|cred\w*|admin|root|wi-?fi|ssid)\b[^\n]*$/i

/** Detects a password after the short name "pass", which is also an ordinary word. */
function detectShortName(window: Window, { at, to, next }: AnnouncingWord): Detected {
  const { text } = window
  if (/--[\w-]{0,32}$/.test(before(window, at, 34)) && /^[ =]/.test(next)) return detectValue(window, to + 1, 'password', true, false)
  const line = text.startsWith('PASS', at) && next[0] === ' ' ? detectSetting(window, at, to, 'password') : undefined
  const set = line ?? (text[at - 1] === '_' && next[0] === ' ' ? configured(window, to + 1) : undefined)
  if (set !== undefined || window.short) return set
  const isSaid =
    /^ (?:is|was|ist|est|es|là|=|:|[-~=]>|[→⇒➜]|set to |for the |to the )/.test(next) ||
    (text[at - 1] === '_' && /^["'`*]{0,2}(?:\t| ?\|| {2}| (?:of|to) )/.test(next))
  const isOwned = ownerNear.test(before(window, at, 16))
  const below = isOwned ? detectInNextLine(window, to) : undefined
  if (below !== undefined) return below
  if (isSaid || (!isOwned && !userNear.test(before(window, at, 60)))) return isSaid ? detectSpoken(window, to, 'password') : undefined
  const found = detectSpoken(window, to, 'password')
  if (found === undefined) return undefined
  const value = text.slice(found.start, found.end)
  return (isOwned ? found.start - to > 2 || /\d\D*\d|[!@#$%^&*]/.test(value) : found.start - to < 5) && isPasswordLike(value)
    ? found
    : undefined
}

/** Detects configured passwords: `auth_pass …`, `#define WIFI_PASS "…"`. */
function configured(window: Window, from: number): Detected {
  const found = detectValue(window, from, 'password', true, false)
  if (found === undefined) return undefined
  const value = window.text.slice(found.start, found.end)
  return isPasswordLike(value) || (window.text[found.start - 1] === '"' && /\d/.test(value)) ? found : undefined
}

/** A key in groups of digits and letters. */
const hexGroups =
  /^["'`*]{0,2}(?: (?:is|was|=)| ?[:=])? ?["'`*]{0,2}((?:[\dA-Fa-f]{4}[ -]){7,15}[\dA-Fa-f]{4}|(?:[\dA-Fa-f]{8}[ -]){3,7}[\dA-Fa-f]{8}|(?:\d{6}-){7}\d{6}|(?=[A-Z -]{0,40}\d)(?:[A-Z\d]{4,5}[ -]){3,11}[A-Z\d]{4,5}|(?=(?:[A-Za-z -]{0,12}\d){3})(?:[A-Za-z\d]{4} ){7,11}[A-Za-z\d]{4})(?![\w-])/
const notOfGroups = except(characterSet('A-Za-z0-9 :="\'`*-'))
/** An app password in groups of four: in lower case for Google, with capitals or digits for WordPress. */
const groupsOfFour =
  /^["'`*]{0,2}(?: (?:is|was|=)|[:=]) ?["'`*]{0,2}((?=.{0,28}[A-Z\d])(?:[A-Za-z\d]{4} ){5}[A-Za-z\d]{4}|(?:[a-z]{4} ){3}[a-z]{4})(?![A-Za-z\d])/

const [blank, slash, backtick] = [32, 47, 96]

function detectScheme(window: Window, to: number, scheme: string): Detected {
  const { text } = window
  const from = to + /^[:,]?[ \t]{0,4}/.exec(ahead(window, to, 4))![0].length
  if (from === to || text[from - 1] === ':') return undefined
  let stop = run(window, dottedBase64, from, from + 513)
  const long = stop - from === 513
  if (!long) while (stop > from && '.-/'.includes(text[stop - 1]!)) stop--
  const value = text.slice(from, stop)
  if (scheme === 'basic') {
    if (value.length < 8 || value.length % 4 === 1 || !/^[A-Za-z0-9+/]+={0,2}$/.test(value)) return undefined
    const pair = decoded(value)
    return pair.includes(':') && /^[\x20-\x7e]*$/.test(pair) ? secret(from, stop, 'basic-auth') : undefined
  }
  if (value.length < 16 || isPlaceholder(value) || !/\d/.test(value)) return undefined
  return { start: from, end: stop, type: 'secret', rule: 'bearer', ...(long && { rest: dottedBase64 }) }
}
