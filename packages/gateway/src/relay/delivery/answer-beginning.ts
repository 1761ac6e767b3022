import { noParts, type Part } from '@reason/core'

/** Buffers the first parts until they show whether an answer comes at all. Only then is it clear whether an error among them fails the request. */
export interface AnswerBeginning {
  /** @returns The parts to pass on, including all buffered parts. Undefined while the parts are buffered. */
  push(parts: readonly Part[]): readonly Part[] | undefined
  /** Text, a tool call or a native part has come. */
  hasAnswer(): boolean
}

/** Longest buffer, in parts. A longer run of such parts counts as an answer. */
const mostHeld = 64

export function createBeginning(): AnswerBeginning {
  /** Buffered parts. Undefined once the beginning is over. */
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

/** The part may belong to an answer, or to something else that is mistaken for an answer. */
const mayBeAnything = (part: Part): boolean =>
  part.type === 'warning' || part.type === 'native' || (part.type === 'start' && part.id === undefined && part.model === undefined)

/** The part is content of an answer. */
export const isSaid = ({ type }: Part): boolean => type === 'block-start' || type === 'tool-call-start' || type === 'native'
