import { entropy } from './entropy.ts'
import { foreignName, type Sensitivity } from './key-names.ts'

/** Notation of a value. */
export interface Writing {
  quoted: boolean
  /** `KEY=value` as in a shell, an env file, a connection string or a URL. */
  tight: boolean
}

const reference =
  /^(?:\.[*+]|file:\/\/|[a-z]\w{0,40}_\d\.[a-z_][\w.]*$|\$[A-Za-z_][\w.:-]*$|@{1,2}\w+@{1,2}$|\$[({]|<|%[A-Za-z_]\w*%$|%env\(|%[sdvq](?:$| )|[{[(]|[&@*][A-Za-z_](?![^\s]*\d)[\w.]*(?:[()]|$)|#[{\s]|[|>][-+]?$|![A-Za-z]+$|!{1,2}[a-z_]\w*\.[a-z_]\w*$|[a-z_$][\w$]*\?\.[a-z_]|[*^]+$|process\.env|import\.meta|os\.(?:environ|getenv)|env[.([]|getenv|config[.([]|settings\.|self\.|this\.|secrets[.([]|vault:|var\.|local\.|data\.|args\.|opts?\.|options\.|params?\.|req(?:uest)?\.|props\.|state\.|user\.|new |await |function|lambda|async )/i
const placeholder =
  /^(?:your|my[-_ ]|insert|replace|enter|put|placeholder|change[-_ ]?(?:me|it|this)|dummy|redacted|hidden|masked|todo|tbd|fixme|n\/?a|none|null|nil|undefined|true|false|yes|no|required|optional|string|text|bool(?:ean)?|int(?:eger)?|number|object|any|str|bytes?|char|varchar|invalid|incorrect|wrong|passed|fail(?:ed|ure)?|missing|empty|unset|not[-_ ]|some[-_ ]?|the[-_ ]|a[-_ ]|an[-_ ]|is|was|here|example|sample|default|unknown|revoked|expired|valid|self|private|public|value|type|input|options?|flags?|arguments?|field|username|user|password|passwd|pass|pwd|secret|token|key|apikey|api[-_ ]key|bearer|basic)$/i
const placeholderStart =
  /^(?:&\w+=|your|change[-_]?me[-_]|insert|replace|enter|placeholder|redacted|\[redacted|\[secret:|xxx|\.{2,}|…|-{3,})/i
const placeholderWithin =
  /\.\.\.|…|\$\{|\{\{|<[A-Za-z_ -]+>|_here$|-here$|[xX*•]{6,}|(?<![a-z])(?:valid|fake|mock|dummy|test)[-_](?:[a-z]+[-_])?(?:key|token|secret|password)[-_]?\d{0,6}$|your[-_]?(?:api|secret|token|key|password)|placeholder/i
/** A key of documentation: `ghp_xxxx…`, `sk-ant-your_key`. No issuer draws such a key. */
export const sampleKey = /([Xx0*])\1{11}|(?<![A-Za-z])your[-_]/
/** Words with separators, possibly with a number or version: names, not generated text. */
const words = /^[A-Za-z]{1,20}(?:[-_. /:][A-Za-z]{1,20})*(?:[-_. ]?\d{0,3}|-v?\d+(?:\.\d+){1,3})$/
/** A model with its versions and dates: `command-a-reasoning-08-2025`, `meta-llama/Llama-3.3-70B-Instruct`. */
const modelName =
  /^[A-Za-z]{3,20}\d?(?:[-./:](?:[A-Za-z]{1,20}|[A-Za-z]?\d{1,2}|[A-Za-z]{3,12}\d{1,2}|(?:\d{1,2}x)?\d{1,3}[Bb]|\d{4}(?:\d{4})?))+$/
/** Words with a number, as people write secrets by hand: `supersecretkey123`. Names have separators, and shorter numbers. */
const numberedWords = /^[a-z]{4,40}\d{3,6}$/i
/** A name that ends in the word for a secret: `reset_password`, `x-aws-ec2-metadata-token`. */
const nameOfSecret = /^[a-z][a-z\d]*(?:[_.-][a-z\d]+)*[_.-](?:password|passwd|secret|token|keys?|credentials?)$/i
/** A type of secrets: `ed25519.Ed25519PrivateKey`. */
const typeOfSecret = /^(?:[a-z]\w*\.)*[A-Z][A-Za-z]+(?:25519[A-Z][A-Za-z]+)?(?<=Key|Token|Secret|Credentials?)$/
/** An action on a password, or its field: `reset_password`, `passwordInput`, `#password`. */
const nameOfAct =
  /^(?:reset|change|add|remove|update|set|forgot|confirm|new|old|current|invalid|wrong|missing|show|hide|verify|create|delete|generate|require|no|bad|incorrect|expired|weak)[_.-](?:\w{1,20}[_.-])?(?:password|passwd)\d?$|^pass(?:word|wd)(?:input|field|label|hint)$|^(?:\w*\[(?:type|name|id)=|[#.])[\w-]*(?:password|passwd)$|^[#.][a-z]+(?:[_-][a-z]+)*\d?$/i
const camelWords = /^[a-z]+(?:[A-Z][a-z]+)*\d?$|^(?:[A-Z][a-z]+)+\d?$/
const code = /[({]|\)$|=>|::|->/
/** Program text without spaces: `user.password,next=value`. */
const member = /^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)+(?:[,;)]|&&|\|\|)|^[A-Za-z_$][\w$]{0,2}[,;)]/
/** URLs, paths and names of settings (`fs.s3.consistent`), and public keys in `did:key:` form. Random base64, such as a secret key of AWS, may begin with a slash, too. */
const path =
  /^(?:[a-z]+\d?(?:\.[a-z]+\d?(?:[A-Z][a-z]+)*){2,}$|[a-z]{2,}(?:\/(?:[a-z][a-z_-]*\d{0,3}|\d{1,4})){2,}$|[a-z][a-z\d]{1,9}(?:\+[a-z]{1,10})?:\/\/|file:|\.{1,2}\/|\/(?!(?=\D*\d)(?=(?:[^A-Z]*[A-Z]){4})(?!.*[a-z]{7})[A-Za-z\d+/]{38,}={0,2}$)|[A-Za-z]:\\|~\/|arn:|urn:|data:|z6Mk|z6LS|zQ3sh|zDna)/

/** Path of a file or folder. */
const filePath = /^(?:~|\.{1,2}|[A-Za-z]:)?[/\\][\w./\\-]*$/

/** A hexadecimal number, a version, a property chain, a folder, or an attribute of a tag. */
const notPassword =
  /^\$(?:argon2\w{0,2}|2[abxy]|[156y])\$|^0[xob][\da-f_]+[ul]{0,3}$|^[~^]?\d+\.\d+\.\d+|^[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*\?\.[A-Za-z_$][\w$]*$|^(?:\/[\w.-]+){2,}\/?$|^[a-z][\w.:-]*=\{|^[@:*#][a-z][\w.:-]*=$|^data-[a-z]|^(?:bail|confirmed|nullable|required|sometimes|string)\||^\d+[.x]\d+%?$/i

/** Whether a value repeats one or two characters: `xxxx`, `-.-.-.`. Usually decided after three characters. */
function isMonotonous(value: string): boolean {
  const first = value.charCodeAt(0)
  let second: number | undefined
  for (let at = 1; at < value.length; at++) {
    const code = value.charCodeAt(at)
    if (code === first || code === second) continue
    if (second !== undefined) return false
    second = code
  }
  return true
}

export function isPlaceholder(value: string): boolean {
  return (
    reference.test(value) ||
    placeholder.test(value.replace(/[!?.,]$/, '')) ||
    placeholderStart.test(value) ||
    placeholderWithin.test(value) ||
    sampleKey.test(value) ||
    isMonotonous(value)
  )
}

/** Whether a value with the name of a secret is one, and not a variable, type, call or placeholder. */
export function isSecretValue(value: string, kind: Sensitivity, { quoted, tight }: Writing): boolean {
  // A command-line option, or a stylesheet variable.
  if (isPlaceholder(value) || (/^--?[a-z][\w-]*$/.test(value) && !(/\d/.test(value) && /[A-Z]/.test(value)))) return false
  if (kind === 'password' ? nameOfAct.test(value) : nameOfSecret.test(value) || typeOfSecret.test(value)) return false
  if (kind === 'password' && isLabel.test(value)) return false
  if (kind === 'password') return !notPassword.test(value) && isPassword(value, quoted, tight)
  // A cookie is judged by its own name, and by its own value.
  if (kind === 'vague')
    return isRandom(value.replace(/^[A-Za-z_][\w.-]{0,40}=(?=.)/, '')) || isPair(value) || /^[a-z]{2,5}_[\da-f]{32,64}$/.test(value)
  return isMachineMade(value, quoted || tight) || isStrong(value) || ((quoted || tight) && numberedWords.test(value))
}

/** The word for a password, as a label or the name of an action, perhaps among other words. */
const isLabel = new RegExp(
  `^(?:[\\w.-]+/)+\\w*pass(?:word|wd|code)?$|^(?:\\p{L}+ ){0,4}(?:${foreignName}|pass?wor[dt]e?|passord|passphrase|kennwort|wachtwoord|senha|heslo|salasana|adgangskode|parool|parol[ae]|clave|geslo|zaporka|lozinka|kata (?:sandi|laluan)|fjalëkalim)[\\p{L}\\p{M}]{0,5}(?: \\p{L}+){0,4}[ *:…?!.]{0,3}$`,
  'iu',
)

/** Words in a script without spaces, such as a message. */
const prose = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]{4}/

function isPassword(value: string, quoted: boolean, tight: boolean): boolean {
  if (quoted) {
    if (value.length < 4 || value.length > 200 || prose.test(value)) return false
    if (!/\s/.test(value)) return !(code.test(value) && !/\d/.test(value))
    // A sentence about passwords, and not a passphrase.
    const isSentence =
      /[.]$|\b(?:passwords?|passwort|characters|must|please|be|to|does|not|match)\b|^(?:cat [/.~$]|pass (?:show|\w+\/)|(?:vault|op|aws|openssl|gcloud|kubectl|security|gpg) \w+ )/i.test(
        value,
      ) ||
      (!/\d/.test(value) && /[?]$|\b(?:is|the|your)\b/i.test(value))
    return value.split(/\s+/).length <= 6 && !isSentence
  }
  if (value.length < 4) return false
  if (/^@?[A-Za-z_$][\w$]*(?:\??\.[A-Za-z_$][\w$]*)*(?:\?\.)?[([]/.test(value) || member.test(value) || filePath.test(value)) return false
  if (tight) return !/^[a-z]+[A-Z_.][A-Za-z_.]*$/.test(value) || value.length > 24 || isJumbled(value)
  if (value.length < 6 || numbered.test(value) || algorithm.test(value)) return false
  // Letters alone are words, unless their case is unusual.
  if (value.length >= 16 && (/^[a-z]+(?:-[a-z]+){2,}$/.test(value) || isDrawnWords(value))) return true
  if (!/[^A-Za-z\s-]/.test(value))
    return (
      value.length >= 8 &&
      /^[^a-z]*[a-z].*[A-Z]/.test(value) &&
      !value.split('-').every((part) => camelWords.test(part) || isIdentifier(part))
    )
  return (/\d/.test(value) && /[\p{L}!@#$%^&*]/u.test(value)) || /[!@#$%^&*+=?]/.test(value.slice(0, -1)) || /^\d{6,}$/.test(value)
}

/** Whether a value consists of words with `_`, none of which names of programs contain: `correct_horse_battery_staple`. */
const isDrawnWords = (value: string): boolean =>
  /^[a-z]{3,9}(?:_[a-z]{3,9}){3,7}$/.test(value) &&
  !/(?:^|_)(?:users?|get|set|env|values?|config|names?|keys?|hash|secrets?|tokens?|fields?|params?|inputs?|default|from|admin|data|file|path|type|text|test|check|pass\w*|pwd|the|and|not|with|for|is\w*|has|url|login|auth\w*|str|new|old|reset|valid\w*|error|api|app|api|sql|vault|var|ref|client|server|service|account|required|length|policy)(?:_|$)/.test(
    value,
  )

function isMachineMade(value: string, marked: boolean): boolean {
  if (value.length < (marked ? 8 : 12) || /\s/.test(value) || path.test(value) || modelName.test(value)) return false
  // An array element in a program: `tokens[tokens.length`.
  if (/^[A-Za-z_$][\w$]*(?:\.[A-Za-z_$][\w$]*)*\[(?:[\w$]|$)/.test(value)) return false
  if (((words.test(value) || camelWords.test(value)) && !isJumbled(value)) || (code.test(value) && !(marked && isScrambled(value))))
    return false
  // An alphabet, as in a regular expression.
  if (
    value.split('.').every(isIdentifier) ||
    (/abcdefghijklm|ABCDEFGHIJKLM/.test(value) &&
      value.replace(/[a-z]{13,}|[A-Z]{13,}|\d{9,}/g, '').length < 8 &&
      !/[A-Za-z]\d{1,8}$/.test(value))
  )
    return false
  if (/^[\d.,:-]+$/.test(value)) return marked && value.length >= 16 && !/^\d+(?:\.\d+){3,}$/.test(value)
  const digits = /\d/.test(value)
  const cases = /[a-z]/.test(value) && /[A-Z]/.test(value)
  if (
    !digits &&
    !/^[A-Za-z+/]{38,}={1,2}$/.test(value) &&
    !(cases && ((value.length >= 20 && !/[a-z]{5}/.test(value)) || (value.length >= 12 && isJumbled(value)))) &&
    !(/[^\w.:/-]/.test(value) && value.length >= 12 && !/[A-Za-z]{8}/.test(value))
  )
    return false
  const bits = entropy(value)
  return value.length >= 16 ? bits >= 2.8 : bits >= 2.5 && digits
}

/** Whether a value with parentheses is random text, and not code. */
const isScrambled = (value: string): boolean =>
  value.length >= 32 &&
  /(?:\d.*){3}/.test(value) &&
  /[a-z]/.test(value) &&
  /[A-Z]|[!@#$%^&*].*[!@#$%^&*]/.test(value) &&
  entropy(value) >= 4.5

/** Whether a value is a name and a password in base64, as in configurations of clients. */
function isPair(value: string): boolean {
  return (
    /^(?=.*[A-Z\d])[A-Za-z0-9+/]{10,200}={0,2}$/.test(value) &&
    value.length % 4 === 0 &&
    /^[\w.@+-]{1,64}:[\x20-\x7e]{4,}$/.test(atob(value))
  )
}

/** Whether a value is too long and mixed for a person or a hash function. */
function isRandom(value: string): boolean {
  if (value.length < 20 || !/^[\w+/=.~-]+$/.test(value) || path.test(value) || words.test(value) || modelName.test(value)) return false
  // Identifiers in letters of one case are shorter, or hexadecimal.
  if (value.length >= 28 && oneCase.test(value) && noWord.test(value) && !/^[\da-f]+$/i.test(value)) return true
  if (!/\d.*\d/.test(value) || !/[a-z]/.test(value) || !/[A-Z]/.test(value)) return false
  // Names of files and types contain words.
  return !/[A-Za-z]{20}|[a-z]{8}|\/.*\/.*\/.*[^=]$/.test(value) && entropy(value) >= 3.6
}

const designation =
  /^(?:non-)?(?:pkcs#|sha|md|aes|rsa|utf|base|bcrypt|argon|pbkdf|scrypt|hmac|ascii|iso|rfc|http|tls|ssl|wpa|wep|oauth|ipv|x509|win|v|ver|version|step|line|page|chapter|section|table|figure|round|level|type|part|option|case|item|node|python|java|es|h|q|covid|mp|gpt|claude|llama|qwen|gemini|o)[-_ ]?\d[\w.-]*$/i
/** Type names with a number: `Uint8Array`, `oauth2Client`. */
const numbered = /^[A-Za-z][a-z]{2,}(?:2|3|8|16|32|64|128|256|512)(?:[A-Z][a-z]{2,})+(?:[<[].*)?$/
const algorithm = /^(?:sha|md|aes|rsa|utf|pbkdf|argon|[her]s)-?\d{1,4}$/i
/** Names of types with a version: `PasswordHelperV3`, `TokenV2Store`. */
const versioned = /^[A-Z][A-Za-z_]*[a-z_][Vv]\d{1,2}(?:[A-Z][a-z]+){0,3}$/
/** Numeronyms: `K8s`, `i18n`. */
const numeronym = /^[a-z]\d{1,2}[a-z](?:-[a-z]+)*$/i
/** Measures: `256-bit`, `8th`, `12h`, `2fa`. */
const measure = /^(?!0\d+[a-z]{4})[\d.,:x/-]+(?:[-_]?(?:[a-z%]{1,12}|[A-Z]{1,3}|[A-Z][a-z]{1,10}))?$/

/** Letters in a value of digits and letters of one case. */
const oneCase = /^(?=.*\d)(?:[a-z\d]{15,64}|[A-Z\d]{15,64})$/
const noWord = /(?<![a-z])(?!https?|x?html|ctrl|grpc|mqtt|smtp)[^aeiouy\d]{4,}(?![a-z])|[^aeiouy\d]{6}|q[a-df-tv-z]/i

/** Whether a value has letters in an order of cases that names do not have, or that no word has: `UtmQWgWwTad`, `eroj18yhnhdqpaoj`. */
function isJumbled(value: string): boolean {
  if (oneCase.test(value) && noWord.test(value)) return true
  if (!/^[A-Za-z]{8,64}\d{0,3}$/.test(value) || !/[a-z][A-Z]/.test(value)) return false
  const pieces = value.replace(/\d+$/, '').split(/(?<=[a-z])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])/)
  const average = value.length / pieces.length
  return pieces.length >= 3 && (average < 2.7 || (average < 3.4 && pieces.some((piece) => /^[A-Z]?[^aeiouAEIOU]{2,}$/.test(piece))))
}

/** Words in lines, most of them in one case: `__X32_SYSCALL_BIT`, `Z3_optimize_inc_ref`. */
const snake = /^#?_{0,2}[A-Za-z][a-z]*\d{0,2}(?:_(?:[A-Z]{2,}\d?|[a-z]{2,}\d?|\d)){2,}$|^_{0,2}[A-Z]+\d{0,2}(?:_[A-Z]{2,}\d?){2,}$/

/** Whether a value consists of words, some with a number: `SignatureV4SignWithCredentials`, `K8S_VOLUME_TYPE`. */
export function isIdentifier(value: string): boolean {
  if (snake.test(value)) return true
  if (value.length > 80 || !/^[A-Za-z_$][\w$]*$/.test(value) || isJumbled(value)) return false
  const pieces = value.match(/[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+/g) ?? []
  const letters = pieces.filter((piece) => !/\d/.test(piece))
  return (
    letters.length > 0 &&
    pieces.every((piece) => !/^\d{3}/.test(piece)) &&
    letters.filter((piece) => piece.length < 3).length * 3 <= letters.length &&
    pieces.length - letters.length <= 2 &&
    letters.join('').length / letters.length >= 3.5
  )
}

/** Whether a value is a designation, such as an algorithm, a version or a model. */
export const isDesignation = (value: string): boolean =>
  /^[A-Z]{2,}v\d$/.test(value) || (designation.test(value) && !/\d(?:[A-Za-z]+\d|[a-z]+[A-Z]|[A-Z]{2,}[a-z])/.test(value))

/** A piece with a digit and a capital after a small letter or digit, which names do not have: `BERLIN_JlOO9`. */
const mixedPiece =
  /(?:^|[-_./])(?=[A-Z]*[a-z\d]+[A-Z])(?=[A-Za-z]*\d)(?=[A-Z\d]*[a-z])[A-Za-z\d]{4,}|(?:^|[-_.])[A-Z]{2,}[a-z]+\d|(?:^|[-_.])\d[a-z]{2,}[-_.].*\d$/

/** Whether a value has groups of three kinds: `abc-123-XYZ`. */
const isGrouped = (value: string): boolean =>
  [/(?:^|[-_.])\d{3,}(?:[-_.]|$)/, /(?:^|[-_.])[a-z]{2,}(?:[-_.]|$)/, /(?:^|[-_.])[A-Z]{2,}(?:[-_.]|$)/].every((group) => group.test(value))

/** Whether a word of a sentence is probably a password: letters mixed with digits or signs, and no name. */
export function isPasswordLike(value: string): boolean {
  if (value.length < 6 || value.length > 128 || isPlaceholder(value) || path.test(value) || filePath.test(value)) return false
  if (
    /^(?:@?\$)?[\w.-]+(?:\?\.)?[([]|\]\(|^[^({]*[({].*[)}]|=>|::|->|^--?[a-z]|\w@\w+\.[a-z]/.test(value) ||
    isDesignation(value) ||
    snake.test(value) ||
    measure.test(value) ||
    numbered.test(value) ||
    versioned.test(value) ||
    numeronym.test(value) ||
    notPassword.test(value) ||
    /^[0-9a-f]{7,}$|^[0-9a-f]{8}-[0-9a-f-]{27}$/i.test(value)
  )
    return false
  const inner = value.replace(/^[^A-Za-z0-9!#$%&^@]+|(?<![.,:;])[.,:;]+$/g, '')
  if (/\d/.test(inner) && /[A-Za-z]/.test(inner)) {
    // Names have words: `file2.txt`, `python3-dev`, `v2/users`.
    if (
      /^[a-z]+\d?(?:[-_./][a-z\d]+)+$/i.test(inner) &&
      !/[a-z][A-Z][a-z\d]|\d[a-z]+\d/.test(inner) &&
      !isGrouped(inner) &&
      !mixedPiece.test(inner)
    )
      return false
    if (/^[A-Za-z]?\d+[A-Za-z]?$|^[A-Z]{1,6}-?\d{1,5}$|^[A-Za-z]+\d$/.test(inner) && inner.length < 8) return false
    return true
  }
  if (isJumbled(inner.replace(/[!#$%&*]{1,2}$/, ''))) return true
  return (
    /^[^A-Za-z]*[A-Za-z][^!@#$%^&*+=?]*[!@#$%^&*+=?].*[A-Za-z]|^[!#$%&^][A-Za-z]*[a-z][A-Z]|^[A-Za-z]{6,}[$#&^@]+$/.test(inner) &&
    !inner.split(/[+=&]/).every((part) => camelWords.test(part))
  )
}

/** Form of a password with signs, without assignments, variables and escapes. */
export const drawn = /^(?![\w.]*=|[^?&]*[?&]\w+=|[$@#&%]|\w*%[\dA-F]{2})[\w!@#$%^&*?~+=.,-]{8,40}$/

/** Whether a value has a capital, a small letter, a digit and a sign, as no word has. */
export const isStrong = (value: string): boolean =>
  drawn.test(value) && [/[A-Z]/, /[a-z]/, /\d/, /[!@#$%^&*?~]/].every((kind) => kind.test(value)) && isPasswordLike(value)

/** Whether a value is hexadecimal, as an encrypted password in the configuration of a router. Only used after a mark for encryption. */
export const isEncrypted = (value: string): boolean => /^(?=[\dA-F]*\d)(?=[\dA-F]*[A-F])[\dA-F]{8,128}$/.test(value)

/** Words with a number between or behind them, or groups of capitals and digits: `copper-lantern-58-quilt`, `Fjord_2291`, `X7-KK-91-QP`. Numbers of algorithms do not count. */
const numberWithin =
  /^(?!.*(?:128|256|384|512))(?:[A-Za-z][a-z]{1,12}(?:[-_+][A-Za-z][a-z]{1,12}){0,4}[-_+]\d{1,6}(?:[-_+][A-Za-z][a-z]{1,12}){1,4}|[A-Za-z][a-z]{2,12}[-_+.](?:\d{3,6}[a-z]{0,2}|\d\d[a-z]{1,2})|(?=.*\d)(?=.*[A-Z])[A-Z\d]{2,6}(?:-[A-Z\d]{2,6}){2,5})$/
/** Whether a value is a phrase with a number, as chosen by people and generators: `marmot-granite-320`. Only used after a word for passwords. */
const isPhraseLike = (value: string): boolean =>
  value.length >= 8 &&
  value.length <= 64 &&
  !isDesignation(value) &&
  !nameOfAct.test(value) &&
  (/^(?:my|[a-z]{3,})(?:[-_.+][a-z]{3,})+[-_.+]?\d{1,6}[a-z]{0,2}$|^(?=[a-z\d-]*[a-z]\d|[a-z\d-]*\d[a-z])[a-z\d]{3,6}(?:-[a-z\d]{3,6}){2,}$/i.test(
    value,
  ) ||
    numberWithin.test(value)) &&
  !isPlaceholder(value)

/** Whether a value without a name is a secret: no person and no hash function would write it. */
export function isUnnamedSecret(value: string): boolean {
  if (value.length < 16 || isPlaceholder(value) || path.test(value) || words.test(value) || camelWords.test(value)) return false
  if (!/\d/.test(value) || !/[A-Za-z]/.test(value)) return false
  return entropy(value) >= 3
}

/** Whether a value is a word and a digit, as `hunter2`. Names have this form, too. */
export const isWordWithDigit = (value: string): boolean => /^[A-Za-z]{5,6}\d$/.test(value) && !isDesignation(value) && !isPlaceholder(value)

/** Things that are numbered: `ticket-42`, `Anhang-12`. */
const numberedThing =
  /^(?:\w*ticket|issues?|room|office|desk|users?|members?|teams?|groups?|roles?|modules?|rules?|policy|hosts?|servers?|nodes?|workers?|agents?|jobs?|tasks?|steps?|stages?|phases?|pages?|slides?|files?|tables?|forms?|fields?|inputs?|outputs?|plans?|options?|items?|cases?|tests?|levels?|lines?|rows?|columns?|routes?|branch|release|build|backup|vault|entry|account|client|device|port|slot|zone|rack|floor|unit|part|section|chapter|figure|appendix|batch|week|note|draft|sprint|demo|sample|example|anhang|seite|zimmer|raum|kapitel|schritt|benutzer|gruppe|regel|usuario|utilisateur|poste|salle|sala|p[aá]gina|gruppo|grupo|r[eè]gle|regla)[-_]/i

/** Whether a value is a word and a number, as `hunter2` and `tiger-92`. Only used where grammar expects a password. */
export const isGuessable = (value: string): boolean =>
  isWordWithDigit(value) ||
  (/^[A-Za-z]{4,14}[-_]\d\d$/.test(value) && !numberedThing.test(value) && !isDesignation(value) && !isPlaceholder(value))

/** Whether a word is a password that a person or a generator chose. Only used after a word for passwords. */
export const isChosen = (value: string): boolean => isPasswordLike(value) || isPhraseLike(value)

/** Whether a word is a password where only one can stand: in an argument, cell or line of its own. */
export const isGiven = (value: string): boolean =>
  isChosen(value) || isWordWithDigit(value) || /^(?:[\da-f]{32}|\d{6,12}|[A-Z][a-z]{3,14}[-_.]\d\d)$/.test(value)

/** Whether a value has a form that no word of a text has, so that it is the same secret wherever it comes again. */
export const isUnique = (value: string): boolean =>
  /^[A-Za-z\d]\S{5,127}$/.test(value) && (isPasswordLike(value) || isWordWithDigit(value) || isUnnamedSecret(value))

/** Whether a value that is alone in its line or cell is a secret of this kind. */
export const isSecretOf = (value: string, kind: Sensitivity, quoted = false): boolean =>
  kind === 'password' ? isChosen(value) : isSecretValue(value, kind, { quoted, tight: false })
