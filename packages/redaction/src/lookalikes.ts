/** ASCII characters by the codes of Unicode characters that look like them or mean the same. Sources: Unicode's NFKC and its confusables. */
export const plain = new Map<number, string>()
/** Invisible characters: joiners, separators, direction marks and combining marks. */
export const ignorable =
  '\u00ad\u034f\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufe00-\ufe0f\ufeff\u0300-\u036f\u20e3'
/** The dash of ranges, read as a hyphen after a letter or digit. */
export const enDash = '\u2013'
/** Dashes of sentences, read as hyphens after a digit. */
export const dashes = '\u2014\u2015\u30fc'
/** Middle dots, read as dots after a digit. */
export const middleDots = '\u00b7\u2022\u2219\u22c5\u2027\u30fb\uff65'
/** Chinese full stops, which host names may contain. */
export const fullStops = '\u3002\uff61'

const lineEnds = '\u0085\u2028\u2029'
const blanks = '\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000'
const hyphens = '\u2010\u2011\u2012\u2212\u2043\u02d7\ufe58\ufe63'
const signs = [
  '_\u02cd\u2017',
  '.\u2024\ufe52',
  '/\u2044\u2215',
  ':\ua789\ufe55\u2236\u2254\ufe30',
  '=\ufe66',
  '+\ufe62\u207a',
  '@\ufe6b',
  '~\u223c',
]
/** The zeros of scripts with their own digits. */
const zeros = '\u0660\u06f0\u0966\u09e6\u0a66\u0ae6\u0b66\u0be6\u0c66\u0ce6\u0d66\u0e50\u0ed0\u0f20\u1040\u17e0\u1810'
/** Full-width quotes, backslash and backtick stay unchanged. Reading them as ASCII would change JSON strings and quotations. */
const kept = '\uff02\uff07\uff3c\uff40'

for (const character of lineEnds) plain.set(character.charCodeAt(0), '\n')
for (const character of blanks) plain.set(character.charCodeAt(0), ' ')
for (const character of hyphens) plain.set(character.charCodeAt(0), '-')
for (const [sign, ...others] of signs) for (const other of others) plain.set(other.charCodeAt(0), sign!)
for (const zero of zeros) for (let digit = 0; digit < 10; digit++) plain.set(zero.charCodeAt(0) + digit, String(digit))
for (let code = 0xff01; code <= 0xff5e; code++)
  if (!kept.includes(String.fromCharCode(code))) plain.set(code, String.fromCharCode(code - 0xfee0))
/** Superscript, subscript, letter-like and circled characters. */
for (const [first, last] of [
  [0xb2, 0xb9],
  [0x2070, 0x209c],
  [0x2100, 0x2149],
  [0x2460, 0x24ea],
]) {
  for (let code = first!; code <= last!; code++) {
    const read = String.fromCharCode(code).normalize('NFKC')
    if (/^[A-Za-z\d]$/.test(read)) plain.set(code, read)
  }
}
/** Characters with an ASCII reading in any context, for a character class. */
export const always = [...plain.keys()].map((code) => String.fromCharCode(code)).join('')

/** Cyrillic and Greek letters that look Latin. They are read as Latin only beside a Latin letter, so that Russian words stay unchanged. */
const twins =
  'АAВBЕEКKМMНHОOРPСCТTУYХXІIЈJЅSаaеeоoрpсcуyхxіiјjѕsԁdһhӏlԛqԝwΑAΒBΕEΖZΗHΙIΚKΜMΝNΟOΡPΤTΥYΧXοoρpαaυuκkɡgνvχxγyιiѵvԛqօoսuհhոnıiɑaᴀaʙbᴄcᴅdᴇeꜰfɢgʜhɪiᴊjᴋkʟlᴍmɴnᴏoᴘpʀrꜱsᴛtᴜuᴠvᴡwʏyᴢz'
export const letters = [...twins].filter((_, i) => i % 2 === 0).join('')
for (let i = 0; i < twins.length; i += 2) plain.set(twins.charCodeAt(i), twins[i + 1]!)
for (const character of enDash + dashes) plain.set(character.charCodeAt(0), '-')
for (const character of middleDots + fullStops) plain.set(character.charCodeAt(0), '.')

/** Reading of a mathematical letter or digit, such as `𝟒` and `𝐚`. They are surrogate pairs with the same first half. @param code - Second half. */
export function mathematical(code: number): string | undefined {
  const digit = code - 0xdfce
  if (digit >= 0) return digit < 50 ? String(digit % 10) : undefined
  const letter = code - 0xdc00
  return letter < 676 ? 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'[letter % 52] : undefined
}
