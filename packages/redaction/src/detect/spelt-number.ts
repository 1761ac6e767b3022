import { before, codeAt, reached, type Detected, type Window } from '../window.ts'
import { isCard, cardContext } from './card.ts'
import { phoneContext } from './phone.ts'

/** Digits in some languages, in the order of their values. No word has two values. */
const languages = [
  'zero one two three four five six seven eight nine',
  'null eins zwei drei vier fünf sechs sieben acht neun',
  'zéro un deux trois quatre cinq six sept huit neuf',
  'cero uno dos tres cuatro cinco seis siete ocho nueve',
  'zero uno due tre quattro cinque sei sette otto nove',
  'zero um dois três quatro cinco seis sete oito nove',
  'nul een twee drie vier vijf zes zeven acht negen',
  'noll ett två tre fyra fem sex sju åtta nio',
  'zero jeden dwa trzy cztery pięć sześć siedem osiem dziewięć',
]
const values = new Map<string, string>(Object.entries({ oh: '0', o: '0', zwo: '2', fuenf: '5', meia: '6', een: '1', hundred: '00' }))
for (const language of languages) for (const [digit, word] of language.split(' ').entries()) values.set(word, String(digit))
/** Numbers from ten on. French telephone numbers are spoken in pairs: "zéro six, douze, …". Check digits are not verified for them. */
const amounts = [
  'ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty thirty forty fifty sixty seventy eighty ninety',
  'dix onze douze treize quatorze quinze seize - - - vingt trente quarante cinquante soixante - - - cent',
  'diez once doce trece catorce quince - - - - veinte treinta cuarenta cincuenta sesenta setenta ochenta noventa',
  'zehn elf zwölf dreizehn vierzehn fünfzehn sechzehn siebzehn achtzehn neunzehn zwanzig dreißig vierzig fünfzig sechzig siebzig achtzig neunzig',
]
for (const language of amounts)
  for (const [i, word] of language.split(' ').entries()) if (!values.has(word)) values.set(word, String(i < 10 ? i + 10 : (i - 8) * 10))
values.delete('-')
const repeats = new Map(Object.entries({ double: 2, doppel: 2, triple: 3, doble: 2, dubbel: 2, dupla: 2, treble: 3, dreifach: 3 }))

/** ASCII beginning of each of these words. Most are ASCII only. */
export const numberHeads = [...values.keys(), ...repeats.keys()].map((word) => /^[a-z]*/.exec(word)![0]).filter((head) => head !== '')

const mostChars = 400
const mostWords = 40
const piece = /(?:[a-zäöüßéèêçñąęśćłåãõ]{1,12}|\d{1,4})/iy
/** Words between spoken digits that are not digits: "four, um, one dash five". */
const filler = String.raw`(?:u[hm]{1,2}|er|euh|eh|em|äh|ähm?|hm+|then|and|comma|dash|hyphen|space|pause|dann|und|komma|strich|puis|et|virgule|tiret|luego|y|coma|guion|poi|e|depois|dan|en|sedan|och|potem|i|przecinek)`
const gap = String.raw`(?:[ \t]{1,2}[-–/|·•][ \t]{1,2}|[ \t]{1,2}|[,.;–-][ \t]{0,2}|\r?\n[ \t]{0,4}|…[ \t]?|\.{3}[ \t]?)`
const between = new RegExp(`${gap}(?:${filler}(?:${gap}|(?=[,.;…-]))){0,2}`, 'iy')
/** Text that may still become a gap. */
const onlySigns = /^[ \t\r.–/|·•-]{0,3}$/
const fewestWords = 4
const pin =
  /(?:\b|_)(?:pin|puk|cvv|cvc|passcode|otp|tan|(?:verification|confirmation|security|log-?in|access|one-time) code)\b[^\n.]{0,24}$/i
const anyNumber =
  /(?:\b(?:number|nummer|numer|num[eé]ro|n[uú]mero|cell|m[oó]vil|iban|account|konto\w{0,8}|compte|cuenta|call(?:ed)?|dial|social security|ssn|reach me|ruf\w{0,3}|appell?e\w{0,5}|ll[aá]m\w{1,4}))\b[^\n]{0,32}$/i

/** Detects a number in words: "four one five …", "fünf drei neun …". The first word begins at `at`. */
export function detectSpeltNumber(window: Window, at: number): Detected {
  const { text } = window
  if (!isNumberWord(window, at)) return undefined
  // Only the first word of a row starts a detection.
  if (isNumberBefore(before(window, at, 24))) return undefined
  const limit = at + mostChars
  const line = text.slice(at, Math.min(limit, window.end))
  let digits = ''
  const spokenAmounts: number[] = []
  let end = 0
  let words = 0
  let spoken = 0
  let from = 0
  let times = 1
  for (; words < mostWords; words++) {
    piece.lastIndex = from
    const word = piece.exec(line)?.[0].toLowerCase()
    if (word === undefined) {
      if (onlySigns.test(line.slice(from))) reached(window, window.end, limit)
      break
    }
    // The word may continue.
    if (from + word.length === line.length) reached(window, window.end, limit)
    if (window.short) return undefined
    const repeat = repeats.get(word)
    const value = /^\d/.test(word) ? word : values.get(word)
    if (repeat === undefined && (value === undefined || (words === 0 && /^\d/.test(word)))) break
    if (!/^\d/.test(word)) spoken++
    if (repeat === undefined) {
      digits += value!.repeat(times)
      spokenAmounts.push(Number(value))
      end = from + word.length
    }
    times = repeat ?? 1
    between.lastIndex = from + word.length
    const gap = between.exec(line)?.[0]
    if (onlySigns.test(line.slice(from + word.length + (gap?.length ?? 0)))) reached(window, window.end, limit)
    if (window.short) return undefined
    if (gap === undefined) {
      words++
      break
    }
    from += word.length + gap.length
  }
  // A date may follow one word: "due 2027-01-15".
  if (words < fewestWords || spoken < 2 || end === 0 || isWordOn(window, at + end)) return undefined
  const type = typeOf(digits, spokenAmounts, before(window, at, 64))
  return type === undefined ? undefined : { start: at, end: at + end, ...type, value: digits }
}

/** Whether the first word is a number word. Most words that begin like one are not. */
function isNumberWord(window: Window, at: number): boolean {
  piece.lastIndex = 0
  const word = piece.exec(window.text.slice(at, Math.min(at + 13, window.end)))?.[0].toLowerCase() ?? ''
  if (at + word.length >= window.end) reached(window, window.end, at + 13)
  return window.short || values.has(word) || repeats.has(word)
}

const isWordOn = (window: Window, at: number): boolean => /[\p{L}\d_]/u.test(String.fromCharCode(codeAt(window, at) || 32))

const lastWord = /([\p{L}\d]{1,12})[ ,.;–-]{1,3}$/u
function isNumberBefore(text: string): boolean {
  const word = lastWord.exec(text)?.[1]?.toLowerCase()
  return word !== undefined && values.has(word) && word !== 'o'
}

function typeOf(digits: string, amounts: readonly number[], context: string): { type: string; rule?: string } | undefined {
  const { length } = digits
  if (length >= 13 && (isCard(digits) || (cardContext.test(context) && length <= 19))) return { type: 'card' }
  if (length >= 4 && length <= 8 && pin.test(context)) return { type: 'secret', rule: 'pin' }
  if (length >= 7 && length <= 24 && (phoneContext.test(context) || anyNumber.test(context))) return { type: 'phone' }
  return length >= 9 && length <= 19 && new Set(digits).size >= 4 && !isCounting(amounts) ? { type: 'phone' } : undefined
}

/** Whether amounts mostly count up or down. */
function isCounting(amounts: readonly number[]): boolean {
  const same = amounts.filter((amount, i) => i > 1 && amount - amounts[i - 1]! === amounts[i - 1]! - amounts[i - 2]!)
  return same.length * 2 >= amounts.length - 2
}
