import { characterSet, spaces } from '../characters.ts'
import { latinNames, ofIdentifier, type Sensitivity } from '../key-names.ts'
import { isChosen, isDesignation, isGiven, isGuessable, isPlaceholder, isSecretValue, isStrong, isWordWithDigit } from '../values.ts'
import { ahead, before, codeAt, postpone, secret, secretEnd, secretValue, type Detected, type Window } from '../window.ts'
import { detectValue } from './assigned-value.ts'
import { isKeyAfter } from './long-word.ts'
import { detectInNextLine } from './table.ts'

/** Maximum distance from the word that names a secret, in the same sentence. */
const spokenChars = 160
const space = 32
const noSeed = characterSet('\n,.')

/** A name and a value in columns: several spaces between them, or a table line. */
const columns = /^["'`*]{0,2}(?:\t|\\t| {2,8}|\|\|(?=[^\s|]{4,128}\|\|)| ?[|│║┃](?!\|))[ \t]{0,8}["'`*]{0,2}(?=\S)/
const direct =
  /^(?:["'`*]{0,2}|["'`][\])])(?:(?: (?:for|of|to|FOR) ['\w@.%-]{1,40}){0,2}(?:";s:\d{1,4}:(?=")|…{1,9}|\.{3,12}|['’]s|\?["'”]{0,2}(?: [A-Z][a-z]{0,11}:| [Ii]t(?:['’]s| is)| [-–—])?(?= )| (?:\?\?|\|\||\w{3,12}(?:\(\d{1,5}\))?(?: not null)? default(?= ["']))| (?:is|\(?was|(?:provided|supplied|given|found|detected|received):|to|will be|would be|reads|looks like|(?:appears|seems) to be|=|should be|as|<<<|[-~=]{1,2}>|[-–—]|<-|:=|\.{2,12}|…{1,9}|[→⇒➜➔➝➡⟶←⇐⟵👉✅]|\?|has been|\||was \w{3,8} to|by|ist|lautet|war|est|es|è|é|är|er|jest|là|adalah|ialah|olarak|on|este|je)(?: set to| changed to| now| still| actually| just)?)| of)? ["'`*]{0,3}/u

/** Words between a name and its value, in some languages. */
const links =
  /^(?:=|->|=>|→|—|–|-|:|it's|it’s|is|are|was|were|be|equals|equal|being|becomes|became|stays|remains|still|to|as|reads|says|ist|sind|war|lautet|lauten|wäre|heißt|c'est|c’est|est|sont|était|sera|es|son|era|será|è|sono|é|são|foi|är|var|er|blev|wurde|wird|a|été|on|jest|to|je|są|było|este|e|yra|ir|ni|az|adalah|ialah|είναι)$/
/** Names for passwords in Finnish and Estonian, in which "on" is a link. */
const finnish = /(?:salasana|parool)\p{L}{0,6}$/iu
/** Words after which a place, a time or a reason follows, and no value: "is in", "was set by", "is the". */
const particles =
  /^(?:in|on|at|for|from|by|of|with|via|than|see|siehe|voir|vedi|zie|ver|if|when|while|until|till|since|because|but|or|and|not|no|the|a|an|your|my|our|its|his|her|their|this|that|these|those|under|over|into|per|das|der|die|den|dem|des|ein|eine|einen|einem|im|am|bei|für|mit|nach|von|vor|zu|zum|zur|wenn|weil|nicht|aber|oder|und|kein|unter|über|dans|sur|par|pour|avec|le|la|les|un|une|du|si|ne|pas|ou|con|por|para|el|los|las|una|lo|il|gli|nel|non|ed|nie|och)$/
/** Whether a word may stand between a link and a value: an adverb such as "still", and no description such as "hashed". */
const mayIntroduce = (word: string): boolean =>
  /^\p{Ll}{2,16}$/u.test(word) && !particles.test(word) && (adverbial.test(word) || !quality.test(word))
/** Adverbs that end like descriptions. */
const adverbial = /^(?:.*[^f]ly|indeed|like|something|spelled|buchstabiert)$/
const opening = /^(?:\\{0,7}["'`*«“„‘([<]){1,4}/
const closing = /[*»”“’)\]>]{1,4}$/
/** Start of a word, up to a quote or an escaped line end, without punctuation. A backslash belongs to the next string. */
const unquoted = (word: string, lead: number): string =>
  /^[^"'`\\%]*(?:%(?!%?0[AaDd])[^"'`\\%]*)*/
    .exec(word.slice(lead))![0]
    .replace(closing, '')
    .replace(/(?<![.,:;])[.,:;]+$|(?<=[a-z])[!?]$/, '')
    .replace(closing, '')

/** Detects a secret in prose: "the password is hunter2". The word that names the secret ends at `at`. */
export function detectSpoken(window: Window, at: number, kind: Sensitivity, secret = false): Detected {
  const said = ahead(window, at, spokenChars, '\n')
  if (window.short) return undefined
  const found =
    (kind === 'password' ? phrase(at, said) : undefined) ??
    nextTo(window, at, said, kind) ??
    further(at, said, before(window, at, 64), secret ? 'password' : kind)
  if (found === undefined || kind !== 'password') return found
  const more = another.exec(said.slice(found.end - at))
  if (more !== null && (isChosen(more[2]!) || isGuessable(more[2]!)) && (more[1] !== 'and' || / (?:from|are|were) /.test(said)))
    postpone(window, secretEnd(found.end + more[0].length, more[2]!, 'password'))
  return found
}

/** A second value: "from … to …", "is … or …", "are … and …". */
const another = /^["'`*]{0,3},? (to|and|or) ["'`*]{0,3}([^\s"'`*]{5,64}[^\s"'`*.,;:!?])/

/** Whether a text has three words or more, and none that is common in sentences. */
export const isPhrase = (value: string): boolean =>
  /^[\p{L}\d][\p{L}\d'-]{1,14}(?: [\p{L}\d'-]{2,14}){2,5}!?$/u.test(value) &&
  !/\b(?:the|is|are|was|must|be|to|and|or|of|an?|you|your|not|no|please|password|passwords?|incorrect|invalid|wrong|required|characters|length|words|see|in|for|with|this|that|it|by|on|at|der|die|das|ist|und|nicht|le|la|les|est|et|de|el|es)\b/i.test(
    value,
  )

/** Text in typographic quotation marks, which programs do not use. A password of several words is possible in them. */
const printed =
  /^["'`*]{0,2}(?: (?:for|of|to|für|de|del|du) [\p{L}\w@.-]{1,24}(?: [\p{L}\w@.-]{1,24})?)?(?: ?[:：=]| (?:is|was|ist|lautet|war|est|es|è|é|är)) ?(?:“([^“”\n]{6,64})”|„([^„“”\n]{6,64})[“”]|«[ \u00a0]?([^«»\n]{6,64}?)[ \u00a0]?»|»([^«»\n]{6,64})«)/iu
function phrase(at: number, said: string): Detected {
  const found = printed.exec(said)
  const value = found?.slice(1).find((one) => one !== undefined)
  if (found === null || value === undefined || !isSecretValue(value, 'password', { quoted: true, tight: false })) return undefined
  if (describes(value, found[0]) || (/\s/.test(value) && !/\d/.test(value) && value.split(/\s+/).length < 4)) return undefined
  return secretValue(at + found[0].lastIndexOf(value), value, 'password')
}

function nextTo(window: Window, at: number, said: string, kind: Sensitivity): Detected {
  const { text } = window
  const column = columns.exec(said)
  const link = column ?? direct.exec(said.slice(0, 128))
  if (link?.[0].startsWith(' on ') === true && !finnish.test(before(window, at, 12))) return undefined
  // An empty string, as a default, is no opening quote.
  if (link === null || (/(["'`])\1$/.test(link[0]) && /[\s,;)]/.test(text[at + link[0].length] ?? ' '))) return undefined
  let from = at + link[0].length
  if (/["'`]/.test(text[from - 1]!)) from--
  const found = detectValue(window, from, kind, false, false)
  if (found === undefined) return undefined
  const value = text.slice(found.start, found.end)
  if (kind === 'key' && /^[\da-f-]+$/i.test(value) && ofIdentifier.test(before(window, at, 96))) return undefined
  // In a list of packages, the value is a version.
  if (column !== null && (/^\d+[.:]\d/.test(value) || (kind === 'password' && !isGiven(value)))) return undefined
  if (kind === 'password' && !/["'`(]/.test(text[found.start - 1] ?? '') && isDesignation(value)) return undefined
  if (kind === 'password' && /["'`]/.test(text[from]!) && isQuotedWord(value, link[0], before(window, at, 32))) return found
  // Words drawn from a list.
  if (
    kind === 'password' &&
    (/^[a-z]{3,9}(?:[ _-][a-z]{3,9}){3,}$|^(?!.*(?:ed|able|only|ing|ive|ent|free|like|proof|safe|term|time)$)[a-z]{4,12}(?:-[a-z]{4,12}){2,}$/.test(
      value,
    ) ||
      isPhrase(value)) &&
    link[0].trim().length > 1
  )
    return found
  // Prose also quotes ordinary words. Only a value that is not a word counts.
  if (isPlaceholder(value) || (!/\d/.test(value) && !/[!@#$%^&*+=?]|^[^a-z]*[a-z][^A-Z]*[A-Z][^a-z]*[a-z].*[A-Z]/.test(value)))
    return undefined
  return value.length < 6 || (kind === 'key' && value.length < 16) ? undefined : found
}

/** Words that say what a password is like, what becomes of it, or what it consists of: "too short", "hashed", "secure", "digits". */
const quality =
  /(?:ed|able|ible|ing|ive|ent|ant|ong|onger|ort|orter|eak|ect|ory|ary|ure|tion|free|like|proof|safe|only|full|set|al|ic|imilar|imple|mplex|ommon|andom|nique|less|ange|eign|text|(?<!f)ly|[nf]line|erty|word|data|gits|bols|tters|shes|crets|teen|elve|even|mum|dium|ways|efore|after|ccess|match|session|oken|olen|gotten|ritten|dard|custom|legacy|buffer|meter|bute|otate|derate)$/
/** Endings of such words in German and Romance languages: "abgelaufen", "obligatoire", "incorrecta". */
const foreignQuality =
  /(?:en|er|ig|ich|isch|ach|bar|im|sam|los|sch|[eghknrszu]t|[bp]le|[uéó]|te|uis|oire|ide|eux|euse|que|ol[eo]|mun[eo]|(?:[aeiou]?[dt]{1,2}|[cs]t|iv|ri|gu?r|[uc]ur)[oa])$/

/** Whether a quoted value of small letters describes a password. @param link - Text between the name and the value. */
const describes = (value: string, link: string): boolean =>
  /^\p{Ll}+(?: \p{Ll}+)*$/u.test(value) && (quality.test(value) || (/ (?:ist|lautet|est|es|è|é) /.test(link) && foreignQuality.test(value)))

/** Whether a quoted value of plain words is a password: after "is" a single word, after "with password" also a few. */
function isQuotedWord(value: string, link: string, context: string): boolean {
  if (!/^[a-z]{6,24}(?: [a-z]{3,24}){0,3}$/.test(value) || describes(value, link)) return false
  if (!isSecretValue(value, 'password', { quoted: true, tight: false })) return false
  if (/\bwith (?:the |a )?\w+$/.test(context)) return true
  return (
    /^ (?:is|was|ist|lautet|est|es|è) \W/.test(link) && !/ (?:for|of|if|whose|when) (?:the |a )?\w+$/.test(context) && !value.includes(' ')
  )
}

/** Words between a name and a value in parentheses: "the password they mention (…)". */
const clause = /^ (?:that )?(?:they|he|she|you|we|i|the user) \w{2,14} (?:(?:us|me) )?$/i

/** The next sentence gives the value: "Here is the password for the mail account. It is …". */
const restated = /^ (?:it|that|this|das|es|c)(?:['’](?:s|est)| (?:is|was|ist|war|est|es|era)) /i

/** Words before a value that is a hash or a number. */
const ofNumber =
  /hash|digest|md5|sha|\b(?:id|object|count|limit|size|iterations?|rounds|timeout|port|version|line|ticket|issue|number|expir\w+|age|seconds)\b/i

/** Things of a password, whose names are often words with a number: "the password branch is …". */
const ofPassword =
  /^(?:['’]s)? (?:field|hash|policy|manager|prompt|file|type|length|strength|branch|page|form|column|scheme|format|standard|test|feature|id|name|count)\b/i

/** "changed the password from … to …", in some languages. */
const changing =
  /\b(?:chang|reset|rotat|updat|set|switch|impost|configur|ge?änd|änder|setz|stell|cambi|mud|alter|troc|zmien|wijzig|bytt|ändr)\p{L}*[^.!?\n]*$/iu
const changedTo = new Set('from to auf in en para a por na naar op su til till'.split(' '))

/** Whether what follows the name of a password says what it is, and not what another thing is: "the password screen is …". */
const isOwnValue = (line: string): boolean => {
  const next = /^["'`*”’)]{0,3} (\p{L}[\p{L}'’-]*)(?= )/u.exec(line)?.[1]
  return next === undefined || links.test(next) || particles.test(next) || speakers.test(next) || changedTo.has(next)
}
const speakers = /^(?:I|we|you|he|she|they|that|which|who|now|currently|will|would|has|had|used|we['’]ve|I['’]ve)$/i

/** Hexadecimal digits, a number at the end of a clause, a word with a number, or four words, as directly after "password of the router:". */
const plainValues = [
  /^(?:[\da-f]{32}|[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(?![\w-])/,
  /^(?:(?!19\d\d|20\d\d)\d{4,5}|\d{6,12})["'`*]{0,3}(?:[.!,;)]|\s*$)/,
  /^\p{Lu}\p{Ll}{3,14}[-_.]\d{2,6}(?![\w-])/u,
  /^(?!\S*(?:and|the|to|of|or|not|with|end)-)[a-z]{3,9}(?:-[a-z]{3,9}){3,}(?<!ed|able|only|ing|ive|ent|free|like|proof|safe|term|time)(?![\w(-])/,
]

/**
 * Detects a password after a few other words: "the password for the server at the office is …", "le mot de passe du serveur est « … »". Takes the first word
 * after a link that can only be a password.
 */
function further(at: number, said: string, context: string, kind: Sensitivity): Detected {
  const line = /^(?:[^\n\\;{}]|\\+["']|[;{}](?=\S))*/.exec(said)![0].replace(/["'`]\s?[:,)\]}=].*$/, '')
  // Between commas: "the password, …, is", or in a tuple: `{password, "…"}`.
  const apart = /^[,–] ?\S{6,64}[,.](?:\s|$)/.test(line) || /^, ?\\{0,3}["'][^\s"']{4,64}["']\}/.test(said)
  const isOther = ofPassword.test(said)
  const mayBeGuessable = !apart && isOwnValue(line)
  if (kind === 'vague' || (isOther && kind === 'key')) return undefined
  let linked = apart
  let words = 0
  let isPlainly = false
  let previous = ''
  for (const { 0: word, index } of line.matchAll(/[^\s\u00a0]+/g)) {
    if (index + word.length === line.length && line.length >= spokenChars - 1) return undefined
    const lead = opening.exec(word)?.[0].length ?? 0
    if (linked || (lead > 0 && word[0] === '(' && (words === 0 || clause.test(line.slice(0, index))))) {
      const value = unquoted(word, lead)
      const start = at + index + lead
      if (kind !== 'password') {
        if (isKeyAfter(context, line.slice(0, index), value)) return secretValue(start, value, 'generic-key')
      } else if (
        (isOther ? isStrong(value) : isChosen(value) || (mayBeGuessable && isGuessable(value)) || (!apart && isWordWithDigit(value))) ||
        (isPlainly &&
          (value.length >= 32 || (!isOther && line[0] === ' ')) &&
          plainValues.some((plain) => plain.test(line.slice(index + lead))))
      )
        return secretValue(start, value, 'password')
    }
    const bare = word.replace(opening, '').replace(/[:]$/, '').toLowerCase()
    if (
      ((links.test(bare) || links.test(word)) && (bare !== 'on' || finnish.test(context))) ||
      (/^(?:to|from)$/.test(bare) && /^(?:changed|set|reset|updated|rotated)$/.test(previous)) ||
      (words === 0 && changedTo.has(bare) && (changing.test(context) || / (?:ge(?:änder|setz|stell)t|gezet)\b/.test(line))) ||
      /[:=→⇒?]$/.test(word)
    )
      linked = true
    else if (!(linked && !previous.endsWith('?') && (mayIntroduce(bare) || (apart && words === 0) || /^["'`*«“„(]{1,3}$/.test(word))))
      linked = false
    // Drawn passwords look like hashes and numbers of things.
    isPlainly = linked && !ofNumber.test(context + line.slice(0, index))
    previous = bare
    if (/[.!]$/.test(word)) {
      if (!restated.test(line.slice(index + word.length))) return undefined
      words = 0
    } else if (++words > 9) return undefined
  }
  return undefined
}

/** Names of secrets in other languages: their leading ASCII letters, with patterns for the text around them. */
const foreign: Readonly<Record<string, { before?: RegExp; after?: RegExp }>> = {
  ...Object.fromEntries([...latinNames, ...'passworte zugangscode zugangswort mdp clave parole'.split(' ')].map((name) => [name, {}])),
  passe: { before: /(?:mot de|palavra[ -])\s?$/i },
  contrase: { after: /^ña/i },
  acc: { before: /code d['’]$/i, after: /^ès/i },
  acesso: { before: /(?:c[óo]digo|palavra|senha) de $/i },
  acceso: { before: /(?:c[óo]digo|clave) de $/i },
  kode: { before: /\b(?:min|din|hans|hendes|adgangs)[ -]$/i },
  chiave: { after: /^(?= (?:api|segreta|privata|d['’]accesso)\b)/i },
  chave: { after: /^(?= (?:(?:da |de )?api|secreta|privada|de acesso)\b)/i },
  sleutel: { before: /(?:api|geheime|toegangs)[- ]$/i },
  ...Object.fromEntries(['sandi', 'sandinya', 'laluan'].map((name) => [name, { before: /kata $/i }])),
  parolas: { after: /^ı/i },
  parola: { after: /^(?: d['’]ordine)?/i },
  ...Object.fromEntries(['senord', 'senordet'].map((name) => [name, { before: /l[öo]$/i }])),
  lykilor: { after: /^ð/i },
  has: { after: /^ło/i },
  ifre: { before: /ş$/i },
  slapta: { after: /^žod\p{L}{1,5}/iu },
  ifra: { before: /š$/i },
  cl: { after: /^é(?= (?:(?:du )?wi-?fi|api|secrète|d['’]accès|privée)\b)/i },
  ...Object.fromEntries(['zugangs', 'geheim', 'netzwerk', 'wlan', 'sicherheits'].map((use) => [`${use}schl`, { after: /^üssel/i }])),
  schl: { before: /(?:api|zugangs|geheim|wlan|wifi|netzwerk)[- ]?$/i, after: /^üssel/i },
}
export const foreignWords = Object.keys(foreign)

/** Detects a secret after a foreign name. The ASCII letters of the name are from `at` to `to`, and `next` follows. */
export function detectForeign(window: Window, at: number, to: number, word: string, next: string): Detected {
  const around = foreign[word]
  if (around === undefined) return undefined
  if (around.before !== undefined && !around.before.test(before(window, at, 12))) return undefined
  const tail = around.after?.exec(next)
  if (around.after !== undefined && tail == null) return undefined
  const end = to + (tail?.[0].length ?? 0)
  return detectInNextLine(window, end) ?? detectSpoken(window, end, 'password')
}

const asPassword =
  /^(?: ?(?:for|when (?:it|you|they)['’\w ]{1,12} (?:for|to enter))|[^.!?\n]{0,40} (?:as|that['’]s)) (?:(?:the|your|my|his|her|its|their|our|a) )?(?:[\w-]{1,12} ){0,2}?(?:pass(?:word|phrase|code)|pwd|pw\b)(?! ?(?:manager|field|hash|polic))/i

/** "type … into the password field", "tried … but the password …" */
const inField = /^ (?:in|into|but) (?:(?:the|your|my|his|her) )?(?:[\w-]{1,12} )?(?:pass(?:word|phrase|code)|pwd)/i
const tries = /\b(?:typed?|enter(?:ed)?|tr(?:y|ied))$/i

const asCode =
  /^["'`*]{0,3} (?:as (?:the|your|my|a) (?:[\w-]{1,12} ){0,2}?(?:(?:verification|confirmation|log-?in|sign-?in|security|access|one[- ]time|2fa|mfa|sms) code|otp|pin|passcode)|to (?:(?:verify|confirm|access) your|(?:log|sign) in))\b/i

/** A sign-in or a question for a password, before the word that introduces the value: "sign in as bob with …", "when asked for the password, enter …". */
const asked =
  /\b(?:(?:sign|log|logg?ed|signed)[ -]?(?:in|on)(?: \w{1,8})? (?:as|with|using) ["'`*]{0,2}[\w.@-]{1,40}["'`*]{0,2}(?: and)?|\buser (?!must|can|may|should|will|to)[\w.@-]{1,40}) (?:with|using|enter|type|use)$|\b(?:pass(?:word|phrase|code)|pw|pwd)\b(?! ?(?:hash|manager|polic|field|file|generat|reset|check|rotat))[^.!?\n]{0,48}(?<!\w(?:ed|en|ent))[, ](?:with|using|enter|type|use|try)$|\bpass(?:word|phrase|code)\b[^.!?\n]{0,80}(?:\b(?:is|it['’]s) now|[.:] (?:use|try|enter|type))$/i

/** "The archive is encrypted with …": an algorithm may follow, too. */
const sealed =
  /\b(?:encrypted|protected|secured|sealed|locked|(?:unlock|decrypt|open|extract|unzip|unpack)\w{0,4})\b[^.!?\n]{0,40} (?:with|using)$/i

/** Detects "with … as the password". The word before the password ends at `at`. */
export function detectUsed(window: Window, at: number): Detected {
  if (codeAt(window, at) !== space) return undefined
  const word = /^\S{1,80}/.exec(ahead(window, at + 1, 80, spaces))?.[0] ?? ''
  const lead = opening.exec(word)?.[0].length ?? 0
  const value = /^\d{3} \d{3}(?!\w)/.exec(ahead(window, at + 1 + lead, 8, '\n'))?.[0] ?? unquoted(word, lead)
  if (/^(?:\d{4,8}|\d{3}[ -]\d{3})$/.test(value) && asCode.test(ahead(window, at + 1 + lead + value.length, 48, '\n')))
    return secret(at + 1 + lead, at + 1 + lead + value.length, 'pin')
  if (!isChosen(value)) return undefined
  const after = at + 1 + lead + value.length + (/^(?:\\{0,7}["'`*»”“’)\]>]){1,4}/.exec(word.slice(lead + value.length))?.[0].length ?? 0)
  const start = at + 1 + lead
  const context = before(window, at, 128)
  const behind = ahead(window, after, 64)
  return asPassword.test(behind) ||
    (inField.test(behind) && tries.test(context)) ||
    asked.test(context) ||
    (isStrong(value) && sealed.test(context))
    ? secret(start, start + value.length, 'password')
    : undefined
}

/** A pair of a user and a password, with what separates them. */
const userAndPassword = String.raw`["'\x60(]{0,2}(?!(?:in|at|on|for|of|by|from|under|is|are|was|as|with|to|my|the) )(?<user>[A-Za-z_][\w.@+-]{1,39})["'\x60]{0,2}(?<sign>[ \t]?(?:[/|:,]|and|[-–—](?= ))[ \t]?|[ \t]{1,2}(?=\S*\d))["'\x60]{0,2}(?![a-z]\w{0,40}=)(?<value>[^\s"'\x60\\,;)]{6,64})(?![^\s"'\x60\\,;)])`
const pair = new RegExp(
  String.raw`^(?:(?: [\w-]{1,14}){0,4}?(?:[ \t]?(?:[:=]|[-=]>|→)| (?:are|is|were|was|as|to|with|using|mit|avec|con|com|sind|sont|son)[ \t]?:?))?[ \t]?${userAndPassword}`,
)
/** The same after what the account is for: "VPN: jdoe / …". */
const pairOfService = new RegExp(String.raw`^(?: (?:(?:in|at|for|of) )?(?:the )?[\w-]{1,14}){0,3}(?:: ?| ?\(| [-–—→] )${userAndPassword}`)

/** A model, a version, or a word with a number: `DS920plus`, `7590ax`, `anyconnect4`, `iphone15pro`. */
const product = /^[A-Z]{1,6}-?\d\d|^\d|^[a-z]+\d+$|^[A-Za-z]+\d$|^[A-Za-z]+\d\d+[a-z]+$|^.{1,7}$/

/** Detects a pair of credentials: "the credentials are bob / …". After the name of a service, products and versions stand, too. */
export function detectPair(window: Window, at: number, ofService = false): Detected {
  const found = (ofService ? pairOfService : pair).exec(ahead(window, at, spokenChars, '\n'))
  if (found === null) return undefined
  const { sign, value, user } = found.groups as { sign: string; value: string; user: string }
  const core = value.replace(/[.:]+$/, '')
  const isPassword = ofService
    ? isChosen(core) && (user.includes('@') || (/[/|:–—-]/.test(sign) && !product.test(core)))
    : isChosen(core) || (/[/|:,]/.test(sign) && isWordWithDigit(core))
  return isPassword ? secretValue(at + found[0].length - value.length, core, 'password') : undefined
}

/** A user with a value before the word for a password: "user: bob, password", "login is bob / pass", "ssh root@web1 (password". */
const userBefore =
  /(?:\b(?:user(?:[ _-]?name|[ _-]?id)?|log-?in|benutzer(?:name)?|usuario|utilisateur|identifiant|utente|gebruiker(?:snaam)?)["'`*]{0,2}(?: ?[:=]| is| ist| es| est|) ?["'`*]{0,2}(?!(?:name|names|account|page|guide|id|and|or|with|without|input|profile|data|error|failed|service|interface|form|field|your|the|their)\b)[\p{L}][\w.@+-]{1,39}["'`*]{0,2}(?:[.,;/|]? |,? (?:and|with|und|y|et|e) (?:the |his |her )?|[ \t]*\n[\s*>•–-]{0,8})|\bssh (?:-p \d+ )?[\w.-]{1,32}@[\w.-]{1,64} \()$/iu
const plainValue =
  /^["'`*]{0,2}(?: ?[:=]| is| was| ist| es| est)? ["'`*]{0,2}(\p{L}[\p{L}\d]{3,23})["'`*]{0,2}(?=[.,;)]?(?:\s*$|\s*\n| \()|[.,;)] )/u

/** A name of a program, a word in capitals, or a participle in another language. */
const notPlain = /\p{Ll}\p{Lu}|^\p{Lu}+$|^(?:ab|aus|be|ent|er|ge|ver|zurück)\p{Ll}+(?:en|t)$|(?:uis|oire|[aiu][dt][ao])$/u

/** Detects a password that is a plain word, beside its user: "user root, password calvin". */
export function detectPlain(window: Window, at: number, to: number): Detected {
  const context = before(window, at, 72)
  if (!userBefore.test(context)) return undefined
  const value = plainValue.exec(ahead(window, to, 48, '\n'))
  if (value === null || quality.test(value[1]!) || notPlain.test(value[1]!) || isPlaceholder(value[1]!) || ofPassword.test(` ${value[1]}`))
    return undefined
  return secretValue(to + value[0].lastIndexOf(value[1]!), value[1]!, 'password')
}

const oneTime =
  /^(?:[ _-](?:app|secret|seed|key|code|setup|manual|entry|shared)){0,3}["'`*]{0,2}(?: (?:is|was|=)| ?[:=])? ?["'`*]{0,2}((?:[A-Z2-7]{4}[ -]){3,15}[A-Z2-7]{4}|(?:[a-z2-7]{4}[ -]){3,7}[a-z2-7]{4}|[A-Z2-7]{16,64})(?![A-Za-z0-9])/

/** Detects the seed of one-time codes, in base32, in one piece or in groups of four. */
export function detectOneTime(window: Window, at: number): Detected {
  const found = oneTime.exec(ahead(window, at, spokenChars, noSeed))
  if (found === null || !/[2-7]/.test(found[1]!) || !/[A-Za-z]/.test(found[1]!)) return undefined
  return secretEnd(at + found[0].length, found[1]!, 'one-time-seed')
}
