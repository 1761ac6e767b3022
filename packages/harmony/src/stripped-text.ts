import type { Machine, Position } from './machine/machine.ts'
import type { TokenTarget } from './reader.ts'
import { longestContext, nextRole, partialRole, readMarker, readOpening, usualStyle, type Marker } from './stripped-words.ts'

/**
 * The dialect whose tokens were stripped on the way, by the words that are left of its headers.
 *
 *     analysisThe user greets us.assistantfinalHi!
 *     ^^^^^^^^                   ^^^^^^^^^^^^^^
 *
 * - `opening`: the beginning waits until it is known to be a channel word, or not to be one.
 * - `doubtful`: it is a channel word, but may be prose (`analysis of the quarter`). All waits until a marker shows that it is none.
 * - `body`: only what could become a marker waits.
 *
 * Real tokens that come all the same are passed on.
 */
export function createStrippedText(machine: Machine, at: Position['at'], maxHeldChars: number): TokenTarget {
  let state: 'opening' | 'doubtful' | 'body' = at === 'start' ? 'opening' : 'body'
  /** Input that could still be (part of) a marker. */
  let pending = ''
  /** Doubtful: the word, and what follows it. */
  let word: Marker & { written: string } = { means: '', end: 0, written: '' }
  let doubted: string[] = []
  let doubtedChars = 0
  let style = usualStyle
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
    trust()
    state = 'body'
  }

  function end(isWhole?: boolean): void {
    scan(true)
    // No marker ever came: it was prose.
    if (state === 'doubtful') {
      state = 'body'
      machine.text(word.written)
      for (const piece of doubted) machine.text(piece)
    }
    machine.end(isWhole)
  }

  function scan(final: boolean): void {
    if (pending !== '' && state === 'opening' && !scanOpening(final)) return
    if (pending !== '') scanBody(final)
  }

  /** @returns False: more must come. */
  function scanOpening(final: boolean): boolean {
    const opening = readOpening(pending, final)
    if (opening === 'more') return false
    state = 'body'
    if (opening === 'cut') {
      machine.token('start', pending)
      pending = ''
    } else if (opening !== undefined) {
      const written = pending.slice(0, opening.end)
      ;({ style } = opening)
      pending = pending.slice(opening.end)
      if (opening.doubtful) {
        state = 'doubtful'
        word = { ...opening, written }
      } else machine.header(opening.means, written)
    }
    return true
  }

  function scanBody(final: boolean): void {
    let from = 0
    for (;;) {
      const at = nextRole(pending, from)
      if (at === -1) break
      const marker = readMarker(pending, at, final, style, before)
      if (marker === 'more' || marker === 'cut') {
        release(pending.slice(0, at))
        pending = pending.slice(at)
        if (marker === 'cut') {
          trust()
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
      trust()
      machine.header(marker.means, pending.slice(at, marker.end))
      pending = pending.slice(marker.end)
      from = 0
    }
    const to = final ? pending.length : pending.length - partialRole(pending)
    release(pending.slice(0, to))
    pending = pending.slice(to)
  }

  function release(piece: string): void {
    if (piece === '') return
    before = (before + piece.slice(-longestContext)).slice(-longestContext)
    if (state !== 'doubtful') return machine.text(piece)
    doubted.push(piece)
    doubtedChars += piece.length
    // In doubt it is what the word says: the hidden side.
    if (doubtedChars > maxHeldChars) trust()
  }

  /** The doubtful word was a marker. */
  function trust(): void {
    if (state !== 'doubtful') return
    state = 'body'
    machine.header(word.means, word.written)
    for (const piece of doubted) machine.text(piece)
    doubted = []
  }
}
