import { has, runEnd, type CharacterSet } from './characters.ts'

/**
 * What a detector sees: a stretch of the text that is still at hand.
 *
 *     …context… | already decided | not yet decided … end
 *                                 ^ floor: nothing before it may be replaced
 *
 * A detector decides on the same grounds in a stream and in a whole text: it looks back at most `contextChars` from where it was asked, which
 * are always at hand, and ahead with the functions below only. They give what the whole text would give, or, where that is not at hand yet,
 * note `short`: whatever the detector says then, it is asked again when there is more.
 */
export interface Window {
  text: string
  end: number
  /** No more comes: the end is the end of the text. */
  final: boolean
  floor: number
  /** A detector looked beyond what is at hand. */
  short: boolean
  /** From here to there are only characters that may stand in a number. */
  numericFrom: number
  numericTo: number
}

/** @param from - What stands before it is context only. */
export const createWindow = (text: string, from = 0): Window => ({
  text,
  end: text.length,
  final: true,
  floor: from,
  short: false,
  numericFrom: 0,
  numericTo: 0,
})

/** How far back from where it is asked a detector may look for a reason. Kept in memory for that, and copied with each piece that comes. */
export const contextChars = 256

/** Every detector knows after this many characters, or swallows what is longer. */
export const maxLookaheadChars = 2560

export interface Found {
  start: number
  end: number
  type: string
  /** Which rule of the type. Undefined where a type has one rule only. */
  rule?: string
  /** What is compared, where it is not the text itself: a card number without its spaces. */
  value?: string
  /** What follows and consists of these characters belongs to it, however much it is. */
  rest?: CharacterSet
  /** A private key follows: its body and its last line belong to it. */
  body?: true
}

export type Detected = Found | undefined

/** The part of a find that may still be replaced: the text before the floor was replaced or is context. Undefined if the find ends there. */
export function fromFloor({ floor }: Window, found: Found): Detected {
  if (found.start >= floor) return found
  return found.end > floor ? { ...found, start: floor } : undefined
}

export const before = ({ text }: Window, at: number, chars: number): string => text.slice(Math.max(0, at - chars), at)

/** The code of the character at `at`; NaN behind the end of the text. */
export function codeAt(window: Window, at: number): number {
  if (at >= window.end && !window.final) window.short = true
  return window.text.charCodeAt(at)
}

/** Where the run of members that begins at `from` ends, looking no further than `limit`. */
export function run(window: Window, set: CharacterSet, from: number, limit: number): number {
  return reached(window, runEnd(window.text, set, from, Math.min(limit, window.end)), limit)
}

/**
 * What stands from `from` on: so many characters, or fewer where one of `enders` comes first. That one is the last that is given: what comes
 * behind it never matters, and is not waited for. Nothing while not all of it is at hand.
 */
export function ahead(window: Window, from: number, chars: number, enders?: CharacterSet | '\n'): string {
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

/** Whether `prefix` stands at `at`. */
export function begins(window: Window, prefix: string, at: number): boolean {
  const { text, end, final } = window
  if (text.startsWith(prefix, at)) return true
  if (!final && at + prefix.length > end && prefix.startsWith(text.slice(at, end))) window.short = true
  return false
}

/** What was looked at up to `to` might have gone on to `limit`: for those that look for themselves. */
export function reached(window: Window, to: number, limit: number): number {
  if (to >= window.end && to < limit && !window.final) window.short = true
  return to
}
