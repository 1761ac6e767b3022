import type { SafePattern } from './pattern.ts'
import type { Found, Window } from './window.ts'

export interface Patterns {
  /** The next match of any, from `window.floor` on; or how far it is known that there is none. */
  next(window: Window): { start: number; found: Found | undefined }
  /** The first `chars` of the text are no longer there. */
  move(chars: number): void
}

interface Cursor {
  pattern: SafePattern
  /** Nothing begins before this. */
  clear: number
  match: readonly [start: number, end: number] | undefined
}

/** Several patterns at once; each looks at each stretch of the text once. */
export function createPatterns(patterns: readonly SafePattern[]): Patterns {
  const cursors: Cursor[] = patterns.map((pattern) => ({ pattern, clear: 0, match: undefined }))
  return { next, move }

  function next(window: Window): { start: number; found: Found | undefined } {
    let start = Number.POSITIVE_INFINITY
    let found: Found | undefined
    for (const cursor of cursors) {
      look(cursor, window)
      const at = cursor.match?.[0] ?? cursor.clear
      if (at >= start) continue
      start = at
      found = cursor.match === undefined ? undefined : { start: at, end: cursor.match[1], type: cursor.pattern.name }
    }
    return { start, found }
  }

  // Where the scanner is does not matter: it may have passed by a word as a whole in the middle of which a match begins.
  function look(cursor: Cursor, { text, end, final, floor }: Window): void {
    if (cursor.match !== undefined && cursor.match[0] >= floor) return
    cursor.match = undefined
    const from = Math.max(floor, cursor.clear)
    // A match that begins nearer to the end may become another one.
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
