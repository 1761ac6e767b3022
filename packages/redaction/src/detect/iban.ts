import { characterSet, except } from '../characters.ts'

/** Lengths by country, from the registry of SWIFT. */
const lengths = new Map(
  (
    'AD24 AE23 AL28 AT20 AZ28 BA20 BE16 BG22 BH22 BI27 BR29 BY28 CH21 CR22 CY28 CZ24 DE22 DJ27 DK18 DO28 ' +
    'EE20 EG29 ES24 FI18 FK18 FO18 FR27 GB22 GE22 GI23 GL18 GR27 GT28 HN28 HR21 HU28 IE22 IL23 IQ23 IS26 ' +
    'IT27 JO30 KW30 KZ20 LB28 LC32 LI21 LT20 LU20 LV21 LY25 MC27 MD24 ME22 MK19 MN20 MR27 MT31 MU30 NI28 ' +
    'NL18 NO15 OM23 PK24 PL28 PS29 PT25 QA29 RO24 RS22 RU33 SA24 SC31 SD18 SE24 SI19 SK24 SM27 SO23 ST25 ' +
    'SV28 TL23 TN24 TR26 UA29 VA22 VG24 XK20 YE30'
  )
    .split(' ')
    .map((row) => [row.slice(0, 2), Number(row.slice(2))]),
)

export const maxIbanChars = 60
export const notOfIban = except(characterSet('A-Za-z0-9 \t\r\n./_,|:~-'))
const maxSeparators = 3
/** A line break, also within a group. */
const broken = /^\r?\n[ \t]{0,7}(?=[A-Za-z\d])/
const named = /\biban\b[^\n]{0,24}$/i

/** IBAN at the start of `text`, in one piece or in groups of four. Lower case is only accepted in groups, or after the word IBAN in `context`. */
export function ibanAt(text: string, context = ''): string | undefined {
  const length = lengths.get(text.slice(0, 2).toUpperCase())
  if (length === undefined) return undefined
  let plain = ''
  let separators = 0
  let at = 0
  for (; at < text.length && plain.length < length; at++) {
    const character = text[at]!
    if (/[A-Za-z0-9]/.test(character)) {
      plain += character
      separators = 0
    } else if (broken.test(text.slice(at, at + 10))) at += broken.exec(text.slice(at, at + 10))![0].length - 1
    else if (!/[ \n./_,|:~-]/.test(character) || plain.length % 4 !== 0 || ++separators > maxSeparators) return undefined
  }
  if (plain.length < length || /[A-Za-z0-9]/.test(text[at] ?? '')) return undefined
  if (/^[a-z]|^.[a-z]/.test(plain) && at === length && !named.test(context)) return undefined
  return checks(plain.toUpperCase()) ? text.slice(0, at) : undefined
}

/** Check digits of ISO 7064: letters count from 10, the first four characters move to the end, and the remainder by 97 must be 1. */
function checks(plain: string): boolean {
  let remainder = 0
  for (const character of plain.slice(4) + plain.slice(0, 4)) {
    const value = Number.parseInt(character, 36)
    remainder = (remainder * (value > 9 ? 100 : 10) + value) % 97
  }
  return remainder === 1
}
