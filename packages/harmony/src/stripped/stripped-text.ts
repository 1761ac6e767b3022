import type { HarmonyMachine, Position } from '../machine/machine.ts'
import type { TokenTarget } from '../tokens/reader.ts'
import {
  longestContext,
  isLoneWord,
  nextRole,
  nextRoleOrLone,
  partialLone,
  partialRole,
  readLone,
  readMarker,
  readOpening,
  usualStyle,
  type StrippedToken,
} from './stripped-words.ts'

/** A word that may be prose, and the evidence that would make it a header. */
interface Doubt {
  means: string
  written: string
  by: 'marker' | 'end'
}

/**
 * Reads the dialect whose tokens were stripped in transit, by the remaining words of its headers.
 *
 *     analysisThe user greets us.assistantfinalHi!
 *     ^^^^^^^^                   ^^^^^^^^^^^^^^
 *     analysisThe user greets us.↵final↵Hi!
 *     ^^^^^^^^                     ^^^^^
 *
 * Holds the beginning until it is known whether it is a channel word. After that, only holds text that may become a marker, unless a word is doubtful:
 *
 * - `analysis of the quarter` may be prose. All text is held until a marker shows that the word is a header.
 * - `final` on a line by itself may be a heading in the thought, unless the first word has a line by itself, too. All text is held until the text ends
 *   without another end of the thought, or until `mostBehindHeading`.
 *
 * Real tokens are passed on.
 */
export function createStrippedText(
  machine: HarmonyMachine,
  at: Position['at'],
  maxHeldChars: number,
  /** Limit of the text that is held behind such a heading, in UTF-16 units. Default: none, as the client may not see reasoning. */
  mostBehindHeading?: number,
): TokenTarget {
  let isOpening = at === 'start'
  /** Input that may still be (part of) a marker. */
  let pending = ''
  let doubt: Doubt | undefined
  /** Text after the doubtful word. */
  let doubted: string[] = []
  let doubtedChars = 0
  let style = usualStyle
  /** The last header began a thought. */
  let inThought = false
  /** The end of the text before `pending`. */
  let before = ''

  return { text, token, damaged, end }

  function text(piece: string): void {
    pending += piece
    scan(false)
  }

  function token(...[token, written]: Parameters<HarmonyMachine['token']>): void {
    passOn()
    machine.token(token, written)
  }

  function damaged(...[token, written]: Parameters<HarmonyMachine['damaged']>): void {
    passOn()
    machine.damaged(token, written)
  }

  /** Real tokens mean that nothing was stripped, so the doubtful word was a header. */
  function passOn(): void {
    scan(true)
    settle('marker')
    isOpening = false
    inThought = false
  }

  function end(isWhole?: boolean): void {
    scan(true)
    // No marker ever came. Text cut by a limit may have continued with one.
    settle(isWhole === true || doubt?.by !== 'end' ? 'end' : 'marker')
    machine.end(isWhole)
  }

  function scan(final: boolean): void {
    if (pending !== '' && isOpening && !scanOpening(final)) return
    if (pending !== '') scanBody(final)
  }

  /** @returns False: needs more text. */
  function scanOpening(final: boolean): boolean {
    const opening = readOpening(pending, final)
    if (opening === 'more') return false
    isOpening = false
    if (opening === 'cut') {
      machine.token('start', pending)
      pending = ''
    } else if (opening !== undefined) {
      const written = pending.slice(0, opening.end)
      ;({ style } = opening)
      pending = pending.slice(opening.end)
      if (opening.doubtful) doubt = { ...opening, written, by: 'marker' }
      else header(opening, written)
    }
    return true
  }

  function scanBody(final: boolean): void {
    let from = 0
    for (;;) {
      const at = inThought ? nextRoleOrLone(pending, from) : nextRole(pending, from)
      if (at === -1) break
      const lone = isLoneWord(pending, at) ? readLone(pending, at, before, style) : undefined
      if (lone !== undefined) {
        release(pending.slice(0, at))
        settle('marker')
        const written = pending.slice(at, lone.end)
        if (style.onLines) header(lone, written)
        else doubt = { means: lone.means, written, by: 'end' }
        pending = pending.slice(lone.end)
        from = 0
        continue
      }
      const marker = isLoneWord(pending, at) ? undefined : readMarker(pending, at, final, style, before)
      if (marker === 'more' || marker === 'cut') {
        release(pending.slice(0, at))
        pending = pending.slice(at)
        if (marker === 'cut') {
          settle('marker')
          machine.token('start', pending)
          pending = ''
        }
        return
      }
      if (marker === undefined) {
        from = at + 1
        continue
      }
      release(pending.slice(0, at))
      settle('marker')
      header(marker, pending.slice(at, marker.end))
      pending = pending.slice(marker.end)
      from = 0
    }
    const waits = final ? 0 : Math.max(partialRole(pending), inThought ? partialLone(pending) : 0)
    const to = pending.length - waits
    release(pending.slice(0, to))
    pending = pending.slice(to)
  }

  function header({ means }: StrippedToken, written: string): void {
    inThought = means.endsWith('analysis')
    machine.header(means, written)
  }

  function release(piece: string): void {
    if (piece === '') return
    before = (before + piece.slice(-longestContext)).slice(-longestContext)
    if (doubt === undefined) return machine.text(piece)
    doubted.push(piece)
    doubtedChars += piece.length
    if (doubt.by === 'end' && mostBehindHeading !== undefined && doubtedChars >= mostBehindHeading) settle('end')
    // In doubt, the reading that hides the text wins.
    else if (doubtedChars > maxHeldChars) settle('marker')
  }

  /** Decides the doubtful word. @param by - The evidence that came, or `marker` if the word has to be decided early. */
  function settle(by: Doubt['by']): void {
    if (doubt === undefined) return
    const { means, written, by: shownBy } = doubt
    const pieces = doubted
    doubt = undefined
    doubted = []
    doubtedChars = 0
    if (by === shownBy) header({ means, end: 0 }, written)
    else machine.text(written)
    for (const piece of pieces) machine.text(piece)
  }
}
