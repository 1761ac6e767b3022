import type { Boundary } from '@reason/core/parts'

/** End of a call, reduced to the facts about its arguments. */
interface EndedCall {
  isEmpty: boolean
  /** True if the input is a text, which may be empty. */
  custom: boolean
  boundary: Boundary | undefined
}

/**
 * The arguments to write for a call that ended without any: `{}`, because clients parse them and an empty text is no JSON.
 * Returns `''` for a call that was cut before its arguments, which clients must not run.
 */
export const argumentsAtEnd = ({ isEmpty, custom, boundary }: EndedCall): '{}' | '' =>
  isEmpty && !custom && boundary !== 'end-of-stream' && boundary !== 'limit' ? '{}' : ''
