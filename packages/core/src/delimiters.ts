/**
 * Finds literal delimiters in text that the network may cut anywhere.
 *
 *     …some text <thi│nk>more text
 *                ^^^^ held: could still become a delimiter
 *
 * If nothing is found, the caller keeps `text.slice(at)` and prepends it to the next piece. So it holds at most `longest - 1` units, and reads each unit
 * a bounded number of times.
 */
export interface Delimiters {
  /** Length of the longest delimiter, in UTF-16 units. */
  readonly longest: number
  /**
   * Finds the first delimiter at or after `from`. If several begin at one place, the longest wins.
   *
   * @param final - No more text will come, so nothing is held for a longer delimiter or a missing tail.
   * @returns One object per instance, overwritten by the next call: read it before that.
   */
  search(text: string, from: number, final: boolean): DelimiterMatch
  /** Whether `search` would find nothing in the text, and hold none of it. */
  isPlain(text: string): boolean
}

export interface DelimiterMatch {
  found: boolean
  /** If found: beginning of the delimiter. If not: beginning of the tail that must be held (`text.length` if none). */
  at: number
  /** If found: end of the delimiter. */
  end: number
  /** If found: index of the delimiter in the list. If not: -1. */
  index: number
}

/** A delimiter, or one of many spellings with a function that recognises them (as in `Signal`). */
export interface DelimiterPattern {
  text: string
  match?: ((text: string, at: number, final: boolean) => number) | undefined
}

/**
 * Creates a search for literal delimiters.
 *
 * @param patterns - Non-empty delimiters. If one spelling occurs twice, the first one counts.
 * @throws {TypeError} if a delimiter is empty
 */
export function createDelimiters(patterns: readonly (string | DelimiterPattern)[]): Delimiters {
  const list = patterns.map((pattern) => (typeof pattern === 'string' ? pattern : pattern.text))
  const matches = patterns.map((pattern) => (typeof pattern === 'string' ? undefined : pattern.match))
  if (list.some((delimiter) => delimiter === '')) throw new TypeError('A delimiter is empty. Leave it out instead.')
  const longest = Math.max(0, ...list.map(({ length }) => length))
  const byFirst = groupByFirstUnit(list, matches)
  const firsts = [...new Set(list.map((delimiter) => delimiter.charAt(0)))]
  const nextCandidate = createCandidateSearch(firsts)
  const match: DelimiterMatch = { found: false, at: 0, end: 0, index: -1 }

  return {
    longest,
    search,
    isPlain: (text) =>
      (!firsts.some((first) => text.includes(first)) && !isHighSurrogate(text.charCodeAt(text.length - 1))) ||
      search(text, 0, false).at === text.length,
  }

  function search(text: string, from: number, final: boolean): DelimiterMatch {
    for (let at = nextCandidate(text, from); at !== -1; at = nextCandidate(text, at + 1)) {
      const left = text.length - at
      const { all, bySecond, single } = byFirst.get(text.charCodeAt(at))!
      // Longest first: a longer delimiter that is still possible leaves a shorter, complete one undecided.
      for (const { index, value, match: matches } of left === 1 ? all : (bySecond.get(text.charCodeAt(at + 1)) ?? single)) {
        if (matches !== undefined) {
          const length = matches(text, at, final)
          if (length > 0) return found(at, at + length, index)
          if (length < 0) return notFound(at)
        } else if (left >= value.length) {
          if (text.startsWith(value, at)) return found(at, at + value.length, index)
        } else if (!final && value.startsWith(text.slice(at))) {
          return notFound(at)
        }
      }
    }
    const length = text.length
    // Half of a surrogate pair waits for the other half, so that no delta ends inside a character.
    return notFound(!final && length > from && isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length)
  }

  function found(at: number, end: number, index: number): DelimiterMatch {
    match.found = true
    match.at = at
    match.end = end
    match.index = index
    return match
  }

  function notFound(at: number): DelimiterMatch {
    match.found = false
    match.at = at
    match.end = at
    match.index = -1
    return match
  }
}

export const isHighSurrogate = (unit: number): boolean => unit >= 0xd800 && unit <= 0xdbff

interface Entry {
  index: number
  value: string
  match: DelimiterPattern['match']
}

/** Delimiters that share their first unit, longest first. The second unit rules out most candidates. */
interface Group {
  all: Entry[]
  bySecond: Map<number, Entry[]>
  /** The delimiter of one unit, if any. */
  single: Entry[]
}

function groupByFirstUnit(list: readonly string[], matches: readonly DelimiterPattern['match'][]): Map<number, Group> {
  const groups = new Map<number, Group>()
  const entries = list
    .map((value, index): Entry => ({ value: matches[index] === undefined ? value : value.charAt(0), index, match: matches[index] }))
    .filter(({ value, index, match }) => match !== undefined || list.indexOf(value) === index)
  for (const entry of entries.toSorted((a, b) => b.value.length - a.value.length)) {
    const first = entry.value.charCodeAt(0)
    const group = groups.get(first) ?? { all: [], bySecond: new Map<number, Entry[]>(), single: [] }
    groups.set(first, group)
    group.all.push(entry)
    if (entry.value.length === 1) {
      group.single.push(entry)
      // The shortest delimiter comes last.
      for (const others of group.bySecond.values()) others.push(entry)
    } else {
      const second = entry.value.charCodeAt(1)
      group.bySecond.set(second, [...(group.bySecond.get(second) ?? []), entry])
    }
  }
  return groups
}

// A single first character is the usual case. `indexOf` finds it twice as fast as a character class.
function createCandidateSearch(firsts: string[]): (text: string, from: number) => number {
  if (firsts.length === 0) return () => -1
  if (firsts.length === 1) return (text, from) => text.indexOf(firsts[0]!, from)
  const next = new RegExp(`[${firsts.map((first) => `\\u${first.charCodeAt(0).toString(16).padStart(4, '0')}`).join('')}]`, 'g')
  return (text, from) => {
    next.lastIndex = from
    return next.test(text) ? next.lastIndex - 1 : -1
  }
}
