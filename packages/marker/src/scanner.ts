import { createDelimiters, type Delimiters } from '@reason/core'
import type { DelimiterMatch } from '@reason/core/adapter'
import type { Marker } from './config.ts'
import { fold } from './fold.ts'
import { isLineRest, isLineStart } from './line.ts'

/** Markers prepared for a search, once for all messages, because the preparation costs more than a short message. */
export interface ReadyMarkers {
  markers: readonly Marker[]
  delimiters: Delimiters
  caseInsensitive: boolean
}

export const readyMarkers = (markers: readonly Marker[], caseInsensitive: boolean): ReadyMarkers => ({
  markers,
  delimiters: createDelimiters(markers.map(({ text }) => (caseInsensitive ? fold(text) : text))),
  caseInsensitive,
})

/** Finds valid markers in text that may be cut anywhere. Remembers only whether a line has just begun. */
export interface MarkerScanner {
  /**
   * Finds the next marker at or after `from`. If not found, `at` is the start of the tail that must be held.
   *
   * @param final - No more text will come.
   * @returns One object shared by all scanners of these markers, overwritten by the next call: read it before that.
   */
  search(text: string, from: number, final: boolean): Readonly<DelimiterMatch>
  /** Marks the text up to `to` as processed. The next call gets the text after it. */
  pass(text: string, to: number): void
}

export function createMarkerScanner({ markers, delimiters, caseInsensitive }: ReadyMarkers): MarkerScanner {
  const hasLines = markers.some(({ line }) => line !== 'anywhere')
  let lineBegun = true
  let foldedFrom = ''
  let folding = ''

  return { search, pass }

  function search(text: string, from: number, final: boolean): Readonly<DelimiterMatch> {
    const folded = caseInsensitive ? foldOnce(text) : text
    let match = delimiters.search(folded, from, final)
    while (match.found) {
      const verdict = counts(text, match, final)
      if (verdict === 'yes') return match
      if (verdict === 'undecided') {
        match.found = false
        return match
      }
      match = delimiters.search(folded, match.at + 1, final)
    }
    return match
  }

  /** Folds a text once, because it is searched for several markers in turn. */
  function foldOnce(text: string): string {
    if (text !== foldedFrom) {
      foldedFrom = text
      folding = fold(text)
    }
    return folding
  }

  function counts(text: string, { at, end, index }: DelimiterMatch, final: boolean): 'yes' | 'no' | 'undecided' {
    const { text: marker, line } = markers[index]!
    if (line === 'anywhere') return 'yes'
    // A marker that begins with a line break is at the start of a line, too.
    if (!/^[\n\r]/.test(marker) && !isLineStart(text, at, lineBegun)) return 'no'
    if (line === 'start' || /[\n\r]$/.test(marker)) return 'yes'
    const rest = isLineRest(text, end)
    return rest === 'undecided' && final ? 'yes' : rest
  }

  function pass(text: string, to: number): void {
    if (hasLines && to > 0) lineBegun = isLineStart(text, to, lineBegun)
  }
}
