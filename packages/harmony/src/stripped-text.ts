import type { Machine, Position } from './machine/machine.ts'
import type { TokenTarget } from './reader.ts'
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
  type Marker,
} from './stripped-words.ts'

/** A word that may be prose, and what shows that it is a header. */
interface Doubt {
  means: string
  written: string
  by: 'marker' | 'end'
}

/**
 * The dialect whose tokens were stripped on the way, by the words that are left of its headers.
 *
 *     analysisThe user greets us.assistantfinalHi!
 *     ^^^^^^^^                   ^^^^^^^^^^^^^^
 *     analysisThe user greets us.↵final↵Hi!
 *     ^^^^^^^^                     ^^^^^
 *
 * The beginning waits until it is known to be a channel word, or not to be one. Then only what could become a marker waits, unless a word is in doubt:
 *
 * - `analysis of the quarter` may be prose. All waits until a marker shows that it is none.
 * - `final` on a line of its own may be a heading of the thought. All waits until the text ends, and nothing else has ended the thought.
 *
 * Real tokens that come all the same are passed on.
 */
export function createStrippedText(machine: Machine, at: Position['at'], maxHeldChars: number): TokenTarget {
  let isOpening = at === 'start'
  /** Input that could still be (part of) a marker. */
  let pending = ''
  let doubt: Doubt | undefined
  /** What follows the word in doubt. */
  let doubted: string[] = []
  let doubtedChars = 0
  let style = usualStyle
  /** The last header was one of a thought. */
  let inThought = false
  /** The end of the text before `pending`. */
  let before = ''

  return { text, token, damaged, end }

  function text(piece: string): void {
    pending += piece
    scan(false)
  }

  function token(...[token, written]: Parameters<Machine['token']>): void {
    passOn()
    machine.token(token, written)
  }

  function damaged(...[token, written]: Parameters<Machine['damaged']>): void {
    passOn()
    machine.damaged(token, written)
  }

  /** Where there are tokens, nothing was stripped, and the word was one. */
  function passOn(): void {
    scan(true)
    settle('marker')
    isOpening = false
    inThought = false
  }

  function end(isWhole?: boolean): void {
    scan(true)
    // No marker ever came. What a limit has cut may have gone on with one.
    settle(isWhole === true || doubt?.by !== 'end' ? 'end' : 'marker')
    machine.end(isWhole)
  }

  function scan(final: boolean): void {
    if (pending !== '' && isOpening && !scanOpening(final)) return
    if (pending !== '') scanBody(final)
  }

  /** @returns False: more must come. */
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
      const lone = isLoneWord(pending, at) ? readLone(pending, at, before) : undefined
      if (lone !== undefined) {
        release(pending.slice(0, at))
        settle('marker')
        doubt = { means: lone.means, written: pending.slice(at, lone.end), by: 'end' }
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

  function header({ means }: Marker, written: string): void {
    inThought = means.endsWith('analysis')
    machine.header(means, written)
  }

  function release(piece: string): void {
    if (piece === '') return
    before = (before + piece.slice(-longestContext)).slice(-longestContext)
    if (doubt === undefined) return machine.text(piece)
    doubted.push(piece)
    doubtedChars += piece.length
    // In doubt it is what hides it.
    if (doubtedChars > maxHeldChars) settle('marker')
  }

  /** @param by - What has come, or `marker` where a word has to be decided too early. */
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
