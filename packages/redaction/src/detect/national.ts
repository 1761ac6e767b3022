import { luhn } from './card.ts'

/** A kind of national identity number with its check. Detected only if configured. */
export interface NationalId {
  rule: string
  description: string
  /** Bounded pattern for the number at the start of a text. */
  shape: RegExp
  /** @param plain - The number without separators, in capitals. */
  valid(plain: string): boolean
  /** Words required before a number that is too similar to other numbers. */
  context?: RegExp
}

const digitsOf = (plain: string): number[] => Array.from(plain, Number)
const weighted = (plain: string, weights: readonly number[]): number =>
  weights.reduce((sum, weight, i) => sum + weight * Number(plain[i]), 0)
const near = (words: string): RegExp => new RegExp(String.raw`(?:\b|_)(?:${words})\b[^\n]{0,40}$`, 'i')

const isSsn = (plain: string): boolean => !/^(?:000|666|9)|^...00|0000$/.test(plain)

export const nationalIds: readonly NationalId[] = [
  {
    rule: 'us-ssn',
    description: 'US Social Security number',
    shape: /^\d{3}([ .-])\d{2}\1\d{4}(?![\w]|[.-]\d)/,
    valid: isSsn,
  },
  {
    rule: 'us-ssn',
    description: 'US Social Security number',
    shape: /^\d{3}[ ./_-]{0,3}\d{2}[ ./_-]{0,3}\d{4}(?![\w]|[.-]\d)/,
    valid: isSsn,
    context: near('ssn|social(?: security)?'),
  },
  {
    rule: 'uk-nino',
    description: 'UK National Insurance number',
    shape: /^[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D](?!\w)/i,
    valid: (plain) => !/^(?:BG|GB|KN|NK|NT|TN|ZZ)/.test(plain),
  },
  {
    rule: 'de-steuer-id',
    description: 'German tax identification number',
    shape: /^[1-9]\d(?: ?\d{3}){3}(?!\w|[.-]\d)/,
    valid: (plain) => {
      const counts = [...new Set(plain.slice(0, 10))].map((digit) => plain.slice(0, 10).split(digit).length - 1)
      if (!counts.some((count) => count === 2 || count === 3) || counts.some((count) => count > 3)) return false
      let product = 10
      for (const digit of digitsOf(plain.slice(0, 10))) {
        const sum = (digit + product) % 10 || 10
        product = (sum * 2) % 11
      }
      return (11 - product) % 10 === Number(plain[10])
    },
  },
  {
    rule: 'fr-nir',
    description: 'French social security number',
    shape: /^[12] ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}(?!\w)/i,
    valid: (plain) => {
      const number = plain.slice(0, 13).replace('2A', '19').replace('2B', '18')
      return 97n - (BigInt(number) % 97n) === BigInt(plain.slice(13))
    },
  },
  {
    rule: 'es-dni',
    description: 'Spanish DNI or NIE',
    shape: /^(?:\d{8}|[XYZ][ -]?\d{7})[ -]?[A-HJ-NP-TV-Z](?!\w)/i,
    valid: (plain) =>
      'TRWAGMYFPDXBNJZSQVHLCKE'[Number(plain.slice(0, -1).replace(/^[XYZ]/, (letter) => String('XYZ'.indexOf(letter)))) % 23] ===
      plain.at(-1),
  },
  {
    rule: 'it-codice-fiscale',
    description: 'Italian codice fiscale',
    shape: /^[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z](?!\w)/i,
    valid: (plain) => {
      const odd = [1, 0, 5, 7, 9, 13, 15, 17, 19, 21, 2, 4, 18, 20, 11, 3, 6, 8, 12, 14, 16, 10, 22, 25, 24, 23]
      let sum = 0
      for (let i = 0; i < 15; i++) {
        const code = plain.charCodeAt(i)
        const value = code >= 65 ? code - 65 : code - 48
        sum += i % 2 === 0 ? odd[value]! : value
      }
      return String.fromCharCode(65 + (sum % 26)) === plain[15]
    },
  },
  {
    rule: 'br-cpf',
    description: 'Brazilian CPF',
    shape: /^\d{3}\.?\d{3}\.?\d{3}-?\d{2}(?!\w|[.-]\d)/,
    valid: (plain) => {
      if (new Set(plain).size === 1) return false
      const check = (length: number): number => ((weighted(plain, [11, 10, 9, 8, 7, 6, 5, 4, 3, 2].slice(10 - length)) * 10) % 11) % 10
      return check(9) === Number(plain[9]) && check(10) === Number(plain[10])
    },
  },
  {
    rule: 'in-aadhaar',
    description: 'Indian Aadhaar number',
    shape: /^[2-9]\d{3}([ -])\d{4}\1\d{4}(?!\w|[ -]\d{4})/,
    valid: verhoeff,
  },
  {
    rule: 'in-aadhaar',
    description: 'Indian Aadhaar number',
    shape: /^[2-9]\d{11}(?!\w|[ -]\d{4})/,
    valid: verhoeff,
    context: near('aadhaa?r|uid(?:ai)?'),
  },
  {
    rule: 'nl-bsn',
    description: 'Dutch BSN',
    shape: /^\d{9}(?!\w|[.-]\d)/,
    valid: (plain) => new Set(plain).size > 1 && weighted(plain, [9, 8, 7, 6, 5, 4, 3, 2, -1]) % 11 === 0,
    context: near('bsn|burgerservicenummer|sofinummer|citizen service number'),
  },
  {
    rule: 'pl-pesel',
    description: 'Polish PESEL',
    shape: /^\d{11}(?!\w|[.-]\d)/,
    valid: (plain) => weighted(plain, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3, 1]) % 10 === 0,
    context: near('pesel'),
  },
  {
    rule: 'se-personnummer',
    description: 'Swedish personal identity number',
    shape: /^(?:19|20)?\d{2}(?:0[1-9]|1[0-2])(?:[06][1-9]|[1278]\d|[39][01])-\d{4}(?!\w|[.-]\d)/,
    valid: (plain) => luhn(plain.slice(-10)),
  },
  {
    rule: 'cn-resident-id',
    description: 'Chinese resident identity number',
    shape: /^[1-9]\d{5}(?:19|20)\d{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01])\d{3}[\dX](?!\w)/i,
    valid: (plain) => '10X98765432'[weighted(plain, [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2]) % 11] === plain[17],
  },
  {
    rule: 'in-pan',
    description: 'Indian permanent account number',
    shape: /^[A-Z]{3}[ABCFGHJLPT][A-Z]\d{4}[A-Z](?!\w)/,
    valid: () => true,
    context: near('pan|permanent account(?: number)?'),
  },
  {
    rule: 'ca-sin',
    description: 'Canadian social insurance number',
    shape: /^\d{3}([ -]?)\d{3}\1\d{3}(?!\w|[.-]\d)/,
    valid: luhn,
    context: near('sin|social insurance(?: number)?|nas|assurance sociale'),
  },
  {
    rule: 'au-tfn',
    description: 'Australian tax file number',
    shape: /^\d{3} ?\d{3} ?\d{3}(?!\w|[.-]\d)/,
    valid: (plain) => weighted(plain, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0,
    context: near('tfn|tax file(?: number)?'),
  },
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
