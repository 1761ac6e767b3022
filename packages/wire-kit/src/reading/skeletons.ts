import type { TextFrame } from '@reason/core/wire'
import { parseJson } from '../values/loose.ts'

/**
 * Caches the shape of a stream's frames. Most of them differ only in one text.
 *
 *     {"id":"c1","choices":[{"index":0,"delta":{"content":"Hello"},"finish_reason":null}]}
 *     └──────────────── before ──────────────────────────┘     └──────── after ─────────┘
 *
 * A frame with the same bytes before and after its text as a learned frame has the same meaning, so only its text is parsed.
 * The reader learns such frames, and forgets them whenever another kind of frame may have changed their meaning.
 */
export interface Skeletons<Meaning> {
  /** @returns The text of a frame that matches a learned one, with its meaning. The next call overwrites the returned object. */
  find(frame: string): FoundText<Meaning> | undefined
  /**
   * Learns a parsed frame that contains only `text`. If the frame contains more, everything is forgotten.
   *
   * @param of - Index of the choice. A new frame of a choice replaces its previous one.
   */
  learn(frame: string, text: string, of: number, meaning: Meaning): void
  forgetAll(): void
  /** The frame that matched or was learned last. Undefined after `forgetAll`. */
  last(): (TextFrame & { meaning: Meaning }) | undefined
}

export interface FoundText<Meaning> {
  text: string
  meaning: Meaning
}

interface Skeleton<Meaning> extends TextFrame {
  meaning: Meaning
}

/** Maximum number of choices. With more of them, each choice recurs too rarely. */
const most = 4
/** Maximum length of a frame. Longer ones cost more to compare than they save, and occupy memory. */
const longest = 4096
/** Maximum interval between attempts to learn. Frames that always differ elsewhere are learned more and more rarely. */
const seldom = 256

/** Characters that end a literal, begin an escape, or are invalid in a literal. */
// oxlint-disable-next-line no-control-regex -- control characters are what this is about
const special = /["\\\u0000-\u001f]/

/** Placeholder of the text while its position is searched. No model writes it. */
const probe = '\uE000probe\uE001'
const probeLiteral = JSON.stringify(probe)

/** @param textIn - Returns the text of a parsed frame that contains nothing else. Undefined for any other frame. */
export function createSkeletons<Meaning>(textIn: (frame: unknown) => string | undefined): Skeletons<Meaning> {
  const known = new Map<number, Skeleton<Meaning>>()
  /** The frame that matched last. The next frame nearly always matches it, too. */
  let last: Skeleton<Meaning> | undefined
  /** Number of consecutive frames learned without a match; and the number of frames to skip before the next one is learned. */
  let inVain = 0
  let passing = 0
  const found: { text: string; meaning: Meaning | undefined } = { text: '', meaning: undefined }

  return { find, learn, forgetAll, last: () => last }

  function find(frame: string): FoundText<Meaning> | undefined {
    if (last !== undefined && fits(last, frame)) return found as FoundText<Meaning>
    if (known.size < 2) return undefined
    for (const skeleton of known.values()) {
      if (skeleton === last || !fits(skeleton, frame)) continue
      last = skeleton
      return found as FoundText<Meaning>
    }
    return undefined
  }

  function fits({ before, after, meaning }: Skeleton<Meaning>, frame: string): boolean {
    const from = before.length
    const to = frame.length - after.length
    // Compares slices, which are compared word by word. `startsWith` goes character by character (core's bench of skeletons).
    if (to <= from || frame.slice(0, from) !== before || frame.slice(to) !== after) return false
    const literal = frame.slice(from, to)
    if (special.test(literal)) {
      const text = unescaped(literal)
      if (text === undefined || text === '') return false
      found.text = text
    } else found.text = literal
    found.meaning = meaning
    inVain = 0
    return true
  }

  function learn(frame: string, text: string, of: number, meaning: Meaning): void {
    const place = frame.length > longest || isPassing() ? undefined : placeOf(frame, text)
    if (place === undefined) return forgetAll()
    if (!known.has(of) && known.size >= most) known.delete(known.keys().next().value!)
    if (++inVain > 8) passing = Math.min(seldom, 2 ** (inVain - 8))
    last = { before: frame.slice(0, place), after: frame.slice(place + JSON.stringify(text).length - 2), meaning }
    known.set(of, last)
  }

  function isPassing(): boolean {
    if (passing === 0) return false
    passing--
    return true
  }

  /** Finds the literal of the text. The same literal may occur several times in the frame, and as a key. */
  function placeOf(frame: string, text: string): number | undefined {
    const literal = JSON.stringify(text)
    let at = text === probe ? -1 : frame.lastIndexOf(literal)
    for (let tries = 0; at !== -1 && tries < 3; tries++) {
      if (textIn(parseJson(frame.slice(0, at) + probeLiteral + frame.slice(at + literal.length))) === probe) return at + 1
      at = at === 0 ? -1 : frame.lastIndexOf(literal, at - 1)
    }
    return undefined
  }

  function forgetAll(): void {
    if (known.size === 0) return
    known.clear()
    last = undefined
  }
}

/** Decodes a literal without its quotes. Undefined if it is invalid, or more than one literal. */
function unescaped(literal: string): string | undefined {
  const text = parseJson(`"${literal}"`)
  return typeof text === 'string' ? text : undefined
}
