import { characterSet, type CharacterSet } from '../characters.ts'

/**
 * A secret with a known prefix, as documented by its issuer or seen in public. The longest run of `characters` after the prefix must be `min` to `max` long.
 */
export interface TokenRule {
  rule: string
  description: string
  prefixes: readonly string[]
  characters: CharacterSet
  min: number
  max: number
  /** Test for the whole token with its prefix. Must be simple and anchored, and sees at most 512 characters. */
  test?: RegExp
  /** Characters that must not precede the token. Default: letters and digits. */
  notAfter?: CharacterSet
  /** The token may be longer than `max`. The rest of the run then belongs to it. */
  open?: true
  /** Unique enough to be detected directly after letters. The prefix ends in `_`. */
  glued?: true
}

export const lower = characterSet('a-z0-9')
export const upper = characterSet('A-Z0-9')
export const uuid = characterSet('0-9a-f-')
export const slashed = characterSet('A-Za-z0-9_/-')
export const escaped = characterSet('A-Za-z0-9.%+/=-')
export const afterWord = characterSet('A-Za-z0-9_-')

/** Requires a long piece without hyphens, with digits and letters. Names in CSS and of models begin like some keys. */
export const dense = /(?<![A-Za-z0-9])(?=[A-Za-z0-9]*[0-9])(?=[A-Za-z0-9]*[A-Za-z])[A-Za-z0-9]{16}/
/** Requires a digit, or letters in an order of cases that words do not have. One in seventy random bodies of 24 characters has no digit. */
export const withDigit = /\d|(?:[a-z][A-Z]{2,}.*?){2}/
export const mixed = /^(?=.*\d)(?=.*[A-Z])(?=.*[a-z])/

type Options = Pick<TokenRule, 'test' | 'notAfter' | 'open' | 'glued'>

export const row = (
  rule: string,
  description: string,
  prefixes: string,
  characters: CharacterSet,
  [min, max]: readonly [number, number],
  options: Options = {},
): TokenRule => ({ rule, description, prefixes: prefixes.split(' '), characters, min, max, ...options })
