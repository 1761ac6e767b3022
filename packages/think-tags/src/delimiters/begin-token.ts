import { endsText, isBlank, mayBeginAnswer, no, undecided, type Condition, type Matcher, type MatchVerdict } from '../matching/matcher.ts'

/** Tokens that begin a text, or pad it before its beginning. Answers may mention them. */
const tokens = [
  '<s>',
  '<bos>',
  '<eos>',
  '<sos>',
  '<cls>',
  '<sop>',
  '<pad>',
  '<seed:bos>',
  '<longcat_s>',
  '<BOS_TOKEN>',
  '<beginning_of_sentence>',
  '[gMASK]',
  '[BOS]',
  '[CLS]',
  '[PAD]',
  ']~!b[',
]

/** Matches `<|begin_of_text|>`, `<|startoftext|>`, `<|bos|>`, `<|plamo:bos|>`, `<｜begin▁of▁sentence｜>`, and `<[BOS_never_used_51bce0c7…]>` of Doubao. */
const inBars =
  /^<\[BOS_never_used_[\da-f]{8,40}\]>|^<[|｜](?:[\w▁]{1,16}[_▁:])?(?:bos|sos|pad|endoftext|(?:begin|beginning|start)[_▁ ]?of[_▁ ]?(?:text|sentence|sequence|document))(?:_token)?[|｜]>/i
const beginningInBars = /^<(?:[|｜][\w▁: ]{0,40}[|｜]?|\[(?:B\w{0,56}\]?)?)?$/

/** Limit of a token's length, in UTF-16 units. */
const longest = 64

/** Matches a begin token before the possible beginning of an answer. Valid only at the beginning of a text. */
export const beginToken: Matcher = { firsts: [0x3c, 0x5b, 0x5d], example: '<bos>', match }

function match(text: string, at: number, final: boolean): MatchVerdict {
  const here = text.slice(at, at + longest)
  const token = tokens.find((one) => here.startsWith(one)) ?? inBars.exec(here)?.[0]
  if (token === undefined) {
    const isShort = here.length < longest && (beginningInBars.test(here) || tokens.some((one) => one.startsWith(here)))
    return isShort && !final ? undecided : no
  }
  const holds = beginsText(text, at + token.length, final)
  const isStruck = holds === true && token === '<s>' ? strikesOut(text, at + token.length, final) : false
  return holds === undefined || isStruck === undefined ? undecided : holds && !isStruck ? token.length : no
}

/** Whether the text after the token begins an answer. A text that mentions the token continues with a blank and its sentence, or with a mark. */
const beginsText: Condition = (text, from, final) => {
  if (from === text.length) return final || undefined
  return isBlank(text.charCodeAt(from)) ? mayBeginAnswer(text, from, final) : !/[\p{Pd}\p{Pf},.;:!?'"`/=]/u.test(text.charAt(from))
}

/** Limit of text that HTML may strike out, in UTF-16 units. */
const mostStruck = 64
const struck = new RegExp(`^[^\\n]{0,${mostStruck}}?</s>`)

/** Whether `<s>` begins struck-out HTML, as in `<s>is struck out</s> in HTML`. A `</s>` at the end of the text is a token, not the end of HTML. */
const strikesOut: Condition = (text, from, final) => {
  const here = text.slice(from, from + mostStruck + 4)
  const found = struck.exec(here)
  if (found === null) return final || here.length === mostStruck + 4 || here.includes('\n') ? false : undefined
  const end = from + found[0].length
  const ends = endsText(text, end, final)
  return ends === undefined ? undefined : !ends && !/^\s*[<[]/.test(text.slice(end, end + 16))
}

const invisible = /^[\0\u200b\u2060]{1,16}/

/** Matches characters that cannot be seen, in front of a text. */
export const invisibleToken: Matcher = {
  firsts: [0, 0x200b, 0x2060],
  example: '\u200b',
  match: (text, at) => invisible.exec(text.slice(at, at + 16))?.[0].length ?? no,
}

const label = /^thought(?: ?(?:\[\]|\(\)) ?|\n+(?=\p{Lu})|(?=\p{Lu}(?:[\p{Ll}]|['’ ])))/u
const beginningOfLabel = /^t(?:h(?:o(?:u(?:g(?:h(?:t(?: ?[[(]?|\n{1,8}|\p{Lu})?)?)?)?)?)?)?$/u

/** Matches the label of a thought that a service has left out: `thought[]`, `thought↵`. */
export const emptyLabel: Matcher = {
  firsts: [0x74],
  example: 'thought[]',
  match(text, at, final) {
    const here = text.slice(at, at + 24)
    return label.exec(here)?.[0].length ?? (!final && beginningOfLabel.test(here) ? undecided : no)
  },
}
