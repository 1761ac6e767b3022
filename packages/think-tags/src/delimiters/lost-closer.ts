import { no, shownUnits, undecided, type Matcher, type MatchVerdict } from '../matching/matcher.ts'
import { thoughtName as name, thoughtNames } from './thought-names.ts'

/** Bounded, because the pattern repeats it three times in a row. */
const blank = '[^\\S\\n]{0,8}'
const left = '(?:&lt;|[‹＜〈([{])'
const right = '(?:>|&gt;|[›＞〉])'

/** Matches a closer with whatever is left of its marks: `think>`, `/thinking>`, `(/think)`. */
const marked = `(?:${left}?${blank}[/\\\\]?${blank}${name}${right}|[([{][/\\\\]${name}[)\\]}])`
/** Excludes whole tags, which are in code, or quoted. */
const onItsLine = `(?<=^|\\n)${blank}(?!</?${name}>)<?${blank}${marked}${blank}(?=\\r?\\n|$)`
const slashed = `(?:(?:&lt;|[‹＜〈])?[/\\\\]${name}${right}|\\[/${name}\\])`
/** After a sentence, with a slash: `So it is four./think>`. */
const behindSentence = `(?<=[.!?…。！？]\\s?)${slashed}`

const inText = new RegExp(`${onItsLine}|${behindSentence}`, 'gi')
/** Matches the end of every such closer. Tested first, because the others look back from each character. */
const ending = new RegExp(`${name}(?:>|&gt;|[›＞〉)\\]}])`, 'i')

/**
 * In a text without other evidence, finds the last closer that lost its marks or has others, or is in a code fence that the thought never closed:
 *
 *     So it is four.    Let me try:
 *     think>            ```
 *     Four.             2+2</think>Four.
 */
export function findLostCloser(text: string): { at: number; end: number } | undefined {
  return ending.test(text) ? (lastMarked(text) ?? inOpenFence(text)) : undefined
}

function lastMarked(text: string): { at: number; end: number } | undefined {
  const all = [...text.matchAll(inText)]
  const last = all.at(-1)
  if (last === undefined) return undefined
  const end = last.index + last[0].length
  return text.slice(end).trim() === '' || showsPair(text, all) ? undefined : { at: last.index, end }
}

const wholeCloser = new RegExp(`</${name}>`, 'i')
const anyOpener = new RegExp(`<${name}\\b`, 'i')
const fences = /^ {0,3}(`{3,}|~{3,})(.*)$/gm

/** Finds the first closer, in a fence that is open to its end, or in which another one begins behind the closer. Code that shows tags has openers, too. */
function inOpenFence(text: string): { at: number; end: number } | undefined {
  const closer = wholeCloser.exec(text)
  if (closer === null || anyOpener.test(text)) return undefined
  const { index: at } = closer
  const end = at + closer[0].length
  let open: { mark: string; at: number } | undefined
  for (const { 1: mark, 2: info, index } of text.matchAll(fences)) {
    const isEnd = info!.trim() === ''
    if (open === undefined) open = index < at ? { mark: mark!, at: index } : undefined
    else if (isEnd && mark!.startsWith(open.mark)) open = undefined
    else if (!isEnd && index > at) break
    if (open === undefined && index > at) break
  }
  return open === undefined || text.slice(end).trim() === '' ? undefined : { at, end }
}

/** Whether the text shows an opener in front of a closer in the same spelling: `&lt;think&gt;…&lt;/think&gt;`. */
function showsPair(text: string, closers: readonly RegExpExecArray[]): boolean {
  const ends = new Map(closers.map(({ 0: closer, index }) => [closer.trim(), index]))
  return [...ends].slice(0, mostSpellings).some(([closer, at]) => {
    const [, lead, rest] = /^([^/\\]+)[/\\](.*)$/.exec(closer) ?? []
    const first = lead === undefined ? -1 : text.indexOf(lead + rest!)
    return first !== -1 && first < at
  })
}

/** Limit of spellings that are searched for, because each search reads all of the text. */
const mostSpellings = 8

/** A closer without its marks in a thought. The last one ends the thought if nothing else does. */
export interface LostCloser {
  matcher: Matcher
  /** Pattern of the text that has to precede it. */
  behind?: RegExp
  /** Meaning if it has to be decided before the end of the text. */
  early: 'closer' | 'text'
}

/** Limit of a closer's length, in UTF-16 units. */
const longest = 64

/** The first unit and the possible text after it, in a piece of text. */
const start = '[\\n/\\\\&‹＜〈][^\\S\\n]{0,8}(?:$|[tT](?:$|[hH](?:$|[iIoO]))|[rR](?:$|[eE](?:$|[aA]))|[lL/\\\\([{&‹＜〈])'
const shows = new RegExp(start)
const startsHere = new RegExp(`^${start}`)

const ofLine = (closer: string, flags?: string): Matcher => matching('\n', `\\n${blank}${closer}${blank}(?=\\r?\\n)`, flags)

export const lostClosers: readonly LostCloser[] = [
  { matcher: ofLine(marked, 'i'), early: 'closer' },
  { matcher: ofLine(`[/\\\\]${name}`, 'i'), early: 'closer' },
  // A word alone may be a heading.
  { matcher: ofLine(name), behind: /[\n.!?…。！？:)*]\s?$/, early: 'text' },
  { matcher: matching('/\\&‹＜〈', slashed, 'i'), behind: /[\s.!?…。！？)]$/, early: 'closer' },
]

function matching(firsts: string, source: string, flags?: string): Matcher {
  const whole = new RegExp(`^${source}`, flags)
  return { firsts: Array.from(firsts, (first) => first.charCodeAt(0)), example: `${firsts.charAt(0)}/think>`, shows, match }

  function match(text: string, at: number, final: boolean): MatchVerdict {
    if (at + 1 === text.length) return final ? no : undecided
    if (!startsHere.test(text.slice(at, at + shownUnits))) return no
    const here = text.slice(at, at + longest)
    const found = whole.exec(here)
    if (found !== null) return found[0].length
    return !final && here.length < longest && mayBegin(here) ? undecided : no
  }
}

const begun =
  /^\n?[^\S\n]{0,8}(?:&(?:l(?:t;?)?)?|[‹＜〈([{])?[^\S\n]{0,8}[/\\]?[^\S\n]{0,8}([a-z]*)(?:&(?:g(?:t;?)?)?|[>›＞〉)\]}])?[^\S\n]{0,8}\r?$/i

function mayBegin(text: string): boolean {
  const [, word] = begun.exec(text) ?? []
  return word !== undefined && thoughtNames.some((other) => other.startsWith(word.toLowerCase()))
}
