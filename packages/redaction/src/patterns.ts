import type { SafePattern } from './pattern.ts'
import type { SensitiveSpan, Window } from './window.ts'

export interface Patterns {
  /** The next match of any pattern from `window.floor` on, or the position up to which there is none. */
  next(window: Window): { start: number; found: SensitiveSpan | undefined }
  /** Adjusts positions after the first `chars` of the text were removed. */
  move(chars: number): void
}

interface Cursor {
  pattern: SafePattern
  /** Position before which no match begins. */
  clear: number
  match: readonly [start: number, end: number] | undefined
}

/** Runs several patterns. Each pattern checks each part of the text once. */
export function createPatterns(patterns: readonly SafePattern[]): Patterns {
  const cursors: Cursor[] = patterns.map((pattern) => ({ pattern, clear: 0, match: undefined }))
  return { next, move }

  function next(window: Window): { start: number; found: SensitiveSpan | undefined } {
    let start = Number.POSITIVE_INFINITY
    let found: SensitiveSpan | undefined
    for (const cursor of cursors) {
      look(cursor, window)
      const at = cursor.match?.[0] ?? cursor.clear
      if (at >= start) continue
      start = at
      found = cursor.match === undefined ? undefined : { start: at, end: cursor.match[1], type: cursor.pattern.name }
    }
    return { start, found }
  }

  // Independent of the scanner's position: the scanner may have skipped a word in whose middle a match begins.
  function look(cursor: Cursor, { text, end, final, floor }: Window): void {
    if (cursor.match !== undefined && cursor.match[0] >= floor) return
    cursor.match = undefined
    const from = Math.max(floor, cursor.clear)
    // A match nearer to the end may still change with more text.
    const sure = final ? Number.POSITIVE_INFINITY : end - cursor.pattern.maxChars - 1
    if (from > end || (!final && from >= sure)) {
      cursor.clear = from > end ? from : Math.max(cursor.clear, Math.min(from, sure))
      if (final) cursor.clear = Number.POSITIVE_INFINITY
      return
    }
    const match = cursor.pattern.find(text, from)
    if (match !== undefined && match[0] < sure) {
      cursor.match = match
      cursor.clear = match[0]
    } else cursor.clear = Math.max(from, sure)
  }

  function move(chars: number): void {
    for (const cursor of cursors) {
      cursor.clear -= chars
      if (cursor.match !== undefined) cursor.match = [cursor.match[0] - chars, cursor.match[1] - chars]
    }
  }
}
