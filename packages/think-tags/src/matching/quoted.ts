/** Closing marks by opening one, also with blanks inside them. Straight marks look alike on both sides. */
const pairs = new Map(
  ['“”', '‘’', '«»', '»«', '„“', '‚‘', '「」', '『』', '()', '[]', '{}', '«  »', '|  |'].map((pair) => [
    pair.slice(0, pair.length / 2),
    pair.slice(pair.length / 2),
  ]),
)

/** Limit of text on each side of a delimiter in a string, in UTF-16 units. */
export const quotedChars = 40

/** Units of words, as part of a class. Not those of scripts without blanks between words, nor dashes, arrows and quotation marks. */
const letters = String.raw`\w\u00c0-\u1fff\u2c00-\u2dff`

/** Beginning or unit in front of a mark that opens a quotation. */
export const beforeQuotation = String.raw`(?:^|[\s(=:[{,+\u2012-\u2015“‘«])`

/** A straight mark that no word or sentence precedes, or only an ellipsis between two quotations, and what a string has behind it: `split("`, `r"`, `'\n`. */
const openString = new RegExp(String.raw`(?:^|[^${letters}.!?…)"'\x60]|\b[bfru]|(["'\x60])(?:\.{2,3}|…)(?=\1))(["'\x60])(?:(?!\2)[^\n])*$`)

/** A closer whose slash is escaped, as in a pattern. */
const escaped = /<\\\/\w+>$/

/**
 * Whether a delimiter is in a string, in a pattern, or alone in other quotation marks, so the text only mentions it.
 *
 *     between "<think>" and "</think>".           quoted
 *     split('</think>\n'), LIKE '%<think>%'       quoted
 *     /<think>.*<\/think>/, « <think> »           quoted
 *     | <think> | begins a thought |              quoted
 *     I say "yes"</think>"Yes."                   not: the mark before it closes another quotation
 *     {"a": "<think>Add.</think>4"}               not: the string has other tags
 *
 * @param before - The text before it, or its last `quotedChars` units.
 * @param end - End of the delimiter in `text`.
 * @returns Undefined: too short to decide.
 */
export function isQuoted(before: string, text: string, end: number, final: boolean): boolean | undefined {
  const string = openString.exec(before.slice(-quotedChars))
  if (string !== null) return endsString(string[2]!, text, end, final)
  if (escaped.test(text.slice(Math.max(0, end - quotedChars), end))) return goesOnInPattern(text, end, final)
  const closing = pairs.get(before.slice(-2).replace(/[^\S\n]$/, ' ')) ?? pairs.get(before.slice(-1))
  if (closing === undefined) return false
  const behind = text.slice(end, end + closing.length).replace(/^[^\S\n]/, ' ')
  return behind === closing || (!final && closing.startsWith(behind) ? undefined : false)
}

/** Whether the string around a delimiter ends here: its mark comes soon, behind something, and no word follows. */
function endsString(mark: string, text: string, from: number, final: boolean): boolean | undefined {
  const to = Math.min(text.length, from + quotedChars)
  let at = from
  while (at < to && !`${mark}<\n`.includes(text.charAt(at))) at++
  if (at === text.length && at < from + quotedChars) return final ? false : undefined
  if (text.charAt(at) !== mark || (at > from && (/[\s(=:[{,+]/.test(text.charAt(at - 1)) || beginsAnswer.test(text.slice(from, at)))))
    return false
  return at + 1 === text.length ? final || undefined : !isLetter.test(text.charAt(at + 1))
}

/** Text behind a closer in a string of JSON, which is an answer: `{"a": "Add.</think>Four."}`. */
const beginsAnswer = /^(?:\p{L}|[^\S\n]?[\p{Lu}\p{Lo}\p{N}])/u

/** Whether a pattern ends here, or goes on: `/`, `\s*`. An escaped line break is one of a text that was escaped as a whole. */
function goesOnInPattern(text: string, from: number, final: boolean): boolean | undefined {
  const next = text.slice(from, from + 2)
  return !final && (next === '' || next === '\\') ? undefined : /^(?:\/|\\[bBdDsSwW])/.test(next)
}

const isLetter = new RegExp(`[${letters}]`)

/**
 * Whether a text ends in a mark that opens a quotation, so that any later text is quoted.
 *
 *     ends in "<|im_end|>↵<|im_start|>user↵"     opens
 *     It is "four."<|im_end|>↵<|im_start|>user   not: the mark closes
 *
 * @param before - The text, or its last two units.
 */
export const opensQuotation = (before: string): boolean => quotation.test(before)

const quotation = new RegExp(String.raw`${beforeQuotation}["'\x60“‘«»]$|[„‚「『]$`)

/** Excerpt in the warning about a closer in quotation marks. A client can make a model write one, so it hides the text before it, unless a later one does. */
export const quotedTag = 'quoted'
