/** Closing quotation marks by opening one. Straight marks look alike on both sides, so they count only around a word. */
const pairs = new Map(
  [...'“”‘’«»»«„“‚‘「」『』'].flatMap((mark, index, marks) => (index % 2 === 0 ? [[mark, marks[index + 1]!] as const] : [])),
)
const straight = '"\'`'
/** Marks that enclose a delimiter, and open no quotation that goes on. */
const brackets = new Map([
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
])

/**
 * Whether a delimiter stands alone in quotation marks, so the text only mentions it.
 *
 *     between "<think>" and "</think>".     quoted
 *     LIKE '%<think>%', « <think> »         quoted
 *     | <think> | begins a thought |        quoted
 *     I say "yes"</think>"Yes."             not: the mark before it closes another quotation
 *
 * @param before - The text before it, or its last two units.
 * @param end - End of the delimiter in `text`.
 * @returns Undefined: too short to decide.
 */
export function isQuoted(before: string, text: string, end: number, final: boolean): boolean | undefined {
  const mark = before.charAt(before.length - 1)
  if (mark === '%' || spaced.test(before)) return end === text.length ? (final ? false : undefined) : isBetween(before, text, end, final)
  const isStraight = mark !== '' && straight.includes(mark)
  const closing = pairs.get(mark) ?? brackets.get(mark)
  if (!isStraight && closing === undefined) return false
  if (end === text.length) return final ? false : undefined
  if (!isStraight) return text.charAt(end) === closing
  if (text.charAt(end) !== mark || endsQuotation.test(before.charAt(before.length - 2))) return false
  if (end + 1 === text.length) return final ? true : undefined
  return !isLetter.test(text.charAt(end + 1))
}

/** French marks with a blank on the inner side, and a cell of a table. */
const spaced = /[«|][^\S\n]$/

/** Whether the marks of a pattern (`'%<think>%'`) or spaced quotation marks are on both sides. */
function isBetween(before: string, text: string, end: number, final: boolean): boolean | undefined {
  if (before.endsWith('%')) return text.charAt(end) === '%'
  if (!/[^\S\n]/.test(text.charAt(end))) return false
  return end + 1 === text.length
    ? final
      ? false
      : undefined
    : text.charAt(end + 1) === (before.startsWith('|', before.length - 2) ? '|' : '»')
}

/** Excludes scripts without blanks between words. */
const isLetter = /[\w\u00c0-\u2dff]/
/** Characters after which a straight mark closes: a word, or the end of a sentence. */
const endsQuotation = /[\w\u00c0-\u2dff.!?…)"'`]/

/**
 * Whether a text ends in a mark that opens a quotation, so that any later text is quoted.
 *
 *     ends in "<|im_end|>↵<|im_start|>user↵"     opens
 *     It is "four."<|im_end|>↵<|im_start|>user   not: the mark closes
 *
 * @param before - The text, or its last two units.
 */
export function opensQuotation(before: string): boolean {
  const mark = before.charAt(before.length - 1)
  if (mark === '' || !(straight.includes(mark) || pairs.has(mark))) return false
  return onlyOpens.has(mark) || opensBehind.test(before.charAt(before.length - 2))
}

const onlyOpens = new Set([...pairs.keys()].filter((mark) => ![...pairs.values()].includes(mark)))
/** Characters after which other marks open. After anything else they close. */
const opensBehind = /^[\s(=:[{,+]?$/

/** Excerpt in the warning about a closer in quotation marks. A client can make a model write one, so it hides the text before it, unless a later one does. */
export const quotedTag = 'quoted'
