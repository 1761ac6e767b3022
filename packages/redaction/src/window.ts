import { has, runEnd, type CharacterSet } from './characters.ts'

/**
 * The part of the text that a detector sees.
 *
 *     …context… | already decided | not yet decided … end
 *                                 ^ floor: nothing before it may be replaced
 *
 * A detector must decide alike in a stream and in a whole text. It looks back at most `contextChars`, which are always available. It looks ahead only with the
 * functions below. The functions return the result for the whole text, or set `short` if more text is needed. The detector's result is then ignored, and it is
 * called again with more text.
 */
export interface Window {
  text: string
  end: number
  /** True if the window ends at the end of the text. */
  final: boolean
  floor: number
  /** A detector needed more text than available. */
  short: boolean
  /** Range that only contains characters of numbers. */
  numericFrom: number
  numericTo: number
  /** Finds ahead of the scan position, in order. Text before them is scanned first. */
  later: SensitiveSpan[]
}

/** @param from - Start of the text to check. The text before is context only. */
export const createWindow = (text: string, from = 0): Window => ({
  text,
  end: text.length,
  final: true,
  floor: from,
  short: false,
  numericFrom: 0,
  numericTo: 0,
  later: [],
})

/** Maximum look-back of a detector. Kept in memory, and copied with each piece. */
export const contextChars = 256

/** Maximum characters that a detector needs for a decision. Longer finds are swallowed. */
export const maxLookaheadChars = 2560

export interface SensitiveSpan {
  start: number
  end: number
  type: string
  /** Rule of the type. Undefined if the type has only one rule. */
  rule?: string
  /** Value for the fingerprint, if it differs from the text: a card number without its spaces. */
  value?: string
  /** Parts of the find, of which each is replaced if JSON strings end between them. Default: one part. */
  parts?: readonly { start: number; end: number }[] | undefined
  /** All following characters of this set belong to the find. */
  rest?: CharacterSet
  /** A private key follows. Its body and its last line belong to the find. */
  body?: true
}

export type Detected = SensitiveSpan | undefined

/** A find of the type `secret`. */
export const secret = (start: number, end: number, rule: string): SensitiveSpan => ({ start, end, type: 'secret', rule })

/** A find of the type `secret` that begins at `start`. */
export const secretValue = (start: number, value: string, rule: string): SensitiveSpan => secret(start, start + value.length, rule)

/** A find of the type `secret` that ends at `end`. */
export const secretEnd = (end: number, value: string, rule: string): SensitiveSpan => secret(end - value.length, end, rule)

/** A find whose rule follows from the sensitivity of its name. */
export const ofKind = (start: number, end: number, kind: string): SensitiveSpan =>
  secret(start, end, kind === 'password' ? 'password' : 'generic-key')

/** Keeps a find ahead, unless it is already known. */
export function postpone({ later }: Window, found: SensitiveSpan): void {
  if (later.some(({ start, end }) => found.start < end && start < found.end)) return
  later.push(found)
  later.sort((a, b) => a.start - b.start)
}

/** The part of a find after the floor. The text before the floor was replaced, or is context. Undefined if the find ends there. */
export function fromFloor({ floor }: Window, found: SensitiveSpan): Detected {
  if (found.start >= floor) return found
  return found.end > floor ? { ...found, start: floor } : undefined
}

export const before = ({ text }: Window, at: number, chars: number): string => text.slice(Math.max(0, at - chars), at)

/** Code of the character at `at`. NaN after the end of the text. */
export function codeAt(window: Window, at: number): number {
  if (at >= window.end && !window.final) window.short = true
  return window.text.charCodeAt(at)
}

/** End of the run of members that begins at `from`, at most `limit`. */
export function run(window: Window, set: CharacterSet, from: number, limit: number): number {
  return reached(window, runEnd(window.text, set, from, Math.min(limit, window.end)), limit)
}

/**
 * Text from `from` on: `chars` characters, or up to and including the first of `enders`. Text after an ender never matters, and is not waited for. Empty if
 * more text is needed.
 */
export function ahead(window: Window, from: number, chars: number, enders?: CharacterSet | '\n' | ';\n'): string {
  const { text, end } = window
  const limit = from + chars
  const piece = text.slice(from, Math.min(limit, end))
  const ender = enders === undefined ? -1 : typeof enders === 'string' ? piece.indexOf(enders) : firstOf(piece, enders)
  if (ender === -1) reached(window, end, limit)
  if (window.short) return ''
  return ender === -1 ? piece : piece.slice(0, ender + 1)
}

function firstOf(text: string, set: CharacterSet): number {
  for (let at = 0; at < text.length; at++) if (has(set, text.charCodeAt(at))) return at
  return -1
}

/** Whether `prefix` is at `at`. */
export function begins(window: Window, prefix: string, at: number): boolean {
  const { text, end, final } = window
  if (text.startsWith(prefix, at)) return true
  if (!final && at + prefix.length > end && prefix.startsWith(text.slice(at, end))) window.short = true
  return false
}

/** Records a search that ended at `to` and might have continued to `limit`. For detectors with their own loops. */
export function reached(window: Window, to: number, limit: number): number {
  if (to >= window.end && to < limit && !window.final) window.short = true
  return to
}
