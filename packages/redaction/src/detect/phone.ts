/**
 * Country codes with the number of digits after them. From the ITU's list of assigned codes (E.164) and the numbering plans. A code of three digits that is not
 * listed has 5 to 12.
 */
const national = new Map<string, readonly [min: number, max: number]>()
for (const [min, max, codes] of [
  [4, 5, '290'],
  [4, 7, '690'],
  [6, 11, '39'],
  [7, 10, '46 60 95'],
  [7, 12, '49'],
  [7, 13, '43'],
  [8, 8, '45 47 53 65'],
  [8, 9, '32 36 51 66'],
  [8, 10, '20 57 63 64 82 84'],
  [8, 12, '62'],
  [9, 9, '27 31 33 34 40 41 48 56 61 93 94'],
  [9, 10, '44 81 92'],
  [10, 10, '1 7 30 58 90 91 98'],
  [10, 11, '52 54 55 86'],
] as const)
  for (const code of codes.split(' ')) national.set(code, [min, max])
/** Assigned country codes of three digits. */
const ofThree =
  /^(?:21[12368]|22[0-9]|23[0-9]|24[0-9]|25[0-8]|26[0-9]|29[01789]|35[0-9]|37[0-9]|38[0-35-79]|42[013]|50[0-9]|59[0-9]|67[02-9]|68[0-35-9]|69[0-2]|80[08]|85[02356]|870|88[0-36]|96[0-8]|97[0-79]|99[2-68])/

/** @param digits - Country code and number. */
export function isInternational(digits: string): boolean {
  const code = digits[0] === '1' || digits[0] === '7' ? digits[0] : ofThree.test(digits) ? digits.slice(0, 3) : digits.slice(0, 2)
  const known = national.get(code)
  if (known === undefined && code.length !== 3) return false
  const [min, max] = known ?? [5, 12]
  const rest = digits.length - code.length
  if (rest < min || rest > max) return false
  return code !== '1' || /^1(?:[2-9]\d\d[2-9]|555)/.test(digits)
}

const maxDigits = 15

/**
 * Number at the start of `text`, after its `+`: groups of digits with up to three separators. A line end is a separator only with `lines`, and only if the text
 * before it is no complete number. If the next group would make the number too long, it ends before that.
 */
export function internationalAt(text: string, lines = true): string | undefined {
  let digits = ''
  let best = 0
  let separators = 0
  let at = 1
  let folded = false
  for (; at < text.length; at++) {
    const character = text[at]!
    if (character >= '0' && character <= '9') {
      digits += character
      if (digits.length > maxDigits) break
      separators = 0
      folded = false
      const next = text[at + 1] ?? ''
      if (!/[0-9]/.test(next) && isInternational(trunkless(text.slice(0, at + 1), digits))) best = at + 1
    } else if ((' .-/()_*\t'.includes(character) || (lines && character === '\n' && best === 0)) && digits !== '' && separators < 3) {
      folded ||= character === '\n'
      // Lines may be indented.
      if (!folded || character !== ' ') separators++
    } else if (character === '(' && digits === '') separators++
    else break
  }
  // A number followed by letters is something else.
  if (best === 0) return undefined
  const number = withExtension(text, text.slice(0, best))
  return /^[A-Za-z]|^_\w|^\.\d/.test(text.slice(number.length)) ? undefined : number
}

/** Removes the trunk prefix in "+44 (0)20 …", which is for domestic calls. */
const trunkless = (text: string, digits: string): string => (text.includes('(0)') ? digits.replace(/^(\d{1,3}?)0/, '$1') : digits)

/** National formats that are detected without a word before them. */
const known = new RegExp(
  `^(?:${[
    // North America
    String.raw`(?:1[ .-])?(?:\([2-9]\d\d\) ?|[2-9]\d\d([.-]))(?:[2-9]|(?<=555\D{1,2})1)\d\d[ .-]\d{4}`,
    String.raw`(?:1[ .-])?[2-9]\d\d/[2-9]\d\d-\d{4}`,
    // France, Switzerland, Turkey
    String.raw`0[67]([ .-])\d\d(?:\2\d\d){3}`,
    String.raw`0[1-9](?:\.\d\d){4}`,
    String.raw`07[4-9] \d{3} \d\d \d\d`,
    String.raw`05\d\d \d{3} \d\d \d\d`,
    // Germany
    String.raw`01[5-7]\d{1,2}(?: ?[/-] ?| )\d{3}(?: ?\d{2,3}){2,3}`,
    String.raw`01[5-7]\d{1,2}[ /-]\d{7,8}`,
    // The United Kingdom, Australia
    String.raw`07\d{3} \d{3} ?\d{3}`,
    String.raw`02\d \d{4} \d{4}`,
    String.raw`04\d\d \d{3} \d{3}`,
    // Japan, Korea, China, Indonesia
    String.raw`0[1-9]0-\d{4}-\d{4}`,
    String.raw`1[3-9]\d([ -])\d{4}\3\d{4}`,
    String.raw`08\d\d-\d{4}-\d{3,4}`,
    // Brazil, Russia
    String.raw`\(\d\d\) ?9[ .]?\d{4}-\d{4}`,
    String.raw`8[ -]?\(\d{3,4}\) ?\d{2,3}-\d\d-\d\d`,
    String.raw`8-9\d\d-\d{3}-\d\d-\d\d`,
  ].join('|')})(?![0-9]|[-.][0-9]| (?:[0-9][a-f]|[a-f][0-9])(?![0-9A-Za-z])| (?!0[67] )\\d\\d \\d\\d(?!\\d))`,
)
/** Formats that need a word for telephones before them, perhaps with other words between. */
const plain =
  /^(?:\(?0\d{1,5}\)?(?:[ ./-]{1,3}\d{2,9}){1,5}(?:-\d{1,4})?|0\d{8,11}|[2-9]\d{9}|1?[2-9]\d{9}|[2-9]\d\d[ .-]?\d{3}[ .-]?\d{4}|\d{2,4}(?:[ .-]\d{2,4}){2,4}|\d{2,3}[ .]\d{4,5}[ .-]\d{4}|\d{3}[ .-]\d{4}|[6-9]\d{8}|[6-9]\d{4}[ -]\d{5})(?![\d]|[-.]\d)/
/** Any groups of digits, directly after a word for telephones. */
const loose = /^\(?\d{1,13}\)?(?:[ ./()-]{1,3}\d{1,9}){0,6}(?![\d]|[-.]\d)/
/** Dates, years, times, fractions, amounts, addresses, and rows of small numbers. */
const other =
  /^(?:(?:19|20)\d\d([-/.])\d\d\1\d\d(?!\d|\1)|(?:(?:19|20)\d\d[ ,]{1,2}){2}(?:19|20)\d\d(?!\d)|(?:\d[ .-]){4}|\d{1,2}(?:\.\d{1,2}){2} \/|(?:(?:19|20)\d\d([-/.]?)\d\d?\2\d\d?|\d\d?([-/.])\d\d?\3(?:19|20)\d\d|(?:19|20)\d\d-(?:19|20)\d\d|[012]\d\.?[0-5]\d-[012]\d\.?[0-5]\d|\d{1,7}\.\d{1,7}|[1-9]\d?(?:[. ]\d{3}){2}|\d{1,3}(?:[. ]\d{3})*[. ]000|\d{1,3}(?:\.\d{1,3}){3})(?!\d| ?[-/]\d|[ .]\d{2})|(?:\d{1,2}[ .-]){2}(?:\d[ .-]|\d{1,2}[ .-]\d[ .-]))/

/** Words for telephones and calls, by language. The last lines are for scripts without spaces between words, or with endings. */
const labels = [
  "phone|tele?|telephone|mobile|mob|cell(?:phone)?|fax|ph|telefax|whats ?app|viber|sms|(?:call|text|reach|ring|phone) (?:me|us|him|her|them)|hotline|landline|contact (?:no\\.?|number)|(?:my|his|her|their|our|your|\\w{2,12}['’]s) (?:\\w{2,8} )?number",
  '\\p{L}{0,12}telefon|handy|rufnummer|durchwahl|rückruf|mobil\\p{L}{0,6}|gsm|natel|festnetz|(?:meine|seine|ihre|mijn|mit|min) (?:\\w{1,6} )?nummer|(?:ruf\\w{0,2}|erreich\\w{1,4}) (?:mich|ihn|sie|uns|bitte|dort|mir|unter)|anruf\\p{L}{0,3}',
  't[eé]l[eé]phone|t[eé]l|portable|(?:mon|son|ton|votre) num[eé]ro|r?appell?e\\p{L}{0,2}(?:[- ](?:moi|le|la|nous))?|joindre|joignable',
  'm[oó]vil|cel(?:ular)?|tel[eé]fono|tfno|tlfn?o?|(?:mi|su|tu) n[uú]mero|ll[aá]m\\p{L}{1,6}',
  'cellulare|(?:il mio|suo) numero|chiam\\p{L}{2,6}|telem[oó]vel|telefone|fone|zap|(?:o )?(?:meu|seu) n[uú]mero|lig(?:ue|a|ar|uem)(?: (?:para|me))?',
  'mobiel(?:tje)?|telefoon|bel(?: (?:me|ons|hem|haar)(?: op)?)?|tlf|ring (?:meg|mig|på)|puhelin\\p{L}{0,8}|puh|soita|sími|simu',
  'kom[oó]rk\\p{L}{1,2}|zadzwoń|(?:m[oó]j|jego|jej|nr|numer) (?:numer|tel\\p{L}{0,6})|telefonsz[aá]m|telefonn[ií]|telef[oó]n|hívj\\p{L}{0,3}|sun[aă]',
  '(?:số )?điện thoại|s?đt|sđt|telepon|telp|ponsel|no\\.? hp|hubungi|bimbit',
].join('|')
/** Ambiguous words. The number after them must begin like a telephone number. */
const vague =
  'signal|(?:re)?dial|(?:office|direct|land|home|work|support|customer) ?line|office|zentrale|fixe|contact\\p{L}{0,2}|kontakt|reception|rezeption|recepci[oó]n|notfall|emergenc\\p{L}{1,4}|urgence\\p{L}?|emergencias?|call-?back|an? (?:ring|call|bell|buzz)|(?:call|ring|text|reach|phone|contact) \\p{L}{2,16} (?:at|on|back|under)'
const signs = '☎|📞|📱|☏|wa\\.me/'
const unspaced =
  '電話番号|電話|电话|手机|手機|携帯|連絡先|전화|휴대폰|핸드폰|연락처|телефон|тел|моб|номер|позвон|звон|τηλέφωνο|τηλ|κινητό|هاتف|جوال|טלפון|נייד|टेलीफोन|फोन|मोबाइल|โทร'
const labelOf = (words: string): string =>
  String.raw`(?:(?<![\p{L}\d])(?:contact|home|work|user|customer|office|business|emergency)?(?:${words})\d?(?:[ _-]{0,2}(?:number|nummer|numer|num|nr|no|n°))?(?![\p{L}\d])|(?:${unspaced})[\p{L}\p{M}]{0,6})`
/** Signs and small words between the word and the number. */
const link = String.raw`[\s.,;"'\x60:：=(*_\\>|+#-]{0,6}`
const beside = new RegExp(
  String.raw`(?:(?:${labelOf(labels)}|${signs})(?:\([^()\n]{1,24}\)|${link}(?:(?:is|at|on|to|the|number|now|ist|lautet|unter|auf|est|le|au|es|el|al|è|é|op|på|to|kom|は|是|из|по|नंबर)(?![\p{L}\d])${link}){0,2}|${link})${link}|tel:[+\d().-]{7,20}["'>]{1,3})$`,
  'iu',
)
const contextOf = (words: string): RegExp => new RegExp(String.raw`${words}["'\x60*_\\]{0,4}[^\d\n@]{0,32}?[\s"'\x60:=(*_\\>+]{0,6}$`, 'iu')
export const phoneContext = contextOf(labelOf(labels))
const vagueContext = contextOf(labelOf(vague))
const phoneLike = /^(?:[0(]|\d{3}-\d{4}$|(?:\D*\d){9})/

/** A request to call: `call 9123 4567`, but not "the eighth call". */
const asked = /(?<![\p{L}\d])(?:call|text|ring|dial|message)(?: (?:at|on))? $/iu
const grouped = /^(?:\(?\d+\)?[ .-]+\d|\d{10,11}$)/

/** An extension after a number. */
const extension = /^ ?[,;]? ?(?:ext(?:ension)?|x|dw|poste|ramal|int|anexo|wew|toestel|доб)[.:=]{0,2} ?\d{1,6}(?![\w])/i
const withExtension = (text: string, number: string): string => number + (extension.exec(text.slice(number.length))?.[0] ?? '')

/** Number without a country code. `context` is the text before it. */
export function nationalAt(text: string, context: string): string | undefined {
  const found = withoutExtension(text, context)
  return found && withExtension(text, found)
}

function withoutExtension(text: string, context: string): string | undefined {
  if (text.startsWith('00')) {
    // Dialled with two zeros instead of the plus.
    const lead = text[2] === ' ' && phoneContext.test(context) ? '00 ' : '00'
    const dialled = internationalAt(` ${text.slice(lead.length)}`, false)
    if (dialled !== undefined && (/[ ./-]/.test(dialled.trim()) || phoneContext.test(context))) return lead + dialled.slice(1)
  }
  const sure = known.exec(text)?.[0]
  if (sure !== undefined) return isOtherNumber(sure, context) ? undefined : sure
  if (other.test(text) || isRow(text)) return undefined
  const found = plain.exec(text)?.[0]
  if (found !== undefined && hasDigits(found, 12) && (phoneContext.test(context) || (phoneLike.test(found) && vagueContext.test(context))))
    return found
  const wide = loose.exec(text)?.[0]
  if (wide === undefined || !hasDigits(wide, 13)) return undefined
  return beside.test(context) || (grouped.test(wide) && asked.test(context)) ? wide : undefined
}

/** Words before the number of a section or paragraph. */
const partOf =
  /(?:§|(?<![\p{L}\d])(?:sections?|sect|sec|chapters?|clauses?|paragraphs?|para|articles?|art|appendix|annex|rules?|items?|steps?|tasks?|figures?|fig|tables?|kapitel|abschnitte?|ziffern?|absatz|dfars?|chapitre|cap[ií]tulo|secci[oó]n|se[cç][aã]o|paragrafo|hoofdstuk))\.?\s?$/iu

/** Words for numbers of things: "part no. …", "Artikel-Nr. …". */
const numberOf =
  /(?<![\p{L}\d])(?:part|serial|article|artikel|bestell|auftrags?|order|item|model|teile|rechnungs|vorgangs|invoice|ticket|case|ref(?:erence)?|catalog(?:ue)?|lot|batch|chassis)[ .-]{0,2}(?:no|nr|number|nummer|num|n[ºo°]|#)[.:#]{0,2} ?$|(?<![\p{L}\d])(?:parts?|sku) $/iu

/** Whether `01.02.03.04.05` is a paragraph number, or another number. A word for telephones before it decides otherwise. */
const isOtherNumber = (found: string, context: string): boolean =>
  (/^0\d(?:\.0\d)+$/.test(found) || (/\d\.\d/.test(found) && partOf.test(context)) || numberOf.test(context)) && !phoneContext.test(context)

/** Whether all numbers of a row are powers of two, as sizes are. */
const isRow = (text: string): boolean => /^[1-9]\d{2,4}(?: [1-9]\d{2,4}){2,7}(?!\w)/.exec(text)?.[0].split(' ').every(isPower) === true

const isPower = (number: string): boolean => (Number(number) & (Number(number) - 1)) === 0

function hasDigits(text: string, most: number): boolean {
  const count = text.replace(/\D/g, '').length
  return count >= 7 && count <= most
}
