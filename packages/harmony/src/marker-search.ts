import { damagedTokenAt } from './damaged-tokens.ts'
import { longestContext, nextRole, partialRole, readMarker, type Style } from './stripped-words.ts'
import { tokenAt } from './tokens.ts'

/** Looks for what tells whether a text that waits has lost its tokens. */
export interface MarkerSearch {
  /**
   * @returns `marker`: a second header without its tokens. `token`: one that was not stripped. `limit`: neither began within the limit.
   * Undefined: more must come, or nothing does.
   */
  push(piece: string, final: boolean): 'marker' | 'token' | 'limit' | undefined
}

export function createMarkerSearch(style: Style, maxHeldChars: number): MarkerSearch {
  /** The end of what came, which is not searched yet, where it begins, and the end of the text before it. */
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

  /** @returns `limit` for a place that no header may begin at any more. */
  function keep(at: number): 'limit' | undefined {
    before = (before + pending.slice(Math.max(0, at - longestContext), at)).slice(-longestContext)
    pending = pending.slice(at)
    searched += at
    return searched >= maxHeldChars ? 'limit' : undefined
  }
}
