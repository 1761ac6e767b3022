import type { Boundary } from '@reason/core/parts'

/** How a call ended, as far as its arguments matter. */
interface EndedCall {
  isEmpty: boolean
  /** Its input is a text, and may be empty. */
  custom: boolean
  boundary: Boundary | undefined
}

/**
 * The arguments to write for a call that ended without any: `{}`, because clients parse them and an empty text is no JSON.
 * Returns `''` for a call that was cut before its arguments, which clients must not run.
 */
export const argumentsAtEnd = ({ isEmpty, custom, boundary }: EndedCall): '{}' | '' =>
  isEmpty && !custom && boundary !== 'end-of-stream' && boundary !== 'limit' ? '{}' : ''
