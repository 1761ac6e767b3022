/**
 * Country codes and how many digits may follow them. From the ITU's list of assigned codes (E.164), lengths as in numbering plans;
 * a code that is not listed has 5 to 12.
 */
const national: Readonly<Record<string, readonly [min: number, max: number]>> = {
  1: [10, 10],
  7: [10, 10],
  20: [8, 10],
  27: [9, 9],
  30: [10, 10],
  31: [9, 9],
  32: [8, 9],
  33: [9, 9],
  34: [9, 9],
  36: [8, 9],
  39: [6, 11],
  40: [9, 9],
  41: [9, 9],
  43: [7, 13],
  44: [9, 10],
  45: [8, 8],
  46: [7, 10],
  47: [8, 8],
  48: [9, 9],
  49: [7, 12],
  51: [8, 9],
  52: [10, 11],
  53: [8, 8],
  54: [10, 11],
  55: [10, 11],
  56: [9, 9],
  57: [8, 10],
  58: [10, 10],
  60: [7, 10],
  61: [9, 9],
  62: [8, 12],
  63: [8, 10],
  64: [8, 10],
  65: [8, 8],
  66: [8, 9],
  81: [9, 10],
  82: [8, 10],
  84: [8, 10],
  86: [10, 11],
  90: [10, 10],
  91: [10, 10],
  92: [9, 10],
  93: [9, 9],
  94: [9, 9],
  95: [7, 10],
  98: [10, 10],
  290: [4, 5],
  690: [4, 7],
}
/** Codes of three digits begin with these two; whatever else begins with them is not assigned. */
const ofThree =
  /^(?:21[12368]|22[0-9]|23[0-9]|24[0-9]|25[0-8]|26[0-9]|29[01789]|35[0-9]|37[0-9]|38[0-35-79]|42[013]|50[0-9]|59[0-9]|67[02-9]|68[0-35-9]|69[0-2]|80[08]|85[02356]|870|88[0-36]|96[0-8]|97[0-79]|99[2-68])/

/** @param digits - Country code and number. */
export function isInternational(digits: string): boolean {
  const code = digits[0] === '1' || digits[0] === '7' ? digits[0] : ofThree.test(digits) ? digits.slice(0, 3) : digits.slice(0, 2)
  const known = national[code]
  if (known === undefined && code.length !== 3) return false
  const [min, max] = known ?? [5, 12]
  const rest = digits.length - code.length
  if (rest < min || rest > max) return false
  return code !== '1' || /^1[2-9]\d\d[2-9]/.test(digits)
}

const maxDigits = 15

/**
 * The number that `text` begins with, after its `+`: digits in groups, with up to three separators between them; a line end only with `lines`, where nothing before it is a number.
 * Where the next group makes it too long, it ends before.
 */
export function internationalAt(text: string, lines = true): string | undefined {
  let digits = ''
  let best = 0
  let separators = 0
  let at = 1
  for (; at < text.length; at++) {
    const character = text[at]!
    if (character >= '0' && character <= '9') {
      digits += character
      if (digits.length > maxDigits) break
      separators = 0
      const next = text[at + 1] ?? ''
      if (!/[0-9]/.test(next) && isInternational(trunkless(text.slice(0, at + 1), digits))) best = at + 1
    } else if ((' .-/()'.includes(character) || (lines && character === '\n' && best === 0)) && digits !== '' && separators < 3)
      separators++
    else if (character === '(' && digits === '') separators++
    else break
  }
  // A number in one piece that goes on with letters is something else.
  return best > 0 && !/^[A-Za-z]|^_\w|^\.\d/.test(text.slice(best)) ? text.slice(0, best) : undefined
}

/** "+44 (0)20 …": the zero is for callers from within. */
const trunkless = (text: string, digits: string): string => (text.includes('(0)') ? digits.replace(/^(\d{1,3}?)0/, '$1') : digits)

/** As the French, German and British write numbers of mobiles: without a word before it, too. */
const mobile =
  /^(?:0[67]([ .-])\d\d(?:\1\d\d){3}|01[5-7]\d{1,2}(?: ?[/-] ?| )\d{3}(?: ?\d{2,3}){2,3}|01[5-7]\d{1,2}[ /-]\d{7,8}|07\d{3} \d{3} ?\d{3})(?!\d|[-.]\d)/
const northAmerican = /^(?:1[ .-])?(?:\([2-9]\d\d\) ?|[2-9]\d\d([.-]))[2-9]\d\d([ .-])\d{4}(?![\d]|[-.]\d)/
/** Only after a word that says so. */
const plain =
  /^(?:\(?0\d{1,5}\)?(?:[ ./-]{1,3}\d{2,9}){1,5}(?:-\d{1,4})?|0\d{8,11}|[2-9]\d{9}|1?[2-9]\d{9}|[2-9]\d\d[ .-]?\d{3}[ .-]?\d{4}|\d{2,4}(?:[ .-]\d{2,4}){2,4}|\d{2,3}[ .]\d{4,5}[ .-]\d{4}|\d{3}[ .-]\d{4}|[6-9]\d{8})(?![\d]|[-.]\d)/

export const phoneContext =
  /(?:\b|_)(?:phone(?:[ _]?(?:number|no\.?))?|tel(?:ephone)?\.?|mobile|cell(?:phone)?|fax|whats ?app|signal|viber|sms|(?:call|text|reach|ring|phone) (?:me|us|him|her|them)(?: (?:on|at))?|(?:re)?dial|hotline|durchwahl|zentrale|mobil\w{0,6}|gsm|(?:office|direct|land|home|work|support|customer) ?line|office|(?:my|his|her|their|our|your|\w{2,12}['’]s) (?:\w{2,8} )?number|meine \w{0,6} ?nummer|seine nummer|ihre nummer|(?:mon|son|ton|votre) num[eé]ro|(?:mi|su|tu) n[uú]mero|(?:il mio|suo) numero|(?:o meu|meu) n[uú]mero|(?:ruf\w{0,2}|erreich\w{1,4}) (?:mich|ihn|sie|uns|bitte|dort|mir)|r?appell?e\w{0,2}|joindre|joignable|ll[aá]m\w{1,6}|chiam\w{2,6}|telefon(?:nummer)?|handy(?:nummer)?|rufnummer|t[eé]l[eé]phone|t[eé]l\.?|portable|m[oó]vil|celular|tel[eé]fono|telefone|telefonnummer|ring me)\b["'`*_\\]{0,4}(?:[^\d\n@]{0,32}?)[\s"'`:=(*_\\>+]{0,6}$|(?:電話番号|電話|电话|手机|手機|携帯|連絡先|전화|휴대폰|연락처|телефон|тел|моб|номер|τηλέφωνο|κινητό|هاتف|جوال|טלפון|टेलीफोन|फोन|โทร)[\p{L}\p{M}]{0,6}[^\d\n@]{0,12}$/iu

/** A number without a country code, where `context` is what stands before it. */
export function nationalAt(text: string, context: string): string | undefined {
  if (text.startsWith('00')) {
    // As it is dialled: two zeros for the plus.
    const dialled = internationalAt(` ${text.slice(2)}`, false)
    if (dialled !== undefined && (/[ ./-]/.test(dialled.trim()) || phoneContext.test(context))) return `00${dialled.slice(1)}`
  }
  const known = northAmerican.exec(text)?.[0] ?? mobile.exec(text)?.[0]
  if (known !== undefined) return known
  const found = plain.exec(text)?.[0]
  if (found === undefined || !phoneContext.test(context)) return undefined
  const digits = found.replace(/\D/g, '').length
  return digits >= 7 && digits <= 12 ? found : undefined
}
