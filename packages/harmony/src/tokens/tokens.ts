/** The structural tokens of Harmony, without their `<|` and `|>`. Every other `<|word|>` is text. */
export const tokens = ['start', 'channel', 'constrain', 'message', 'end', 'return', 'call'] as const

export type HarmonyToken = (typeof tokens)[number]

/** Tokens that end a message. `return` and `call` also end the turn. */
export type Terminator = Extract<HarmonyToken, 'end' | 'return' | 'call'>

export const spell = (token: HarmonyToken): string => `<|${token}|>`

export const isTerminator = (token: HarmonyToken): token is Terminator => token === 'end' || token === 'return' || token === 'call'

interface TokenSpelling {
  token: HarmonyToken
  text: string
}

const spellings: readonly TokenSpelling[] = tokens.map((token) => ({ token, text: spell(token) }))
/** Tokens by the third character, the first one that differs. */
const byLetter = new Map<number, readonly TokenSpelling[]>()
for (const { text } of spellings) {
  const letter = text.charCodeAt(2)
  byLetter.set(
    letter,
    spellings.filter((other) => other.text.charCodeAt(2) === letter),
  )
}

export type TokenHit = TokenSpelling | 'partial' | undefined

/**
 * Reads the text at a `<|`: a token, `partial` (the text ends within a possible token), or neither.
 *
 * Does not use core's scanner: because all tokens begin with the same two characters, `indexOf('<|')` skips runs of `<`, and the third character rules
 * out almost every candidate.
 */
export function tokenAt(text: string, at: number): TokenHit {
  const left = text.length - at
  if (left === 2) return 'partial'
  const candidates = byLetter.get(text.charCodeAt(at + 2))
  if (candidates === undefined) return undefined
  for (const candidate of candidates) {
    if (left >= candidate.text.length) {
      if (text.startsWith(candidate.text, at)) return candidate
    } else if (candidate.text.startsWith(text.slice(at))) {
      return 'partial'
    }
  }
  return undefined
}

/** Whether a text is the beginning of a token, and nothing else. */
export const isPartialToken = (text: string): boolean =>
  text.startsWith('<|') && spellings.some((spelling) => spelling.text.startsWith(text))

/** Removes the beginning of a token from the end of a text. */
export function withoutPartialToken(text: string): string {
  const at = text.lastIndexOf('<|')
  if (at !== -1 && isPartialToken(text.slice(at))) return text.slice(0, at)
  return text.endsWith('<') ? text.slice(0, -1) : text
}
