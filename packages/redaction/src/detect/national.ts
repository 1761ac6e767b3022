import { luhn } from './card.ts'

/** @param plain - The number without separators, in capitals. */
type IsValid = (plain: string) => boolean

/** A kind of national identity number with its check. */
export interface NationalId {
  rule: string
  description: string
  /** Bounded pattern for the number at the start of a text. */
  shape: RegExp
  valid: IsValid
  /** Words required before a number that is too similar to other numbers. */
  context: RegExp | undefined
}

const row = (rule: string, description: string, shape: RegExp, valid: IsValid, words?: string): NationalId => ({
  rule,
  description,
  shape: new RegExp(String.raw`^(?:${shape.source})(?!\w|[.-]\d)`, shape.flags),
  valid,
  context: words === undefined ? undefined : new RegExp(String.raw`(?<![A-Za-z])(?:${words})(?![A-Za-z])[^\n]{0,40}$`, 'i'),
})

/** Sum of the first digits, each times its weight. Weights are digits of base 36. */
const sum = (plain: string, weights: string): number =>
  Array.from(weights, (weight, i) => Number.parseInt(weight, 36) * Number(plain[i])).reduce((total, product) => total + product)
const isVaried: IsValid = (plain) => new Set(plain).size > 1
/** A check by a weighted sum without remainder. */
function divides(divisor: number, weights: string): IsValid {
  return (plain) => isVaried(plain) && sum(plain, weights) % divisor === 0
}
/** A check by the digit after the weighted ones: the remainder by eleven, or eleven minus it. 10 is 0. */
function ends(weights: string, sign: 1 | -1): IsValid {
  return (plain) => isVaried(plain) && ((((sign * sum(plain, weights)) % 11) + 11) % 11) % 10 === Number(plain[weights.length])
}
/** A check by the last digit of eleven minus the remainder. */
function lastOf(weights: string): IsValid {
  return (plain) => (11 - (sum(plain, weights) % 11)) % 10 === Number(plain[weights.length])
}
function both(one: IsValid, other: IsValid): IsValid {
  return (plain) => one(plain) && other(plain)
}
/** Check digit of ISO 7064, by 11 and 10. */
const iso7064: IsValid = (plain) =>
  (11 - Array.from(plain.slice(0, 10), Number).reduce((product, digit) => (((digit + product) % 10 || 10) * 2) % 11, 10)) % 10 ===
  Number(plain[10])

const isSsn: IsValid = (plain) => !/^(?:000|666|9)|^...00|0000$/.test(plain)
const isGerman: IsValid = (plain) => {
  const counts = Array.from(new Set(plain.slice(0, 10)), (digit) => plain.slice(0, 10).split(digit).length - 1)
  return counts.some((count) => count === 2 || count === 3) && counts.every((count) => count <= 3) && iso7064(plain)
}
const isFrench: IsValid = (plain) =>
  97n - (BigInt(plain.slice(0, 13).replace('2A', '19').replace('2B', '18')) % 97n) === BigInt(plain.slice(13))
const isSpanish: IsValid = (plain) =>
  'TRWAGMYFPDXBNJZSQVHLCKE'[Number(plain.slice(0, -1).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)))) % 23] === plain.at(-1)
const isItalian: IsValid = (plain) => {
  const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]
  const values = Array.from(plain, (letter) => (/\d/.test(letter) ? Number(letter) : letter.charCodeAt(0) - 65))
  return values.slice(0, 15).reduce((total, value, i) => total + (i % 2 === 0 ? odd[value]! : value), 0) % 26 === values[15]
}
const isBelgian: IsValid = (plain) =>
  ['', '2'].some((century) => 97 - (Number(century + plain.slice(0, 9)) % 97) === Number(plain.slice(9)))
const isFinnish: IsValid = (plain) =>
  '0123456789ABCDEFHJKLMNPRSTUVWXY'[Number(plain.slice(0, 6) + plain.slice(-4, -1)) % 31] === plain.at(-1)
const isChinese: IsValid = (plain) => '10X98765432'[sum(plain, '79a584216379a5842') % 11] === plain[17]
const isChilean: IsValid = (plain) => '0K987654321'[sum(plain.slice(0, -1).padStart(8, '0'), '32765432') % 11] === plain.at(-1)
const isBrazilian: IsValid = both(ends('a98765432', -1), ends('ba98765432', -1))
const isSingaporean: IsValid = (plain) =>
  (/^[ST]/.test(plain) ? 'JZIHGFEDCBA' : 'XWUTRQPNMLK')[(sum(plain.slice(1), '2765432') + (/^[TG]/.test(plain) ? 4 : 0)) % 11] === plain[8]

const nino = /(?:QQ|(?!BG|GB|KN|NK|NT|TN|ZZ)[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z]) ?\d{2} ?\d{2} ?\d{2} ?[A-D]/i
const nir = /[12] ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}/i
const personnummer = /(?:19|20)?\d{2}(?:0[1-9]|1[0-2])(?:[06][1-9]|[1278]\d|[39][01])-\d{4}/
const resident = /[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dX]/i
const southAfrican = /\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]) ?\d{4} ?[01]\d\d/
const korean = /\d\d(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])-[1-8]\d{6}/

export const nationalIds: readonly NationalId[] = [
  row('us-ssn', 'US Social Security number', /\d{3}([ .-])\d{2}\1\d{4}/, isSsn),
  row('us-ssn', 'US Social Security number', /\d{3}[ ./_-]{0,3}\d{2}[ ./_-]{0,3}\d{4}/, isSsn, 'ssn|social(?: security)?'),
  row('uk-nino', 'UK National Insurance number', nino, isVaried),
  row('uk-nhs', 'UK NHS number', /\d{3}([ -]?)\d{3}\1\d{4}/, ends('a98765432', -1), 'nhs'),
  row('fr-nir', 'French social security number', nir, isFrench),
  row('es-dni', 'Spanish DNI or NIE', /(?:\d{8}|[XYZ]-?\d{7})-?[A-HJ-NP-TV-Z]/i, isSpanish),
  row('es-dni', 'Spanish DNI or NIE', /(?:\d{8}|[XYZ][ -]?\d{7})[ -]?[A-HJ-NP-TV-Z]/i, isSpanish, 'dni|nie|nif'),
  row('it-codice-fiscale', 'Italian codice fiscale', /[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]/i, isItalian),
  row('in-aadhaar', 'Indian Aadhaar number', /[2-9]\d{3}([ -])\d{4}\1\d{4}(?! \d{4})/, verhoeff),
  row('in-aadhaar', 'Indian Aadhaar number', /[2-9]\d{11}(?![ -]\d{4})/, verhoeff, 'aadhaa?r|uid(?:ai)?'),
  row('in-pan', 'Indian permanent account number', /[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z]/, isVaried, 'pan|permanent account(?: number)?'),
  row('nl-bsn', 'Dutch BSN', /\d{9}/, divides(11, '98765432a'), 'bsn|burgerservicenummer|sofinummer|citizen service number'),
  row('pl-pesel', 'Polish PESEL', /\d{11}/, divides(10, '13791379131'), 'pesel'),
  row(
    'se-personnummer',
    'Swedish personal identity number',
    personnummer,
    (plain) => luhn(plain.slice(-10)),
    'person\\w*|pnr|född|samordningsnummer|swedish id\\w*',
  ),
  row('cn-resident-id', 'Chinese resident identity number', resident, isChinese),
  row('ca-sin', 'Canadian SIN', /\d{3}([ -]?)\d{3}\1\d{3}/, luhn, 'sin|social insurance(?: number)?|nas|assurance sociale'),
  row('au-tfn', 'Australian tax file number', /\d{3} ?\d{3} ?\d{3}/, divides(11, '14375869a'), 'tfn|tax file(?: number)?'),
  row('ae-emirates-id', 'Emirates ID', /784-(?:19|20)\d\d-\d{7}-\d/, luhn),
  row('ar-cuil', 'Argentine CUIL or CUIT', /(?:2[03457]|3[034])-\d{8}-\d/, divides(11, '54327654321')),
  row(
    'be-rijksregister',
    'Belgian NISS',
    /\d\d\.?\d\d\.?\d\d[ -]?\d{3}[ .-]?\d\d/,
    isBelgian,
    'rijksregister\\w*|registre national|niss|insz',
  ),
  row('bg-egn', 'Bulgarian EGN', /\d{10}/, ends('2485a9736', 1), 'егн|egn'),
  row('ch-ahv', 'Swiss AHV number', /756([. ]?)\d{4}\1\d{4}\1\d{2}/, divides(10, '1313131313131')),
  row('cl-rut', 'Chilean RUT', /\d{1,2}\.\d{3}\.\d{3}-[\dK]/i, isChilean),
  row('cz-rodne-cislo', 'Czech or Slovak birth number', /\d\d[0-35-8]\d[0-3]\d\/\d{4}/, divides(11, 'a1a1a1a1a1'), 'rodn\\S+ \\S+|rč'),
  row('fi-hetu', 'Finnish personal identity code', /[0-3]\d[01]\d{3}[-+A-FU-Y]\d{3}[\dA-FHJ-NPR-Y]/, isFinnish),
  row('gr-amka', 'Greek AMKA', /[0-3]\d[01]\d{8}/, luhn, 'amka|αμκα'),
  row('hr-oib', 'Croatian OIB', /\d{11}/, iso7064, 'oib'),
  row('il-teudat-zehut', 'Israeli identity number', /\d{9}/, luhn, 'ת\\.?ז|תעודת זהות|teudat zehut|israeli id'),
  row('jp-my-number', 'Japanese My Number', /\d{4}([ -]?)\d{4}\1\d{4}/, ends('65432765432', -1), 'マイナンバー|個人番号|my ?number'),
  row('kr-rrn', 'Korean resident registration number', korean, lastOf('234567892345')),
  row(
    'no-fodselsnummer',
    'Norwegian number',
    /\d{6} ?\d{5}/,
    both(divides(11, '3761894521'), divides(11, '54327654321')),
    'f[øo]dselsn\\w*|fnr',
  ),
  row('pt-nif', 'Portuguese NIF', /\d{3} ?\d{3} ?\d{3}/, ends('98765432', -1), 'nif|contribuinte'),
  row('ru-inn', 'Russian INN of a person', /\d{12}/, both(ends('724a359468', 1), ends('3724a359468', 1)), 'инн|inn'),
  row('sg-nric', 'Singaporean NRIC or FIN', /[STFG]\d{7}[A-Z]/, isSingaporean),
  row('th-id', 'Thai identity number', /\d([ -])\d{4}\1\d{5}\1\d\d\1\d/, lastOf('dcba98765432')),
  row(
    'tr-kimlik',
    'Turkish number',
    /[1-9]\d{10}/,
    both(divides(10, '7979797979'), divides(10, '11111111119')),
    't\\.?c\\.?(?:kn)?|kimlik\\S*',
  ),
  row('ua-rnokpp', 'Ukrainian RNOKPP', /\d{10}/, ends('a57946a57', 1), 'рнокпп|іпн|rnokpp'),
  row('za-id', 'South African identity number', southAfrican, luhn, '(?:sa )?id(?:entity)?(?: ?(?:no|nr|number|document))?'),
  // Other numbers of eleven digits are recognised by their words first.
  row('br-cpf', 'Brazilian CPF', /\d{3}\.\d{3}\.\d{3}-\d{2}/, isBrazilian),
  row('br-cpf', 'Brazilian CPF', /\d{3}\.?\d{3}\.?\d{3}-?\d{2}/, isBrazilian, 'cpf'),
  row('de-steuer-id', 'German tax identification number', /[1-9]\d(?: \d{3}){3}/, isGerman),
  row('de-steuer-id', 'German tax identification number', /[1-9]\d(?: ?\d{3}){3}/, isGerman, 'steuer\\S*|id-?nr|tin|tax (?:id\\w*|number)'),
]

const permutation = [1, 5, 7, 6, 2, 8, 3, 0, 9, 4]

/** Multiplication in the dihedral group of ten elements. Elements from 5 on are reflections. */
function multiply(a: number, b: number): number {
  if (a < 5) return b < 5 ? (a + b) % 5 : 5 + ((a + b - 5) % 5)
  return b < 5 ? 5 + ((a - 5 - b + 5) % 5) : (a - b + 5) % 5
}

export function verhoeff(plain: string): boolean {
  let check = 0
  for (let i = 0; i < plain.length; i++) {
    let digit = Number(plain[plain.length - 1 - i])
    for (let times = i % 8; times > 0; times--) digit = permutation[digit]!
    check = multiply(check, digit)
  }
  return check === 0
}
