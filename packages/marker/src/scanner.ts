import { createDelimiters, type Delimiters } from '@reason/core'
import type { DelimiterMatch } from '@reason/core/adapter'
import type { Marker } from './config.ts'
import { fold } from './fold.ts'
import { isLineRest, isLineStart } from './line.ts'

/** Markers made ready to be looked for, once for all messages: that costs more than a short one. */
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

/** Finds markers where they count, in text that may be cut anywhere. Remembers only whether a line has just begun. */
export interface MarkerScanner {
  /**
   * The next marker at or after `from`. Not found: `at` is where the tail begins that must be held.
   *
   * @param final - No more text will come.
   * @returns One object of all scanners of these markers, overwritten by the next call: read it before that.
   */
  search(text: string, from: number, final: boolean): Readonly<DelimiterMatch>
  /** The text up to `to` is done with; the next call gets what follows it. */
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

  /** One text is searched for one marker after another. */
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
    // A line break of its own is as good.
    if (!/^[\n\r]/.test(marker) && !isLineStart(text, at, lineBegun)) return 'no'
    if (line === 'start' || /[\n\r]$/.test(marker)) return 'yes'
    const rest = isLineRest(text, end)
    return rest === 'undecided' && final ? 'yes' : rest
  }

  function pass(text: string, to: number): void {
    if (hasLines && to > 0) lineBegun = isLineStart(text, to, lineBegun)
  }
}
