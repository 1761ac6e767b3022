import { characterSet } from '../characters.ts'
import { ahead, before, type Detected, type Window } from '../window.ts'

const months =
  '(?:jan|feb|m[aä]r|apr|ma[iy]|ju[nl]|aug|sep|o[ck]t|nov|de[cz]|janv|f[eé]v|avr|juin|juil|ao[uû]|d[eé]c|ene|abr|ago|dic|gen|mag|giu|lug|set|ott|fev|out|янв|мар|апр|ма[йя]|ию[нл]|авг|сен|окт|ноя|дек)[a-zéûçа-я]{0,8}\\.?'
const date = [
  String.raw`\d{4}(?<first>[-/.])\d{1,2}\k<first>\d{1,2}`,
  String.raw`\d{1,2}(?<second>[-/. ]|\. )\d{1,2}\k<second>(?:\d{4}|\d{2})`,
  String.raw`(?:19|20)\d{6}`,
  String.raw`\d{1,2}(?:\.|st|nd|rd|th|er|º)?[ -](?:of |de |di )?${months}[ ,-]{1,2}(?:de |del )?(?:\d{4}|\d{2})`,
  String.raw`${months} \d{1,2}(?:st|nd|rd|th)?,? \d{4}`,
  String.raw`\d{4}年\d{1,2}月\d{1,2}日`,
].join('|')
/** Signs and small words between a label and a date. */
const signs = String.raw`[\s"'*_\x60()|\\>\]?]{0,6}`
const gap = String.raw`${signs}(?:(?:is|was|on|the|am|ist|war|der|le|est|el|es|il|è|em|é|op|of|em|dia|vom|\([^)\n]{1,16}\)|(?:in|à|a|en|em|w) \p{Lu}\p{L}{1,16}|set|to|value|(?:\p{Lu}|\*)[\p{L}*]{0,12}:|:|=|-|–|,|→|->|=>)${signs}){0,4}`
const born = new RegExp(String.raw`^${gap}((?:${date}))(?![\da-su-z_])`, 'iu')
/** Labels of birth dates, with a pattern for the text that must follow the word. */
const words = new Map<string, RegExp>(
  'dob dateofbirth bdate birthdt datenaissance datedenaissance fechanacimiento fechadenacimiento datadinascita datadenascimento urodzenia narození cumpleaños anniversaire compleanno aniversario birthdate bday geburtsdatum geburtstag fdn nacimiento nascimento nascita naissance geboortedatum birthdatum born geboren nacido nacida nato nata nascido nascida syntynyt urodzony urodzona rojen rojena'
    .split(' ')
    .map((word) => [word, /^/]),
)
for (const [word, tail] of Object.entries({
  b: /^\.?/,
  birthday: /^(?: \((?:dob|d\.o\.b\.)\))?/i,
  birth: /^(?:[ _-]?(?:date|day|dt))?/i,
  f: /^\. ?(?:de )?nac(?:imiento|\.)/i,
  am: /^(?=[^\n]{6,24} geboren)/i,
  geb: /^\.?(?:-?Dat(?:um|\.))?/i,
  ur: /^\. ?/,
  date: /^[ _-]?(?:of|de|di|da)[ _-]?(?:birth|naissance|nascita)/i,
  fecha: /^[ _-](?:de[ _-])?(?:tu |su )?nac(?:imiento|\.)?/i,
  data: /^[ _-](?:di|de)[ _-](?:nascita|nascimento)/i,
  n: /^ée? ?(?:\(e\) ?)?/,
  narozen: /^[áý]?/,
}))
  words.set(word, tail)
/** Labels in other scripts, directly before the date. */
const foreign =
  /(?:生年月日|出生(?:日期|年月日?|[于於])?|生日|誕生日|생년월일|생일|дата рождения|дата народження|родил(?:ся|ась)|роден[аи]?|ημερομηνία γέννησης|γεννήθηκε|تاريخ الميلاد|ولد في|תאריך לידה|जन्म(?: ?तिथि|दिन)?|วันเกิด|doğum tarihi|született|születési (?:dátum|idő)|ngày sinh|född|født|fødselsdato|syntymäaika)[\s"'*:：=()（は是이:-]{0,4}$/iu
const written = new RegExp(`^(?:${date})(?![\\da-su-z_])`, 'iu')

/** Distance of a letter beyond ASCII, which all labels of `foreign` have. */
export const labelChars = 32

/** Detects a birth date after a label in another script. The first digit is at `at`. */
export function detectForeignBirthDate(window: Window, at: number): Detected {
  if (!foreign.test(before(window, at, labelChars))) return undefined
  const found = written.exec(ahead(window, at, 24, ender))?.[0]
  return found === undefined ? undefined : { start: at, end: at + found.length, type: 'birth-date' }
}

export const birthWords = [...words.keys()]
const aheadChars = 96
const [ender, braces] = [characterSet('\n{}'), characterSet('{}')]

/** Detects a labelled birth date: `DOB: 1953-03-03`, "born on August 11, 2001". The label, one of `birthWords`, is from `from` to `at`. */
export function detectBirthDate(window: Window, from: number, at: number): Detected {
  const word = window.text.slice(from, at).toLowerCase()
  const tail = words.get(word)!
  // `D.O.B.`
  if (word === 'b' && !/d\.o\.b$/i.test(window.text.slice(Math.max(0, at - 5), at))) return undefined
  // The answer to a question may be in the next line.
  const line = ahead(window, at, aheadChars, window.text[at] === '?' ? braces : ender)
  if (window.short) return undefined
  const skipped = tail.exec(line)?.[0].length
  if (skipped === undefined) return undefined
  const found = born.exec(line.slice(skipped))
  if (found === null) return undefined
  const to = at + skipped + found[0].length
  const written = found[1]!
  return { start: to - written.length, end: to, type: 'birth-date' }
}
