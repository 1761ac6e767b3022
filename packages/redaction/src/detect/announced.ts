import { characterSet, has, isQuote, isSpace, runEnd } from '../characters.ts'
import { foreignName, latinNames } from '../key-names.ts'
import { drawn, isChosen, isGuessable, isIdentifier } from '../values.ts'
import { ahead, before, codeAt, reached, secret, type Detected, type Window } from '../window.ts'
import { isNamedGroup, namedCode } from './short-code.ts'

const maxValueChars = 64
/** Signs within passwords, after the first word. */
const inValue = characterSet('!@#$%^&*+=?~_-')
/** Distance of a letter beyond ASCII, within which a name in another script may be. */
const nearChars = 28
/** Characters before a value. */
const opens = characterSet(' \t\r\n"\'`({[*>|,:=')
const letters = characterSet('A-Za-z')
const fewestQuotedChars = 8
const [comma, space, dot] = [44, 32, 46]
/** First characters after a value and a blank, with which its name may begin: ` is`, ` was`, ` as`, ` (`, `. That's`. */
const beginsName = characterSet('iwae(ctTI')

/** A name for passwords in another script or language, with a few words and perhaps a colon between it and the value. */
const announced = new RegExp(
  String.raw`${foreignName}[^\n.!?。！？:：=]{0,24}(?:[:：=] ?)?(?<!\s(?:для|от|(?<!(?:смен|измен|помен|обнов|установ)\p{L}{1,6} парол\p{L}{1,3} )на|в|с|за|до|for|on|of|in|de|del|der|des|du|di|van) )["'\x60*(“«„「]{0,2}$`,
  'iu',
)
/** Words for passwords and sign-ins, in some disguises. Beside a value that is certainly drawn, no grammar is needed. */
const nearName = new RegExp(
  String.raw`(?:p[\W_]?[a@4*][\W_]?[s$5*][\W_]?[s$5*][\W_]?[wv][\W_]?[o0*@]?[\W_]?r?[\W_]?[dt]|pass(?:phrase|code|o?wr?o?d)|pasw(?:or)?d|\bpass\b|p(?:w|s)?wd\b|\bp[/.]?w\b|mot de passe|palavra.passe|kata (?:sandi|laluan)|\bmdp\b|${latinNames.join('|')}|(?<![\w./-])log(?:in|ged in)\b(?![.(])|\bauthorization\b|(?:^|\n)[-*• ]{0,4}[\w .-]{2,24}: [A-Za-z][\w.@-]{1,24} / $|\bcred(?:s|entials)\b(?![.(])|(?<![\w-])(?:root|admin|administrator):$|[\w.+-]@[\w-]{1,40}(?:\.[a-z]{2,10}){1,3}["'\x60*]{0,2}\s{0,2}[,;|/–-]?\s{0,2}["'\x60*]{0,2}$|${foreignName})(?!\w{0,8}[ _-]?(?:hash|digest|salt|polic|pattern|rule|regex|generator))`,
  'iu',
)
/** A name for passwords after its value: `… is the root password`, `… (that's the wifi password)`. */
const named =
  /^["'`”’]?(?: (?:(?:is|was) )?an? (?:[a-z]{3,10} ){0,2}(?:good|strong|weak|secure|bad|safe|valid|better|common|terrible|decent) pass(?:word|phrase|code)\b(?! ?(?:hash|manager|polic|generat|field|format))| (?:is|was) (?:(?:still|now|currently) )?(?:the|my|our|your|his|her|their|an? (?:in)?valid) (?:[\w'’-]{1,16} ){0,3}(?:password|passphrase|passcode|pwd|pass)\b(?! (?:field|hash|policy|manager|prompt|file|type|length|strength|reset|generator|rule|page|form|bug|ticket))| (?:as|als|comme|como|come) (?:(?:the|my|our|your|his|her|their|an?|das|le|la|mi|mon|mein) )?(?:[\w-]{1,12} ){0,2}?(?:pass(?:word|phrase|code|wort)|pwd|pw|kennwort|mot de passe|contraseña|senha|clave|wachtwoord)(?!\w)(?! (?:manager|policy|hash|field|prompt|file|store|vault|generator))|[.,] (?:that['’]s|(?:that|this) is|it['’]s) (?:the|my|our|your|his|her|their) (?:[\w-]{1,16} ){0,3}(?:password|passphrase|pwd|pass|pw)\b| \((?:(?:that['’]s|(?:that|this) is|it['’]s|=) )?(?:(?:the|my|our) )?(?:[\w-]{1,16} ){0,2}(?:password|passphrase|pwd|pass|pw)\))/i
const namedChars = 96
/** A code of one use before its name: "482913 is your login code". */
const code = /^(?:[A-Z]{1,3}-)?\d{4,8}$/

/** Whether a value may begin at `at`, with a first word up to `to`. For most words, a character before or after them excludes it. */
export function mayBeAnnounced(text: string, at: number, to: number, wide: number): boolean {
  const previous = text.charCodeAt(at - 1)
  if (at > 0 && previous < 128 && !has(opens, previous)) return false
  if (at - wide <= nearChars) return true
  const next = text.charCodeAt(to)
  const sentence = next === dot || next === comma ? 1 : 0
  if (next !== space && sentence === 0) return has(inValue, next) || (next === previous && isQuote(next) && to - at >= fewestQuotedChars)
  const [blank, second] = [text.charCodeAt(to + sentence), text.charCodeAt(to + sentence + 1)]
  return (blank === space && has(beginsName, second)) || Number.isNaN(second)
}

/**
 * Detects a password by a name that does not announce it to other detectors: a name in another script, or one after the value. The first word of the value is
 * from `at` to `to`.
 *
 * @param wide - Position of the last character beyond ASCII.
 */
export function detectAnnouncedValue(window: Window, at: number, to: number, wide: number): Detected {
  const { text } = window
  if (to - at > maxValueChars) return undefined
  const isForeign = at - wide <= nearChars && announced.test(before(window, at, 48))
  let end = at
  const stop = Math.min(window.end, at + maxValueChars + 1)
  let found = 0
  let close = stop
  for (; end < stop; end++) {
    const code = text.charCodeAt(end)
    if ((code > 126 && !(code > 0xbf && code < 0x250)) || classes[code] === blank) break
    if (end > close) continue
    if (classes[code] === quote) close = end
    else found |= classes[code]!
  }
  if (end >= window.end) reached(window, end, at + maxValueChars + 1)
  if (window.short || end - at < 6 || end - at > maxValueChars) return undefined
  // Letters alone are a word.
  if (!isForeign && end === to && runEnd(text, letters, at, to) === to) return undefined
  const isMixed = found === everyClass || (found === letterClasses && close < stop && text[close] === text[at - 1])
  const value = text.slice(at, Math.min(close, end)).replace(/%{1,2}0[AaDd].*$|[.,:;)\]}*]+$/, '')
  if (isNamedGroup(before(window, at, 64), value)) return secret(at, at + value.length, 'pin')
  if (!isForeign && !isMixed && !(codeAt(window, end) === space && has(beginsName, codeAt(window, end + 1)))) return undefined
  if (!isForeign && code.test(value))
    return namedCode.test(ahead(window, at + value.length, namedChars, '\n')) ? secret(at, at + value.length, 'pin') : undefined
  const isStrong = isMixed && drawn.test(value) && !isIdentifier(value)
  const isDrawn = isChosen(value)
  const isAnnounced =
    (isForeign && (isDrawn || isGuessable(value) || ('「『“«„'.includes(text[at - 1] ?? ' ') && /\d/.test(value)))) ||
    (isDrawn && isStrong && isNearName(window, at, at + value.length))
  if (!isAnnounced && !((isDrawn || isGuessable(value)) && named.test(ahead(window, at + value.length, namedChars, '\n')))) return undefined
  return window.short ? undefined : secret(at, at + value.length, 'password')
}

/** A capital, a small letter and a digit, and with them a sign. */
const [letterClasses, everyClass] = [7, 15]
/** Classes of characters, as bits. The signs of programs are none. */
const classes = new Uint8Array(128)
const [quote, blank] = [16, 32]
for (const [bit, members] of ['A-Z', 'a-z', '0-9', '!@#$%^&*?~'].entries())
  characterSet(members).forEach((is, code) => (classes[code]! |= is << bit))
for (const code of [34, 39, 96]) classes[code] = quote
for (let code = 0; code < 127; code++) if (isSpace(code)) classes[code] = blank

/** Whether the line of a value, or the line before, names a password. */
const isNearName = (window: Window, from: number, to: number): boolean =>
  nearName.test(/[^\n]*\n?[^\n]*$/.exec(before(window, from, 64))![0]) || nearName.test(ahead(window, to, 48, '\n'))
