import { noParts, type Part, type Splitter } from '@reason/core'
import { isHighSurrogate, type Deciding, type Ending } from '@reason/core/adapter'
import type { MarkerConfig } from './config.ts'
import { createMarkerScanner, type ReadyMarkers } from './scanner.ts'
import { createMarkerWriter } from './writer.ts'

const asterisk = 0x2a
const underscore = 0x5f

/** Where a text begins. `waiting`: reasoning if a marker comes, else the answer. */
export type MarkerStart = 'waiting' | 'reasoning' | 'answer'

/**
 * Splits text at markers.
 *
 *             ┌─────────── marker ──────────┐  (occurrence: first)
 *   waiting ──┤                             ▼
 *      │      └─ marker ─▶ candidate ─end─▶ answer
 *      │ too long            │   ▲
 *      ▼            too long │   │ marker
 *   reasoning ◀──────────────┘   │
 *      └───────── marker ────────┘ (or answer, as above)
 *
 * Held text is kept in pieces, and only the tail that may become a marker is read again.
 */
export function createMarkerSplitter(config: MarkerConfig, markers: ReadyMarkers, begin: MarkerStart, guarded: boolean): Splitter {
  const { maxHeldChars, markerOccurrence, onTimeout } = config
  const scanner = createMarkerScanner(markers)
  const writer = createMarkerWriter(config.trim)
  let state: MarkerStart | 'candidate' = begin
  /** End of the text so far, while it may begin a marker (in the answer: a character). */
  let tail = ''
  /** Held text, without the marker of a candidate. */
  let waiting: string[] = []
  let waitingChars = 0
  /** The marker after which the answer may begin, verbatim. */
  let candidate = ''
  let anyText = false
  /** The last character before the tail, and the sign that closes a bold marker after its text: `**ANSWER:** 42`. */
  let before = 0
  let closingSign = ''

  return {
    push,
    end,
    decide,
    isUndecided: () => onTimeout === 'reasoning' && isHolding(),
  }

  function push(piece: string): readonly Part[] {
    if (piece === '') return noParts
    anyText = true
    const parts: Part[] = []
    read(tail === '' ? piece : tail + piece, false, parts)
    return parts.length === 0 ? noParts : parts
  }

  function end(ending: Ending = 'complete'): readonly Part[] {
    const parts: Part[] = []
    const text = tail
    tail = ''
    if (text !== '') read(text, true, parts)
    finish(parts, ending)
    writer.end(parts)
    return parts
  }

  function decide(reason: Deciding): readonly Part[] {
    // The marker splitter's own limit suffices, because it does not reread held text.
    if (onTimeout === 'wait' || reason === 'limit' || !isHolding()) return noParts
    const parts: Part[] = []
    giveUp(parts, 'the time for it ran out')
    return parts
  }

  function isHolding(): boolean {
    return (state === 'waiting' && (waitingChars > 0 || tail !== '')) || state === 'candidate'
  }

  function read(text: string, final: boolean, parts: Part[]): void {
    let from = 0
    while (state !== 'answer') {
      const { found, at, end } = scanner.search(text, from, final)
      if (at > from) {
        take(parts, text.slice(from, at))
        before = text.charCodeAt(at - 1)
      }
      if (!found) {
        scanner.pass(text, at)
        tail = text.slice(at)
        return
      }
      meet(parts, text.slice(at, end))
      closingSign = before === asterisk || before === underscore ? String.fromCharCode(before) : ''
      before = 0
      from = end
    }
    passThrough(from === 0 ? text : text.slice(from), final, parts)
  }

  /** Handles text that contains no marker. */
  function take(parts: Part[], text: string): void {
    if (state === 'reasoning') return writer.reasoning(parts, text)
    waiting.push(text)
    waitingChars += text.length
    if (waitingChars > maxHeldChars) giveUp(parts, `more than ${maxHeldChars} characters waited`)
  }

  function meet(parts: Part[], marker: string): void {
    release(parts)
    if (markerOccurrence === 'first') {
      writer.marker(parts, marker)
      state = 'answer'
    } else {
      candidate = marker
      state = 'candidate'
    }
  }

  /** Releases held text as reasoning, because a marker followed, or none came for too long. */
  function release(parts: Part[]): void {
    const text = candidate + waiting.join('')
    forget()
    if (text !== '') writer.reasoning(parts, text)
  }

  function giveUp(parts: Part[], why: string): void {
    parts.push({ type: 'warning', code: 'hold-limit', message: `The text before the marker became reasoning: ${why}.` })
    state = 'reasoning'
    release(parts)
  }

  function passThrough(piece: string, final: boolean, parts: Part[]): void {
    const text = withoutClosingSigns(piece, parts)
    const keep = !final && isHighSurrogate(text.charCodeAt(text.length - 1)) ? 1 : 0
    tail = keep === 0 ? '' : text.slice(-1)
    const ready = keep === 0 ? text : text.slice(0, -1)
    if (ready !== '') writer.answer(parts, ready)
  }

  function withoutClosingSigns(text: string, parts: Part[]): string {
    if (closingSign === '' || text === '') return text
    let to = 0
    while (to < text.length && text.startsWith(closingSign, to)) to++
    if (to < text.length) closingSign = ''
    if (to > 0) writer.moreOfMarker(parts, text.slice(0, to))
    return text.slice(to)
  }

  function finish(parts: Part[], ending: Ending): void {
    // A limit or a stop sequence may have cut off a thought before its marker, which a guarded client may not see.
    if (state === 'waiting' && guarded && (ending === 'cut' || ending === 'stopped')) state = 'reasoning'
    let text = waiting.join('')
    if (state === 'candidate') {
      writer.marker(parts, candidate)
      text = withoutClosingSigns(text, parts)
    } else if (state !== 'answer' && anyText) missing(parts)
    forget()
    if (text !== '') writer[state === 'reasoning' ? 'reasoning' : 'answer'](parts, text)
    // A second call of `end` then adds no parts.
    state = 'answer'
  }

  function missing(parts: Part[]): void {
    const outcome = state === 'waiting' ? 'the whole text is the answer' : 'the text stays reasoning'
    parts.push({ type: 'warning', code: 'marker-missing', message: `The final-answer marker never came; ${outcome}.` })
  }

  function forget(): void {
    waiting = []
    waitingChars = 0
    candidate = ''
  }
}
