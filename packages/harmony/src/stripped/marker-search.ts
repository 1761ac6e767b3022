import { damagedTokenAt } from '../tokens/damaged-tokens.ts'
import { longestContext, nextRole, partialRole, readMarker, type StrippedStyle } from './stripped-words.ts'
import { tokenAt } from '../tokens/tokens.ts'

/** Searches held text for evidence of stripped tokens. */
export interface MarkerSearch {
  /**
   * Adds a piece of text.
   * @returns `marker`: a second header without its tokens. `token`: a token that was not stripped. `limit`: neither began within the limit. Undefined:
   * needs more text, or the text has ended.
   */
  push(piece: string, final: boolean): 'marker' | 'token' | 'limit' | undefined
}

export function createMarkerSearch(style: StrippedStyle, maxHeldChars: number): MarkerSearch {
  /** The unsearched end of the text, its position, and the end of the text before it. */
  let pending = ''
  let searched = 0
  let before = ''

  return { push }

  function push(piece: string, final: boolean): 'marker' | 'token' | 'limit' | undefined {
    pending += piece
    let from = 0
    let role = nextRole(pending, 0)
    let bracket = pending.indexOf('<|')
    while (role !== -1 || bracket !== -1) {
      const isRole = bracket === -1 || (role !== -1 && role < bracket)
      const at = isRole ? role : bracket
      if (searched + at >= maxHeldChars) return 'limit'
      const hit = isRole ? readMarker(pending, at, final, style, before) : (tokenAt(pending, at) ?? damagedTokenAt(pending, at, final))
      if (hit === 'more' || hit === 'partial') return keep(at)
      if (hit !== undefined) return isRole ? 'marker' : 'token'
      from = at + 1
      if (isRole) role = nextRole(pending, from)
      else bracket = pending.indexOf('<|', from)
    }
    return keep(final ? pending.length : pending.length - Math.max(partialRole(pending), pending.endsWith('<') ? 1 : 0))
  }

  /** Keeps the text from an index on. @returns `limit` if no header may begin there any more. */
  function keep(at: number): 'limit' | undefined {
    before = (before + pending.slice(Math.max(0, at - longestContext), at)).slice(-longestContext)
    pending = pending.slice(at)
    searched += at
    return searched >= maxHeldChars ? 'limit' : undefined
  }
}
