import { isHighSurrogate } from '@reason/core/adapter'
import { codeMarks } from './markdown.ts'
import { no, shownUnits, undecided, type Matcher } from './matcher.ts'
import { createTrie } from './trie.ts'
import { createUnitSearch } from './unit-search.ts'
import { createUnitClasses, type UnitClasses } from './unit-classes.ts'

/**
 * Finds the first of several delimiters in text that may be cut anywhere. Unlike core's `createDelimiters`, it uses matchers: a delimiter may be a
 * tag in any spelling, or depend on later text. It searches many at once.
 */
export interface Scanner {
  /**
   * Finds the first delimiter at or after `from`.
   * @returns One object per scanner, overwritten by the next call: read it before that.
   */
  search(text: string, from: number, final: boolean): FoundDelimiter
  /** Matches a delimiter at exactly this place. Returns the same object. */
  matchAt(text: string, at: number, final: boolean): FoundDelimiter
  /** Units that may begin a delimiter stop a text. Common units are only noted, and a match of `shows` stops the text. */
  readonly firsts: UnitClasses
  /** Like `firsts`, with units that may begin or end Markdown code noted. */
  readonly firstsAndMarks: UnitClasses
}

export interface FoundDelimiter {
  /** Index of the matcher. -1: none. */
  index: number
  /** Beginning of the delimiter. If none: beginning of the tail that must be held (`search`: the end of the text if none). */
  at: number
  end: number
  /** The text is too short to decide. */
  undecided: boolean
}

/** @param matchers - If two match at one place, the longer match wins, then the earlier matcher. */
export function createScanner(matchers: readonly Matcher[]): Scanner {
  const literals = createTrie()
  const others: IndexedMatcher[] = []
  for (const [index, matcher] of matchers.entries()) {
    if (matcher.literal === undefined) others.push({ index, matcher })
    else literals.add(matcher.literal, index)
  }
  const firsts = [...new Set(matchers.flatMap((matcher) => matcher.firsts))]
  const rare = [...new Set(matchers.flatMap((matcher) => (matcher.shows === undefined ? matcher.firsts : [])))]
  const common = firsts.filter((unit) => !rare.includes(unit))
  const signs = [...new Set(matchers.flatMap((matcher) => matcher.shows?.source ?? []))]
  const showsHere = signs.length === 0 ? undefined : new RegExp(`^(?:${signs.join('|')})`)
  const nextCandidate = createUnitSearch(firsts)
  const canBegin = createPairTest(matchers)
  const beginning = createBeginnings(others)
  const found: FoundDelimiter = { index: -1, at: 0, end: 0, undecided: false }
  return {
    search,
    matchAt,
    firsts: createUnitClasses(rare, common, signs),
    firstsAndMarks: createUnitClasses(rare, [...new Set([...common, ...codeMarks.filter((unit) => !rare.includes(unit))])], signs),
  }

  function search(text: string, from: number, final: boolean): FoundDelimiter {
    for (let at = nextCandidate(text, from); at !== -1; at = nextCandidate(text, at + 1)) {
      if (
        showsHere !== undefined &&
        at + 1 < text.length &&
        common.includes(text.charCodeAt(at)) &&
        !showsHere.test(text.slice(at, at + shownUnits))
      )
        continue
      matchAt(text, at, final)
      if (found.index !== -1 || found.undecided) return found
    }
    const { length } = text
    // Half of a surrogate pair waits for the other half, so that no delta ends inside a character.
    const at = !final && length > from && isHighSurrogate(text.charCodeAt(length - 1)) ? length - 1 : length
    return report(-1, at, at, false)
  }

  function matchAt(text: string, at: number, final: boolean): FoundDelimiter {
    if (at + 1 < text.length && !canBegin(text.charCodeAt(at), text.charCodeAt(at + 1))) return report(-1, at, at, false)
    let longest = literals.match(text, at, final)
    // A longer delimiter that is still possible leaves a shorter, complete one undecided.
    if (longest === undecided) return report(-1, at, at, true)
    let index = longest > no ? literals.index() : -1
    const { mayBe } = beginning(text, at)
    for (let i = 0; i < mayBe.length; i++) {
      const { index: its, matcher } = mayBe[i]!
      const verdict = matcher.match(text, at, final)
      if (verdict === undecided) return report(-1, at, at, true)
      if (verdict > longest || (verdict === longest && verdict > no && its < index)) {
        longest = verdict
        index = its
      }
    }
    return report(index, at, at + longest, false)
  }

  function report(index: number, at: number, end: number, isUndecided: boolean): FoundDelimiter {
    found.index = index
    found.at = at
    found.end = end
    found.undecided = isUndecided
    return found
  }
}

interface IndexedMatcher {
  index: number
  matcher: Matcher
}

/** Text at a place, and the matchers of many spellings that may match there. */
interface Beginning {
  mayBe: readonly IndexedMatcher[]
  /** By the next unit. */
  next: Map<number, Beginning>
}

/**
 * Caches which matchers can begin with a text, because few of many closers begin with `</l`, and none with `</thin<`. Only those read longer text.
 *
 *     <─/─t─h─i┬n─<     no matcher
 *              └n─k─>   the closer
 */
function createBeginnings(others: readonly IndexedMatcher[]): (text: string, at: number) => Beginning {
  const root: Beginning = { mayBe: others, next: new Map() }
  let room = mostBeginnings
  return (text, at) => {
    const most = Math.min(text.length, at + longestBeginning)
    let found = root
    for (let to = at; to < most && (found.mayBe.length > 0 || to === at); to++) {
      const unit = text.charCodeAt(to)
      if (unit >= ascii && to > at) return found
      let next = found.next.get(unit)
      if (next === undefined) {
        if (to - at >= alwaysCached && room-- <= 0) return found
        next = narrowed(found, text.slice(at, to + 1))
        found.next.set(unit, next)
      }
      found = next
    }
    return found
  }

  function narrowed({ mayBe }: Beginning, begun: string): Beginning {
    const can = ({ matcher }: IndexedMatcher): boolean =>
      matcher.firsts.includes(begun.charCodeAt(0)) && matcher.match(begun, 0, false) !== no
    const left = mayBe.filter(can)
    return left.length === 0 ? nothing : { mayBe: left, next: new Map() }
  }
}

const nothing: Beginning = { mayBe: [], next: new Map() }

/** Limit of cached beginnings, in UTF-16 units. */
const longestBeginning = 12

/** Beginnings up to this length are always cached. They are few, as only ASCII follows their first unit. */
const alwaysCached = 3

/** Limit of longer beginnings. For more, the matchers of the shorter one run each time. */
const mostBeginnings = 1000

/** Limit of cached units. For larger ones, the matchers run each time. */
const ascii = 128

/**
 * Caches by two units whether a delimiter can begin with them: nearly every `<` in prose and code precedes a unit that excludes all. A
 * matcher that returns `no` for an unfinished text returns it for all continuations.
 */
function createPairTest(matchers: readonly Matcher[]): (first: number, second: number) => boolean {
  const known = new Map<number, Uint8Array>()
  for (const { firsts } of matchers) for (const first of firsts) known.set(first, new Uint8Array(ascii))
  return (first, second) => {
    const seconds = known.get(first)
    if (seconds === undefined) return false
    if (second >= ascii) return true
    if (seconds[second] === 0) seconds[second] = canBegin(first, second) ? 1 : 2
    return seconds[second] === 1
  }

  function canBegin(first: number, second: number): boolean {
    const text = String.fromCharCode(first, second)
    return matchers.some((matcher) => matcher.firsts.includes(first) && matcher.match(text, 0, false) !== no)
  }
}
