import { isBlank, isQuote, sign } from './json-characters.ts'

/** Limit of a field name, in UTF-16 units. A quote before more text begins no name. */
const longestName = 64

/** `more`: undecided. `name`: a field begins. `end`: the object or list ends. `none`: neither. */
export type NameVerdict = 'more' | 'name' | 'end' | 'none'

/** `closed`: after a quote that may end a string. `item`: the same in a list. `open`: after a comma or brace. `name`: in a name. */
export type JsonPlace = 'closed' | 'item' | 'open' | 'name'

/**
 * Recognises, unit by unit, the end of a value and the beginning of the next field:
 *
 *     …the sum is 4" , "answer" : 4
 *                  ^^^^^^^^^^^^^^
 *     closing ─"─▶ closed ─,─▶ open ─"─▶ name ─"─▶ named ─:─▶ found
 *                     └─ }, or ] of a list ─▶ end
 *
 * The verdict distinguishes a closing quote from one that the model forgot to escape (`he said "yes" to me`).
 */
export interface NameAhead {
  /** @param quote - End of a name that has begun. */
  begin(at: JsonPlace, quote?: number): void
  step(unit: number): NameVerdict
  name(): string
  /** Whether a comma precedes the name. */
  isSeparated(): boolean
}

export function createNameAhead(): NameAhead {
  let phase: JsonPlace | 'named' = 'open'
  let quote: number = sign.quote
  let units: number[] = []
  let isSeparated = false

  return {
    begin(at, by = sign.quote) {
      phase = at
      quote = by
      units = []
      isSeparated = at !== 'closed'
    },
    step,
    name: () => String.fromCharCode(...units),
    isSeparated: () => isSeparated,
  }

  function step(unit: number): NameVerdict {
    if (phase === 'name') return inName(unit)
    if (isBlank(unit)) return 'more'
    if (phase === 'item') return unit === sign.comma || unit === sign.closeBracket ? 'end' : 'none'
    if (phase === 'named') return unit === sign.colon ? 'name' : 'none'
    // The string was in a list that the prompt opened.
    if (phase === 'closed' && unit === sign.closeBracket) return 'more'
    if (unit === sign.closeBrace) return 'end'
    if (phase === 'closed' && unit === sign.comma) {
      phase = 'open'
      isSeparated = true
      return 'more'
    }
    if (!isQuote(unit)) return 'none'
    phase = 'name'
    quote = unit
    return 'more'
  }

  function inName(unit: number): NameVerdict {
    if (unit === quote) {
      phase = 'named'
      return 'more'
    }
    if (units.length === longestName || unit < 0x20) return 'none'
    units.push(unit)
    return 'more'
  }
}
