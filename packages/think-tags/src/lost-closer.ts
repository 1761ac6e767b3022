const name = '(?:think|thinking|thought|reasoning)'
/** Bounded, as three of them stand in a row. */
const blank = '[^\\S\\n]{0,8}'

/** On a line of its own, whatever is left of the marks around it: `think>`, `/thinking>`, `(/think)`. A whole tag is in code, or quoted. */
const onItsLine = `(?<=^|\\n)${blank}(?!</?${name}>)(?:(?:<|&lt;|[‹＜〈([{])?${blank}[/\\\\]?${blank}${name}(?:>|&gt;|[›＞〉])|[([{][/\\\\]${name}[)\\]}])${blank}(?=\\r?\\n|$)`
const slashed = `(?:(?:&lt;|[‹＜〈])?[/\\\\]${name}(?:>|&gt;|[›＞〉])|\\[/${name}\\])`
/** Behind a sentence, with a slash: `So it is four./think>`. */
const behindSentence = `(?<=[.!?…。！？]\\s?)${slashed}`
const behindAny = `(?<=[\\s.!?…。！？)])${slashed}`

const inText = new RegExp(`${onItsLine}|${behindSentence}`, 'gi')
/** Ends each of them. It is looked for first, as the others look back from each character. */
const ending = new RegExp(`${name}(?:>|&gt;|[›＞〉)\\]}])`, 'i')
const inThought = new RegExp(`${onItsLine}|${behindAny}`, 'gi')

/**
 * Where the last closer stands that lost its marks on the way, or has others, in a text that nothing else has closed:
 *
 *     So it is four.
 *     think>
 *     Four.
 *
 * @param isThought - The text is known to be a thought, which a closer may stand anywhere in.
 */
export function findLostCloser(text: string, isThought: boolean): { at: number; end: number } | undefined {
  if (!ending.test(text)) return undefined
  const last = [...text.matchAll(isThought ? inThought : inText)].at(-1)
  if (last === undefined) return undefined
  const end = last.index + last[0].length
  return text.slice(end).trim() === '' ? undefined : { at: last.index, end }
}
