import type { Redaction } from '@reason/core/pipeline'
import { emailLocal, has, isSpace, isWideLetter } from './characters.ts'
import { maxLocalChars } from './detect/email.ts'
import { isTypesetDash, keyBody, readKeyBody, type KeyBody } from './detect/private-key.ts'
import type { Fingerprinter } from './fingerprint.ts'
import { createJsonTracker } from './json-tracker.ts'
import type { SafePattern } from './pattern.ts'
import { createPatterns } from './patterns.ts'
import { createReading } from './reading.ts'
import { createScanWindow, type Scanner, type ScanWindow } from './scanner.ts'
import { contextChars, type Found } from './window.ts'

/** What was replaced, and by which rule of its type. */
export interface RuleRedaction extends Redaction {
  rule?: string
}

export interface Machine {
  /** @returns What is sure of the text so far, and was not given yet. */
  push(text: string): string
  end(): string
  counts: Record<string, number>
  redactions: RuleRedaction[]
}

/** Up to here a word without an end is looked at again with every piece; a longer one is waited for. */
const wordChars = 64
const trimChars = 4096
/**
 * Characters that may stand between the beginning of a find and the sign that it is found by. The longest beginning is that of an e-mail address;
 * secrets of Microsoft Entra and the dashes of a typeset key are shorter.
 */
const beforeSign = emailLocal.map((member, code) => (code === 126 ? 1 : member))
const isBeforeSign = (code: number): boolean => has(beforeSign, code) || isWideLetter(code) || isTypesetDash(code)

/** Something that was found and is longer than what was looked at: swallowed until it ends. */
interface Swallowed {
  found: Found
  digest: { add(piece: string): void; end(): string }
  quotes: string
  key: KeyBody | undefined
}

/**
 * Text in, redacted text out.
 *
 *     scanning ──found, whole──▶ scanning
 *        └─────found, open─────▶ swallowing ──its end──▶ scanning
 *
 * What is held is what could still turn out to be something: the last word, a number that may go on, a value whose end has not come.
 * Each detector decides after a bounded number of characters; of what is longer only a digest is kept.
 *
 * @param context - What stands before the text, for detectors to look back at. Not given out.
 */
export function createMachine(scanner: Scanner, fingerprinter: Fingerprinter, patterns: readonly SafePattern[], context = ''): Machine {
  const window: ScanWindow = { ...createScanWindow(context, context.length), final: false, at: context.length }
  const own = createPatterns(patterns)
  const reading = createReading(() => ({ text: window.text.slice(given), from: given }))
  const json = createJsonTracker(context.length)
  const counts: Record<string, number> = {}
  const redactions: RuleRedaction[] = []
  /** Of `window.text`: given out or replaced up to here. */
  let given = context.length
  /** Of `window.text`: no pattern of the user's begins before this. */
  let unmatched = 0
  /** UTF-16 units that came out. */
  let out = 0
  let swallowed: Swallowed | undefined
  /** Of a match of the user's: what JSON keeps apart is replaced piece by piece. */
  let matched: Found | undefined
  /** Pieces that wait for more, so that a long held text is not looked at again for each of them. */
  let waiting: string[] = []
  let waitingChars = 0
  let wanted = 0

  return { push, end, counts, redactions }

  function push(text: string): string {
    waiting.push(text)
    waitingChars += text.length
    if (waitingChars < wanted || waitingChars === 0) return ''
    return run(false)
  }

  function end(): string {
    return run(true)
  }

  function run(final: boolean): string {
    take(final)
    window.final = final
    let result = ''
    for (;;) {
      if (swallowed !== undefined) {
        const piece = swallow(swallowed)
        if (piece === undefined) break
        result += piece
        continue
      }
      const limit = final ? window.end : solid()
      const found = step(limit)
      if (found === undefined || found === 'more') {
        if (found === 'more' && window.end - window.at > wordChars) wanted = (window.end - window.at) >> 1
        break
      }
      const quotes = json.quotesFor(window.text, found.start)
      // Where a string takes the place of a number, its sign goes with it.
      const signed = quotes !== '' && window.text[found.start - 1] === '-' && found.start > given
      result += give(signed ? found.start - 1 : found.start)
      result += begin(found, quotes)
    }
    if (swallowed === undefined) result += give(final ? window.end : settled())
    if (final) close()
    else trim()
    return result
  }

  function take(final: boolean): void {
    const raw = waiting.length === 1 ? waiting[0]! : waiting.join('')
    const text = reading.read(raw, final)
    window.text = given === window.text.length && given === 0 ? text : window.text + text
    window.end = window.text.length
    waiting = []
    waitingChars = 0
    wanted = 0
  }

  /** What comes first: something of ours or a pattern of the user's. */
  function step(limit: number): Found | 'more' | undefined {
    for (;;) {
      const piece = matched && pieceOf(matched)
      if (piece !== undefined) return piece
      const mine = own.next(window)
      unmatched = mine.start
      const reach = Math.min(limit, mine.start)
      const found = window.at < reach ? next(reach) : undefined
      // What was found may begin later than a pattern does; the pattern is looked at first then.
      if (found !== undefined) return found
      if (mine.found === undefined || window.at < mine.start || mine.start > limit) return undefined
      matched = mine.found
    }
  }

  /** The next piece of a match. Undefined: it is over. */
  function pieceOf({ start, end, type }: Found): Found | undefined {
    const [from, to] = json.piece(window.text, start, end) ?? [end, end]
    matched = to < end ? { start: to, end, type } : undefined
    window.at = window.floor = to
    return to > from ? { start: from, end: to, type } : undefined
  }

  /** What the scanner finds next, as far as JSON allows. */
  function next(reach: number): Found | 'more' | undefined {
    for (;;) {
      const from = window.at
      const found = scanner.next(window, reach)
      if (found === undefined || found === 'more') return found
      const end = json.fit(window.text, found.start, found.end)
      if (end === found.end) return found
      if (end !== undefined && end > found.start) {
        window.at = end
        return { start: found.start, end, type: found.type, ...(found.rule !== undefined && { rule: found.rule }) }
      }
      window.at = Math.max(found.start, from + 1)
      if (window.at >= reach) return undefined
    }
  }

  /** Where the last word begins that may go on. */
  function solid(): number {
    let to = window.end
    const from = Math.max(window.at, window.end - wordChars)
    while (to > from && !isSpace(window.text.charCodeAt(to - 1))) to--
    return to
  }

  /** Up to here nothing can be part of anything. */
  function settled(): number {
    let to = Math.min(window.at, solid(), unmatched)
    const from = Math.max(given, to - maxLocalChars - 2)
    while (to > from && isBeforeSign(window.text.charCodeAt(to - 1))) to--
    return to
  }

  function give(to: number): string {
    if (to < given) return ''
    const piece = reading.differs() ? reading.give(to) : window.text.slice(given, to)
    given = to
    out += piece.length
    return piece
  }

  function begin(found: Found, quotes: string): string {
    const { text } = window
    window.floor = found.end
    if (reading.differs()) reading.skip(found.end)
    if (found.rest === undefined && found.body === undefined) {
      given = found.end
      return replace(found, fingerprinter.of(found.type, found.value ?? text.slice(found.start, found.end)), quotes)
    }
    given = found.end
    const digest = fingerprinter.begin(found.type)
    if (found.body === undefined) digest.add(text.slice(found.start, found.end))
    swallowed = { found, digest, quotes, key: found.body === undefined ? undefined : keyBody(json.inString()) }
    return ''
  }

  /** @returns The replacement once its end has come; undefined while there is more of it. */
  function swallow({ found, digest, quotes, key }: Swallowed): string | undefined {
    const { text } = window
    let to = window.at
    let done: boolean
    if (key === undefined) {
      while (to < window.end && has(found.rest!, text.charCodeAt(to))) to++
      done = to < window.end || window.final
      // A dot or a hyphen at its end may be the sentence's.
      const stop = to
      while (to > window.at && stop - to < 4 && '.-'.includes(text[to - 1]!)) to--
      digest.add(text.slice(window.at, to))
    } else {
      const step = readKeyBody(window, window.at, key)
      to = step.to
      done = step.done
      digest.add(step.characters)
      if (!done && window.end - to > wordChars) wanted = (window.end - to) >> 1
    }
    window.at = given = window.floor = to
    if (reading.differs()) reading.skip(to)
    if (!done) return undefined
    swallowed = undefined
    return replace(found, digest.end(), quotes)
  }

  function replace(found: Found, fingerprint: string, quotes: string): string {
    const text = `${quotes}[${label(found)}:${fingerprint}]${quotes}`
    counts[found.type] = (counts[found.type] ?? 0) + 1
    redactions.push({ type: found.type, start: out, end: out + text.length, ...(found.rule !== undefined && { rule: found.rule }) })
    out += text.length
    return text
  }

  /** Keeps what may still be looked at. */
  function trim(): void {
    const from = Math.min(given, window.at) - contextChars
    if (from < trimChars && from * 2 < window.end) return
    json.advance(window.text, from)
    json.move(from)
    own.move(from)
    reading.move(from)
    window.text = window.text.slice(from)
    window.end -= from
    window.at -= from
    window.floor = Math.max(0, window.floor - from)
    window.numericFrom -= from
    window.numericTo -= from
    window.fresh -= from
    window.later = window.later.map((found) => ({ ...found, start: found.start - from, end: found.end - from }))
    given -= from
  }

  function close(): void {
    window.text = ''
    window.end = window.at = window.floor = given = 0
    window.fresh = -1
    window.later = []
    window.table = undefined
    window.numericFrom = window.numericTo = 0
  }
}

const label = ({ type, rule }: Found): string => (rule === undefined ? type : `${type}:${rule}`)
