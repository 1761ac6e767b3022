import { isHighSurrogate } from '@reason/core/adapter'
import { codeMarks } from './markdown.ts'
import { no, undecided, type Matcher } from './matcher.ts'
import { createTrie } from './trie.ts'

/**
 * Finds the first of several delimiters in text that may be cut anywhere. Like core's `createDelimiters`, but over
 * matchers, so that a delimiter may be a tag in any spelling or depend on what follows it, and over many at once.
 */
export interface Scanner {
  /**
   * The first delimiter at or after `from`.
   * @returns One object per scanner, overwritten by the next call: read it before that.
   */
  search(text: string, from: number, final: boolean): Found
  /** The delimiter at exactly this place. The same object. */
  matchAt(text: string, at: number, final: boolean): Found
  /** Whether nothing in the text begins a delimiter or half a character, so that all of it can go out. */
  isPlain(text: string): boolean
  /** The same, and nothing in it may begin or end Markdown code. */
  isPlainProse(text: string): boolean
}

export interface Found {
  /** Index of the matcher; -1: none. */
  index: number
  /** Where the delimiter begins, or else the tail that must be held (`search`: the end of the text for none). */
  at: number
  end: number
  /** The text is too short to tell. */
  undecided: boolean
}

/** @param matchers - Where two match at one place, the longer counts, then the earlier. */
export function createScanner(matchers: readonly Matcher[]): Scanner {
  const literals = createTrie()
  const others: { index: number; matcher: Matcher }[] = []
  for (const [index, matcher] of matchers.entries()) {
    if (matcher.literal === undefined) others.push({ index, matcher })
    else literals.add(matcher.literal, index)
  }
  const firsts = [...new Set(matchers.flatMap((matcher) => matcher.firsts))]
  const nextCandidate = createCandidateSearch(firsts)
  const found: Found = { index: -1, at: 0, end: 0, undecided: false }
  return { search, matchAt, isPlain: createPlainTest(firsts), isPlainProse: createPlainTest([...firsts, ...codeMarks]) }

  function search(text: string, from: number, final: boolean): Found {
    for (let at = nextCandidate(text, from); at !== -1; at = nextCandidate(text, at + 1)) {
      matchAt(text, at, final)
      if (found.index !== -1 || found.undecided) return found
    }
    const { length } = text
    // Half of a surrogate pair waits for the other half, so that no delta ends inside a character.
    const at = !final && length > from && isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length
    return report(-1, at, at, false)
  }

  function matchAt(text: string, at: number, final: boolean): Found {
    let longest = literals.match(text, at, final)
    // A longer delimiter that is still possible makes a shorter one, though complete, undecided.
    if (longest === undecided) return report(-1, at, at, true)
    let index = longest > no ? literals.index() : -1
    const first = text.charCodeAt(at)
    for (let i = 0; i < others.length; i++) {
      const { index: its, matcher } = others[i]!
      if (!matcher.firsts.includes(first)) continue
      const verdict = matcher.match(text, at, final)
      if (verdict === undecided) return report(-1, at, at, true)
      if (verdict > longest || (verdict === longest && verdict > no && its < index)) {
        longest = verdict
        index = its
      }
    }
    return report(index, at, at + longest, false)
  }

  function report(index: number, at: number, end: number, isUndecided: boolean): Found {
    found.index = index
    found.at = at
    found.end = end
    found.undecided = isUndecided
    return found
  }
}

// `indexOf` reads several gigabytes a second, a character class one; but several `indexOf` from hit to hit would be quadratic.
function createCandidateSearch(firsts: readonly number[]): (text: string, from: number) => number {
  if (firsts.length === 0) return () => -1
  if (firsts.length === 1) {
    const first = String.fromCharCode(firsts[0]!)
    return (text, from) => text.indexOf(first, from)
  }
  const anyFirst = new RegExp(`[${firsts.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('')}]`, 'g')
  return (text, from) => {
    anyFirst.lastIndex = from
    const hit = anyFirst.exec(text)
    return hit === null ? -1 : hit.index
  }
}

/** Up to this length, looking at each unit is quicker than calling `indexOf` (bench/think-tags.bench.ts). */
const shortPiece = 24

function createPlainTest(firsts: readonly number[]): (text: string) => boolean {
  const beginsDelimiter = new Uint8Array(256)
  const wide = firsts.filter((unit) => unit > 0xff)
  for (const unit of firsts) if (unit <= 0xff) beginsDelimiter[unit] = 1
  const spellings = firsts.map((unit) => String.fromCharCode(unit))

  return (text) => {
    const { length } = text
    if (length > shortPiece) {
      for (let i = 0; i < spellings.length; i++) if (text.indexOf(spellings[i]!) !== -1) return false
      return !isHighSurrogate(text.charCodeAt(length - 1))
    }
    let unit = 0
    for (let at = 0; at < length; at++) {
      unit = text.charCodeAt(at)
      if (unit <= 0xff ? beginsDelimiter[unit] === 1 : wide.includes(unit)) return false
    }
    return !isHighSurrogate(unit)
  }
}
