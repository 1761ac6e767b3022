import { noParts, type Part } from '@reason/core'

/** The first parts of an answer, until it shows whether one comes at all: only then is it known what an error among them is. */
export interface Beginning {
  /** @returns What goes on, with all that was held before it; undefined while that is nothing yet. */
  push(parts: readonly Part[]): readonly Part[] | undefined
  /** Something of an answer has come. */
  hasAnswer(): boolean
}

/** More of them are an answer of a kind of its own. */
const mostHeld = 64

export function createBeginning(): Beginning {
  /** Undefined once it is over. */
  let held: Part[] | undefined = []
  let hasAnswer = false

  return { push, hasAnswer: () => hasAnswer }

  function push(parts: readonly Part[]): readonly Part[] | undefined {
    if (held !== undefined && held.length < mostHeld && parts.every(mayBeAnything)) {
      held = held.concat(parts)
      return undefined
    }
    hasAnswer ||= parts.some(isSaid)
    const before = held ?? noParts
    held = undefined
    return before.length > 0 ? [...before, ...parts] : parts
  }
}

/** It may belong to an answer, or to something else that is taken for one. */
const mayBeAnything = (part: Part): boolean =>
  part.type === 'warning' || part.type === 'native' || (part.type === 'start' && part.id === undefined && part.model === undefined)

/** It is of an answer. */
export const isSaid = ({ type }: Part): boolean => type === 'block-start' || type === 'tool-call-start' || type === 'native'
