import type { Redaction } from '@reason/core/pipeline'
import { has, isSpace } from './characters.ts'
import { halfQuoted, maxLocalChars } from './detect/email.ts'
import { keyBody, nextKeyLine, readKeyBody, type KeyBody } from './detect/private-key.ts'
import type { Fingerprinter } from './fingerprint.ts'
import { createJsonTracker } from './json-tracker.ts'
import type { SafePattern } from './pattern.ts'
import { createPatterns } from './patterns.ts'
import { createReading } from './reading.ts'
import { createScanWindow, type ScanWindow } from './scan-window.ts'
import type { SensitiveScanner } from './scanner.ts'
import { contextChars, postpone, type SensitiveSpan } from './window.ts'

/** A replacement with its rule. */
export interface RuleRedaction extends Redaction {
  rule?: string
}

export interface RedactionMachine {
  /** @returns The text that is final, and was not returned before. */
  push(text: string): string
  end(): string
  counts: Record<string, number>
  redactions: RuleRedaction[]
}

/** Longest word whose end is checked again with every piece. Longer ones wait for more text. */
const wordChars = 64
const trimChars = 4096
/** A find that is longer than the checked text. Its rest is swallowed until it ends. */
interface Swallowed {
  found: SensitiveSpan
  digest: { add(piece: string): void; end(): string }
  quotes: string
  key: KeyBody | undefined
}

/**
 * Redacts a stream of text.
 *
 *     scanning ──complete find──▶ scanning
 *        └───────open find──────▶ swallowing ──its end──▶ scanning
 *
 * Holds back text that may still become a find: the last word, a number that may continue, an incomplete value. Each detector decides after a bounded number of
 * characters. Longer finds are kept only as a digest.
 *
 * @param context - Text before the input, for detectors that look back. Not returned.
 */
export function createMachine(
  scanner: SensitiveScanner,
  fingerprinter: Fingerprinter,
  patterns: readonly SafePattern[],
  context = '',
): RedactionMachine {
  const window: ScanWindow = { ...createScanWindow(context, context.length), final: false, at: context.length, wide: lastWide(context) }
  const own = createPatterns(patterns)
  const reading = createReading(() => ({ text: window.text.slice(given), from: given }))
  const json = createJsonTracker(context.length)
  const counts: Record<string, number> = {}
  const redactions: RuleRedaction[] = []
  /** Position in `window.text` up to which text was returned or replaced. */
  let given = context.length
  /** Position in `window.text` before which no custom pattern can begin. */
  let unmatched = 0
  /** Number of UTF-16 units returned. */
  let out = 0
  let swallowed: Swallowed | undefined
  /** Rest of a custom pattern's match, which is replaced piece by piece within JSON. */
  let matched: SensitiveSpan | undefined
  /** Pieces that wait for more text, so that a long held text is not checked again for each piece. */
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
      // A string replaces the number, so the number's sign is replaced as well.
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

  /** The next find, of the detectors or of a custom pattern. */
  function step(limit: number): SensitiveSpan | 'more' | undefined {
    for (;;) {
      const piece = matched && pieceOf(matched)
      if (piece !== undefined) return piece
      const mine = own.next(window)
      unmatched = mine.start
      const reach = Math.min(limit, mine.start)
      const found = window.at < reach ? next(reach) : undefined
      // A detector's find may begin after a pattern's match, which then comes first.
      if (found !== undefined) return found
      if (mine.found === undefined || window.at < mine.start || mine.start > limit) return undefined
      matched = mine.found
    }
  }

  /** Next piece of a custom pattern's match. Undefined after the last one. */
  function pieceOf({ start, end, type }: SensitiveSpan): SensitiveSpan | undefined {
    const [from, to] = json.piece(window.text, start, end) ?? [end, end]
    matched = to < end ? { start: to, end, type } : undefined
    window.at = window.floor = to
    return to > from ? { start: from, end: to, type } : undefined
  }

  /** Next find of the scanner that JSON allows to replace. */
  function next(reach: number): SensitiveSpan | 'more' | undefined {
    for (;;) {
      const from = window.at
      const found = scanner.next(window, reach)
      if (found === undefined || found === 'more') return found
      const end = json.fit(window.text, found.start, found.end)
      if (end === found.end) return found
      if (end !== undefined && end > found.start) {
        window.at = end
        for (const part of found.parts ?? [])
          if (part.start >= end) postpone(window, { ...part, type: found.type, ...(found.rule !== undefined && { rule: found.rule }) })
        return { start: found.start, end, type: found.type, ...(found.rule !== undefined && { rule: found.rule }) }
      }
      window.at = Math.max(found.start, from + 1)
      if (window.at >= reach) return undefined
    }
  }

  /** Start of the last word, which may continue. */
  function solid(): number {
    let to = window.end
    const from = Math.max(window.at, window.end - wordChars)
    while (to > from && !isSpace(window.text.charCodeAt(to - 1))) to--
    return to
  }

  /** Position before which no text can belong to a find. */
  function settled(): number {
    let to = Math.min(window.at, solid(), unmatched)
    // A find may begin before the sign that triggers it. The longest start is that of an e-mail address, perhaps quoted.
    const from = Math.max(given, to - maxLocalChars - 2)
    while (to > from && !isSpace(window.text.charCodeAt(to - 1))) to--
    if (window.text.charCodeAt(to - 1) !== 32) return to
    const quoted = halfQuoted.exec(window.text.slice(from, to))
    return quoted === null ? to : to - quoted[0].length
  }

  function give(to: number): string {
    if (to < given) return ''
    const piece = reading.differs() ? reading.give(to) : window.text.slice(given, to)
    given = to
    out += piece.length
    return piece
  }

  function begin(found: SensitiveSpan, quotes: string): string {
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
    swallowed = { found, digest, quotes, key: found.body === undefined ? undefined : keyBody(json.inString(), found.start === found.end) }
    return ''
  }

  /** @returns The replacement when the find has ended. Undefined while it continues. */
  function swallow({ found, digest, quotes, key }: Swallowed): string | undefined {
    const { text } = window
    let to = window.at
    let done: boolean
    if (key === undefined) {
      while (to < window.end && has(found.rest!, text.charCodeAt(to))) to++
      done = to < window.end || window.final
      // A dot or hyphen at the end may belong to the sentence.
      const stop = to
      while (to > window.at && stop - to < 4 && '.-'.includes(text[to - 1]!)) to--
      digest.add(text.slice(window.at, to))
    } else {
      const step = readKeyBody(window, window.at, key)
      to = step.to
      done = step.done
      digest.add(step.characters)
      window.short = false
      const next = done && key.quoted && !key.ended ? nextKeyLine(window, to) : undefined
      done &&= !window.short
      if (next !== undefined) postpone(window, next)
      if (!done && window.end - to > wordChars) wanted = (window.end - to) >> 1
    }
    window.at = given = window.floor = to
    if (reading.differs()) reading.skip(to)
    if (!done) return undefined
    swallowed = undefined
    return replace(found, digest.end(), quotes)
  }

  function replace(found: SensitiveSpan, fingerprint: string, quotes: string): string {
    const text = `${quotes}[${label(found)}:${fingerprint}]${quotes}`
    counts[found.type] = (counts[found.type] ?? 0) + 1
    redactions.push({ type: found.type, start: out, end: out + text.length, ...(found.rule !== undefined && { rule: found.rule }) })
    out += text.length
    return text
  }

  /** Drops text that is not needed any more. */
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
    window.wide -= from
    window.later = window.later.map((found) => ({ ...found, start: found.start - from, end: found.end - from }))
    given -= from
  }

  function close(): void {
    window.text = ''
    window.end = window.at = window.floor = given = 0
    window.fresh = -1
    window.later = []
    window.table = undefined
    window.headings.clear()
    window.numericFrom = window.numericTo = 0
  }
}

/** Position of the last character beyond ASCII. */
function lastWide(text: string): number {
  let at = text.length - 1
  while (at >= 0 && text.charCodeAt(at) < 128) at--
  return at < 0 ? Number.NEGATIVE_INFINITY : at
}

const label = ({ type, rule }: SensitiveSpan): string => (rule === undefined ? type : `${type}:${rule}`)
