import type { CharacterSet } from './characters.ts'

/**
 * What a detector sees: a stretch of the text that is still at hand.
 *
 *     …context… | already decided | not yet decided … end
 *                                 ^ floor: nothing before it may be replaced
 *
 * Detectors look back at most `contextChars` and forward as far as they need. Where the forward look meets
 * `end` before they know, and more may come (`final` is false), they say `more`: they are asked again.
 */
export interface Window {
  text: string
  end: number
  final: boolean
  floor: number
}

/** How far back from its first character a detector may look for a reason. Kept in memory for that. */
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

export type Detected = Found | 'more' | undefined

export const before = ({ text }: Window, at: number, chars: number): string =>
  text.slice(Math.max(0, at - Math.min(chars, contextChars)), at)
