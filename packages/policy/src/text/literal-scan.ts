import type { Delimiters, Part } from '@reason/core'

/**
 * Finds literals in visible text, wherever it is cut, and whatever is removed in between:
 *
 *     <|im_│<|im_end|>│end|>     the rest is a token again once the middle is removed
 *     ^^^^^ held, with everything after it, until it is decided
 *
 * Holds at most the longest literal less one unit of visible text, and as much again for each literal within a literal. Invisible parts wait behind held
 * text, so that the order stays.
 */
export interface LiteralScan<P extends Part> {
  /** Reads visible text of a part. */
  text(text: string, part: P): void
  /** Whether this text would be emitted at once and unchanged. */
  passes(text: string): boolean
  /** Passes any other part on, in its position. */
  other(part: Part): void
  /** Ends the run of text, and decides held text. */
  flush(): void
}

export interface LiteralScanOptions<P extends Part> {
  literals: Delimiters
  /** Emits visible text. `part` is the part of its first unit. */
  pass(text: string, part: P): void
  /** Removes a piece of a literal, in its position. */
  take(text: string, part: P, literal: string): void
  /** Called when a literal is complete, and all visible text before it was passed. @returns False: keep the literal. Parts: emit them before the literal. */
  found(literal: string, part: P, beside: Neighbours): Part | readonly Part[] | boolean
  emit(part: Part): void
  /** Whether a literal waits for the unit after it, unless the text ends. Default false. */
  looksAhead?: boolean
}

/** UTF-16 units on both sides of a literal. Undefined: the text begins or ends there, or `looksAhead` is false. */
export interface Neighbours {
  before: number | undefined
  after: number | undefined
}

interface Waiting<P extends Part> {
  text: string
  /** The part of visible text. */
  of?: P
  /** The literal that the text was removed with. */
  taken?: string
  /** Any other part. */
  part?: Part
}

/** Limit of nested literals that are resolved. */
const maxDepth = 8
/** Longer text with literals is scanned in windows of this many UTF-16 units, because each match copies the rest. */
const windowUnits = 1024
/** Limit of parts that wait behind held text, in units. Beyond it the held text is released, because only an attack on memory writes so much. */
const maxWaitingUnits = 16_384

export function createLiteralScan<P extends Part>(options: LiteralScanOptions<P>): LiteralScan<P> {
  const { literals, take, found, emit, looksAhead = false } = options
  /** In order: visible text that may begin a literal, and the parts after it. */
  let queue: Waiting<P>[] = []
  /** Visible text of the queue. */
  let held = ''
  let waitingUnits = 0
  /** Last unit of the visible text emitted since the last flush. */
  let last: number | undefined

  return {
    passes,
    text(text, part) {
      if (passes(text)) return pass(text, part)
      for (let from = 0; from < text.length; from += windowUnits) {
        const piece = text.slice(from, from + windowUnits)
        queue.push({ text: piece, of: part })
        held += piece
        search(false)
      }
    },
    other(part) {
      if (queue.length === 0) return emit(part)
      waitingUnits += part.type === 'markup' ? part.text.length : 1
      queue.push({ text: '', part })
      if (waitingUnits > maxWaitingUnits) release(held.length)
    },
    flush() {
      if (queue.length > 0) {
        search(true)
        release(held.length)
      }
      last = undefined
    },
  }

  function pass(text: string, part: P): void {
    if (text !== '') last = text.charCodeAt(text.length - 1)
    options.pass(text, part)
  }

  function passes(text: string): boolean {
    if (queue.length > 0) return false
    const { found: hit, at } = literals.search(text, 0, false)
    return !hit && at === text.length
  }

  function search(final: boolean): void {
    for (;;) {
      const { found: hit, at, end } = literals.search(held, 0, final)
      const keep = final || at === held.length ? 0 : keptBefore(at)
      if (!hit || (looksAhead && !final && end === held.length)) return release(at - keep)
      const literal = held.slice(at, end)
      release(at - keep)
      if (!takeOut(keep, keep + end - at, literal)) release(keep + end - at)
      else if (keep === 0) release(0)
    }
  }

  /** Number of units before a literal (or a possible one) that would begin another literal without it. */
  function keptBefore(at: number): number {
    let from = at
    for (let depth = 0; depth < maxDepth && from > 0; depth++) {
      const before = held.slice(Math.max(0, from - literals.longest + 1), from)
      const kept = before.length - literals.search(before, 0, false).at
      if (kept === 0) break
      from -= kept
    }
    return at - from
  }

  /** Marks visible units of the queue as removed. @returns False if they stay. */
  function takeOut(from: number, to: number, literal: string): boolean {
    const next: Waiting<P>[] = []
    let at = 0
    let begun = false
    for (const piece of queue) {
      const { text, of } = piece
      const start = Math.max(0, from - at)
      const stop = Math.min(text.length, to - at)
      if (of === undefined || piece.taken !== undefined || start >= stop) {
        next.push(piece)
        if (of !== undefined && piece.taken === undefined) at += text.length
        continue
      }
      at += text.length
      if (start > 0) next.push({ text: text.slice(0, start), of })
      if (!begun) {
        begun = true
        const said = found(literal, of, besideOf(from, to))
        if (said === false) return false
        if (said !== true) next.push(...[said].flat().map((part) => ({ text: '', part })))
      }
      next.push({ text: text.slice(start, stop), of, taken: literal })
      if (stop < text.length) next.push({ text: text.slice(stop), of })
    }
    queue = next
    held = held.slice(0, from) + held.slice(to)
    return true
  }

  function besideOf(from: number, to: number): Neighbours {
    return {
      before: from > 0 ? held.charCodeAt(from - 1) : last,
      after: looksAhead && to < held.length ? held.charCodeAt(to) : undefined,
    }
  }

  /** Emits visible units, with all parts before the remaining units. */
  function release(units: number): void {
    let left = units
    let index = 0
    for (; index < queue.length; index++) {
      const { text, of, taken, part } = queue[index]!
      if (part !== undefined) emit(part)
      else if (taken !== undefined) take(text, of!, taken)
      else if (text.length <= left) {
        left -= text.length
        pass(text, of!)
      } else {
        if (left > 0) pass(text.slice(0, left), of!)
        queue[index] = { text: text.slice(left), of: of! }
        break
      }
    }
    queue = queue.slice(index)
    held = held.slice(units)
    if (queue.length === 0) waitingUnits = 0
  }
}
