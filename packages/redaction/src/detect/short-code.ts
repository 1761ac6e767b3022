import { characterSet, isDigit } from '../characters.ts'
import { ahead, before, codeAt, secret, secretEnd, secretValue, type Detected, type Window } from '../window.ts'
import { isPlaceholder } from '../values.ts'
import { isPhrase } from './spoken.ts'

const shortNumber =
  /^(?:[ _-]?(?:cod[ei]\w?|k[oó]d[^\s\d:.]{0,4}|kood[ia]?|number|nummer|num|2|番号|번호|コード)|[码碼])?(?: (?:for|of|to|on|at|from|für|auf|der|des|vom|zum|zur|de|del|du|della|von|zu|pour|d[aoe]|van|voor|do|ke?|för|til) [^\d\n:.]{1,28}?| (?:that )?(?:they|he|she|you|we|I|the user) \w{1,12})?(?:\\{0,7}["'`*_]){0,2}(?: ?[:：=→是는은は]>? ?|['’]s (?:now )?|>(?=\d{3,8}<\/)| ?-> ?|[?.]"? [A-Z][a-z]{0,11}: ?| (?:is|was|reads|would be|will be|became|becomes|ist|lautet|war|est|es|è|é|to|är|er|je|on|là|adalah|είναι)(?: now| jetzt)?:? ?|(?: (?:ist|est|es|è|é) (?:die|el|la|le|il)|,? c['’]est(?: le)?) (?=["'`*_]{0,3}\d{4,8}["'`*_]{0,3}(?:[.,;!)]|\s*$)))(?:\\{0,7}["'`*_]){0,3}(\d(?:[ -]\d){3,7}(?!\w)|[*#]?\d{3,8}(?!\w)[*#]{0,2})(?![.,:/-]\d)/i

/** Things that codes of their own open. */
export const doors = 'alarm door gate keypad unlock voicemail garage locker lockbox safe entry entrance building box'
const combination =
  /^(?: (?:to|for|of|on) (?:the |my |our )?(?:safe|lock(?:er)?|vault|case|door|gate|padlock))?(?: (?:is|was)|:)? (\d{1,2}(?:[ -]\d{1,2}){2,3})(?![\w-])/
/** Codes of one use, with digits, in a list: `4f8k-92ja, x7q2-1b3c`. */
const codes =
  /^ codes?(?: \d{1,2}(?=:)| (?:for|of|from) [\w.-]{1,20})?["'`*]{0,2}(?:(?: [a-z]{1,9}){0,3} (?:is|are|was|were))?:?(?:["'`*\s]|\\n){1,6}(?:\d{1,2}[.)] )?(\d{4} \d{4}(?:[,\n]{1,2} ?\d{4} \d{4}){0,19}(?!\d)|(?:(?=[a-z-]*\d)[a-z\d]{4,10}(?:-[a-z\d]{4,10}){0,4}(?:[\s,]|\\n){1,4}(?:\d{1,2}[.)] )?){0,19}(?=[a-z-]*\d)[a-z\d]{4,10}(?:-[a-z\d]{4,10}){0,4})(?![\w-])/i
const codesChars = 300
const [noPhrase, noList] = [characterSet('.!?{}'), characterSet('!?{}')]

export function detectCodes(window: Window, at: number): Detected {
  const found = codes.exec(ahead(window, at, codesChars, noList))
  if (found === null || found[1]!.length < 8) return undefined
  return secretEnd(at + found[0].length, found[1]!, 'generic-key')
}

/** Nouns for codes, in some thirty languages. */
const codeNoun = String.raw`(?:c[oó]d(?:es?|ice|igos?|ul)?|k[oóö]{1,2}d(?!er|ak)\p{L}{0,5}|mã|код[аом]?|κωδικό[ςν]?|קוד|רמז|رمز|كود|کد|कोड|รหัส|コード|番号|[码碼]|번호|코드|pin|otp)`
/** Purposes of such codes: to verify or confirm, to sign in, to open a door, to be used once. */
const codeUse = String.raw`(?:verif|vérif|weryf|confirm|conferm|bestätig|bevestig|bekreft|bekræft|bekräft|valid|authenti|autenti|identif|legitim|securi|secret|sicher|segur|sécur|sicurezza|segretto|beveilig|biztons|sikker|säker|bezpiecz|bezpeč|bảo mật|keamanan|akses|accès|acc?ess?|zugang|zutritt|toegang|adgang|tilgang|dostęp|přístup|prístup|pristup|log-?in|sign-?in|inlog|anmelde|logowan|connexion|iniciar|entrar|acceder|einmal|one[- ]time|single[- ]use|éénmalig|eenmalig|engång|engangs|kertakäyttö|jednoraz|jednoráz|usage unique|un solo uso|uso único|único uso|monouso|tek kullan|temporan|sblocco|desbloq|entsperr|freischalt|déverrou|unlock|pairing|activ|attiv|ativa|aktiv|potwierd|ověř|over|megerős|ellenőrz|hitelesít|egyszer(?: használatos )?|belép|vahvist|varmenn|todennus|turva|doğrul|onay|güvenlik|giriş|xác|подтвержд|доступ|безопас|провер|актив|одноразов|підтвердж|перевір|потвърж|вход|п[иі]н|επαλήθ|πρόσβασ|ασφαλ|επιβεβ|μιας χρήσ|אימות|הכניסה|التحقق|التأكيد|الدخول|تایید|تأیید|ورود|सत्यापन|पुष्टि|ยืนยัน|認証|確認|暗証|ワンタイム|セキュリティ|验证|驗證|校验|动态|確認|安全|인증|확인|비밀|2fa|mfa|otp|pin|sms|смс|tür|tor|alarm|tresor|porte|portail|coffre|puerta|portão|garaje|cancello|allarme|cassaforte|dør|bramy|drzwi|domofon|двери|домофон|сейф|deur|poort|kluis)`
/** "OTP" in scripts of India. */
const oneTimeWords = 'ओटीपी|ওটিপি|ઓટીપી|ਓਟੀਪੀ|ఓటీపీ|ஓடிபி|ಒಟಿಪಿ|ഒടിപി'
/** The owner of a code: "Seu código é …". */
const owner = '(?:your|dein|ihr|euer|votre|ton|tu|su|vuestro|seu|teu|tuo|suo|vostro|uw|jouw|twój|din|ditt|váš|tvůj|ваш|твой|твій)'
const codeName = new RegExp(
  String.raw`(?:(?<owned>(?<!\p{L})${owner} (?!zip|post|area|country|source|promo|discount|coupon|product|error|status|exit|colou?r|referral|dial|qr|bar)(?:[\p{L}.]{2,14}[ -])?${codeNoun}|您的${codeNoun})|(?!pin)${codeUse}\p{L}{0,12}[ '’-]{0,2}(?:pass)?${codeNoun}|(?<!\p{L})${codeNoun}[ -]?(?:d[eioa]l{0,2}[ '’ae]{0,2}|d['’]|na |dla |per |pro |για |для |от |из |para |for |för |til |à |la |ה){0,2}${codeUse}[\p{L}\p{M}]{0,14}|(?<!source )code (?:for|to) (?:the |my |our )?(?:front |back |main )?(?:alarm|door|gate|garage|keypad|locker|lobby|entrance|safe|building)(?= (?:is|was)\b| ?[:=])|digicode|portkod\p{L}{0,3}|ovikoodi|${oneTimeWords}|kart(?:en)?prüf(?:nummer|ziffer)|prüfziffer)(?: (?:anda|kamu|của bạn))?(?:(?: [^\d\n.:=!?()]{1,32}?)??(?<link> ?[:：=→]| (?:is|was|lautet|ist|est|es|è|é|är|er|jest|to|je|on|este|είναι|это|adalah|là|هو|هي|הוא|ni|ay)|คือ|は|是|는|은|为|為)[ \n]?| ?)["'\x60*_«„“「【(#[]{0,3}$`,
  'iu',
)
const hasNoun = new RegExp(`${codeNoun}|${oneTimeWords}|prüf`, 'iu')
const restOfCode = /^(?:[ -]\d{3})?(?!\w|[.:/-]\d)(?<prose> (?!(?:and|und|et|y|e|en|og|och|i)\b)\p{Script=Latin})?/u

/** The name of a code after it: "482913 is your login code". */
export const namedCode =
  /^["'`*]{0,2} (?:is|ist|est|es|é|è|är|er) (?:your|my|dein|ihr|mein|votre|ton|tu|su|mi|(?:o )?seu|(?:il )?tuo|uw|je|din|ditt) (?:[\p{L}\d.'’-]{1,20} ){0,3}(?:\p{L}{0,16}code|c[óo]digo|codice|\p{L}{0,12}kode?n?|otp|tan)(?!\p{L})/iu
const secondHalf = /^[ -]\d{3}(?=["'`* ])/

/** The name of a code at the end of a text, with its link. */
const nameOfCode = (said: string): RegExpExecArray | null => (hasNoun.test(said) ? codeName.exec(said) : null)

/** Whether a code in groups of capitals and digits follows its name: "Freischaltcode: K7P9-QX22". */
export const isNamedGroup = (said: string, value: string): boolean =>
  /^(?=[A-Z\d-]*(?:[A-Z]\d|\d[A-Z]))[A-Z\d]{3,6}(?:-[A-Z\d]{3,6}){1,6}$/.test(value) && nameOfCode(said) !== null

/** Text before the code of a card: its name in other languages, or the number of the card and its expiry. */
const beforeCardCode =
  /(?:prüf(?:nummer|ziffer)|kontrollnummer|(?:code|c[óo]digo|codice) d[ie] (?:sécurité|seguridad|segurança|sicurezza)|cryptogramme(?: visuel)?|sicherheitscode|安全码|セキュリティコード)(?: (?:is|ist|est|es|è|é|lautet))?[ :：=]{1,2}$|\d{4}(?:[ -]?\d{2,6}){2,3}[ ,;|/]{1,3}(?:exp\w*:? )?(?:0[1-9]|1[0-2])[/|-](?:20)?\d\d[ ,;|/]{1,3}$|\d{4}(?:[ -]?\d{4}){3},? (?:and )?(?:the )?code:? $/iu

/** Detects a code by its name in another language: "Ihr Bestätigungscode lautet 4821". Its first digits are from `at` to `to`. */
export function detectNamedCode(window: Window, at: number, to: number): Detected {
  if (to - at < 3 || to - at > 8) return undefined
  if (to - at < 5 && beforeCardCode.test(before(window, at, 48)) && /^(?!\w|[.:/-]\d)/.test(ahead(window, to, 2)))
    return secret(at, to, 'pin')
  if ((to - at === 3 && !isDigit(codeAt(window, to + 1))) || window.short) return undefined
  const name = nameOfCode(before(window, at, 64))
  if (name === null) {
    const isHalf = to - at === 3 && secondHalf.test(ahead(window, to, 5))
    return isHalf && namedCode.test(ahead(window, to + 4, 96, '\n')) ? secret(at, to + 4, 'pin') : undefined
  }
  const rest = restOfCode.exec(ahead(window, to, 6))
  // Without a link, the code ends a sentence or line.
  const isOpen = name.groups!['link'] === undefined || name.groups!['owned'] !== undefined
  if (rest === null || window.short || (isOpen && rest.groups!['prose'] !== undefined)) return undefined
  const end = to + rest[0].length - (rest.groups!['prose']?.length ?? 0)
  return end - at < 4 ? undefined : secret(at, end, 'pin')
}

const loginCode =
  /^["'`*]{0,2}(?:(?: (?:I|SMS|[a-z]{1,9})){0,4}(?: (?:is|was)|:))? ["'`*]{0,2}(\d{3}[ -]\d{3}|\d(?:[ -]\d){3,7}|(?:[A-Z]{1,2}-)?\d{4,8})["'`*]{0,2}(?!\w|[.,:/-]\d)(?:( to (?:log|sign|verify|confirm|complete|access|authenticate|continue)\b)|(?= (?:to|for|by|via|and|or|is|expires?|will|within|valid|before|on|in)\b)|(?! [a-z]))/
const ofLogin =
  /(?:verification|confirmation|\d-digit|whats ?app|telegram|signal|google|apple|microsoft|amazon|paypal|facebook|instagram|discord|steam|uber|bank|2fa|mfa|two-factor) code$|passcode$|\byour code$|\b(?:enter|type) (?:the |this |my )?code$|\b(?:got|received) (?:the|this|my) code$|\b(?:sent|texted|e-?mailed|received|entered) (?:(?:me|us|him|her|them|you) )?(?:an?|the|this|that) code$/i
/** "The code they texted me is …" */
const sentCode =
  /^(?: (?!error|exit)[a-z']{1,9}){0,2} (?:texted|e-?mailed|messaged|sent|(?:from|by|via|per|in) (?:the |my |an? )?(?:app|authenticator|sms|text|e-?mail))\b/i

/** A code alone in the next line, as the answer in a chat: "I sent you a code.\nCustomer: 482913". */
const answeredCode = /^[.?!:]{0,2}[ \t]*\r?\n[^\n]{0,32}?(?:^|[:> \n])(\d{4,8}|\d{3}[ -]\d{3})[ \t.]*(?:\r?\n|$)/
const asksForCode =
  /\b(?:sent|send|texted|enter|what|read|give|tell|share|confirm|provide)\b[^\n]{0,40}(?<!error |exit |status |response |return |zip |postal |country |area |source |product )code$/i

/** Text after a code that is soon of no use: "(valid for 5 minutes)". */
const expiring = /^[.,;]? \(?(?:it )?(?:is )?(?:valid|good|expires) (?:for|in|within) \d{1,2} min/i

/** Detects a code of one use: "login code: 482913", "use code 731 204 to sign in". The word `code` ends at `at`. @param next - Start of the text after it. */
export function detectLoginCode(window: Window, at: number, next: string): Detected {
  const answer = /^[.?!:]{0,2}[ \t]{0,4}\r?\n/.test(next) ? answeredCode.exec(ahead(window, at, 72)) : null
  if (answer !== null && asksForCode.test(before(window, at, 64)))
    return secretValue(at + answer[0].lastIndexOf(answer[1]!), answer[1]!, 'pin')
  const isNamed = ofLogin.test(before(window, at, 32)) || sentCode.test(ahead(window, at, 32, '\n'))
  if (!isNamed && !/^[^\d\n]{1,7}\d/.test(next)) return undefined
  const found = loginCode.exec(ahead(window, at, 48, '\n'))
  if (
    found === null ||
    !(
      isNamed ||
      expiring.test(ahead(window, at + found[0].length - (found[2]?.length ?? 0), 32, '\n')) ||
      (found[2] !== undefined && /\b(?:use|enter|type|with|your) (?:\w{1,5} )?code$|\b(?:the|this|a) code$/i.test(before(window, at, 20)))
    )
  )
    return undefined
  return secretValue(at + found[0].indexOf(found[1]!), found[1]!, 'pin')
}

const cardCode = /^2?,? (\d{3,4})(?![\w]|[.,:/-]\d)/
const securityCode = /^ code(?: on the back)?(?::| is)? (\d{3,4}|\d{6})(?![\w]|[.,:/-]\d| [A-Za-z])/
const bareNumber = /^(?:[ -](?:code|number))? \(?(\d{4,8})(?![\w]|[.,:/-]\d)/i

/** Detects a PIN: "PIN: 4821", "the CVV is 123". The word ends at `at`. */
export function detectPin(window: Window, at: number, one: string): Detected {
  const line = ahead(window, at, 64, '\n')
  if (
    one === 'combination' &&
    !/(?:safe|lock(?:er)?|vault|case|door) $/i.test(before(window, at - one.length, 8)) &&
    !/^ \w{2,3} /.test(line)
  )
    return undefined
  const found =
    (one === 'combination' ? combination : one === 'security' ? securityCode : shortNumber).exec(line) ??
    (doors.split(' ').includes(one) ||
    one === 'puk' ||
    /\b(?:sim|voicemail|alarm|door|gate|bank|atm|card|phone)[ -]\w{3}$/i.test(before(window, at, 14)) ||
    /PIN|OTP/.test(window.text.slice(at - 3, at)) ||
    line.startsWith(' number ') ||
    /\b(?:my|your|his|her|their|meine|seine|ihre|mi|su|mon|son) \w{2,3}$/i.test(before(window, at, 12))
      ? bareNumber.exec(line)
      : one.startsWith('cv')
        ? cardCode.exec(line)
        : null)
  const value = found?.[1]
  if (found === null || value === undefined || (value.length < 4 && !one.startsWith('cv') && one !== 'security')) return undefined
  // An Indian postal code has six digits.
  if (value.length === 6 && (one === 'pincode' || (one === 'pin' && /^[ _-]?code/i.test(found[0])))) return undefined
  return secretEnd(at + found[0].length, value, 'pin')
}

/** The question before an answer, in some languages. */
const question =
  /(?:security|secret) answer$|(?:security|secret|recovery|challenge)[ _]?question|mother['’]s maiden name|sicherheitsfrage|geheimfrage|question (?:secrète|de sécurité)|pregunta (?:secreta|de seguridad)|pergunta (?:secreta|de segurança)|domanda (?:segreta|di sicurezza)|beveiligingsvraag|pytanie (?:pomocnicze|bezpieczeństwa)|säkerhetsfråga/i
const answered =
  /^["'`*_]{0,3}(?: ?[:=] ?["'`*_“„«]{0,3}| (?:is|was|ist|lautet|est|es|è|é|jest|är) (?:["'`*_“„«]{1,3}|(?=[\p{Lu}\d])))([\p{L}\d](?:[^\s"”»*`.;,<|(]|[.,](?=\S)|(?<=\b(?:Mrs?|Dr|St))\.){1,24}(?: [\p{L}\d][^\s"”»*`.;,<|(]{0,16}){0,3})(?=\s*$|\s?["”»*`.;,<|(])/u

/** Detects the answer to a security question: "Mother's maiden name? Answer: …". The word for an answer ends at `at`. */
export function detectSecurityAnswer(window: Window, at: number): Detected {
  const found = question.test(before(window, at, 160)) ? answered.exec(ahead(window, at, 64, '\n')) : null
  const value = found?.[1]!.trimEnd()
  if (found === null || value === undefined || isPlaceholder(value)) return undefined
  return secretValue(at + found[0].length - found[1]!.length, value, 'password')
}

/** Seed phrase of a wallet: twelve to twenty-four words of three to eight letters, as in the standard list. */
const seedPhrase =
  /^(?: (?:phrase|words?|seed|key)){0,2}["'`*]{0,2}(?: is| are| was| [-–—]|(?: [a-z]{2,9}){1,3}(?=:))?(?: ?[:=]["'`*[(\s]{0,4}(?:\\n)?|["'`*\s]{1,4})(?:1[.)] )?((?:[a-z]{3,8}(?:[ ,\n]{1,2}|[-–/|_]|["'],? ?["'])(?:\d{1,2}[.)] )?){11,23}[a-z]{3,8})(?![A-Za-z])/i
/** A phrase as a numbered list. Its numbers have dots. */
const numbered = /^[^.]{0,24}1[.)] /
const [seedChars, numberedChars] = [300, 400]

export function detectSeedPhrase(window: Window, at: number): Detected {
  const isList = numbered.test(ahead(window, at, 28, noList))
  const found = seedPhrase.exec(ahead(window, at, isList ? numberedChars : seedChars, isList ? noList : noPhrase))
  if (found === null) return undefined
  return secretEnd(at + found[0].length, found[1]!, 'seed-phrase')
}

/** Plain words up to the end of a line. */
const plainPhrase =
  /^(?: (?:for|of|to) (?:(?:the|my|our|this|your) )?[\w-]{2,16}(?= (?:is|was)|:))?(?:(?: ?[:=]| is| was|, use) ["'`]?| \(?["'`])([a-z]{2,9}(?:[ -](?:[a-z]{2,9}|\d{2,4})){3,9})(?:["'`](?![a-z])|\.?\s?$)/
const phraseChars = 96
/** Words about a passphrase, which a passphrase itself has not. */
const ofPhrase =
  /\b(?:must|be|not|no|please|pass\w*|incorrect|invalid|wrong|empty|required|characters?|length|words?|see|you|your|leave|enter|at least|was|will|should|used?|when|same|which|that|if|encrypt\w*|protect\w*|set|changed?|stored?|only|optional|needed|key|file)\b/

/** Detects a passphrase of plain words without quotes: "passphrase: correct horse battery staple". */
export function detectPhrase(window: Window, at: number): Detected {
  const found = plainPhrase.exec(ahead(window, at, phraseChars, '\n'))
  if (found === null) return undefined
  const isMarked = /[:="'`]/.test(found[0].slice(0, found[0].indexOf(found[1]!)))
  if (isMarked ? ofPhrase.test(found[1]!) : !isPhrase(found[1]!)) return undefined
  return secretValue(at + found[0].indexOf(found[1]!), found[1]!, 'password')
}
