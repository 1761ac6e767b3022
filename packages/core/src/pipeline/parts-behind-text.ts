import type { DeltaPart, Part } from '../parts.ts'

/** Wire parts that came behind held text, and the amount of text before each: providers sign the order of an answer. */
export interface PartsBehindText {
  isEmpty(): boolean
  /** Amount of text before the first part. Infinity: none waits. */
  firstAt(): number
  /** Joins a delta to the last part, so that the number of pieces changes nothing. @returns Whether one more part waits. */
  add(part: Part, at: number): boolean
  /** Removes the parts up to a position in the text. */
  take(upTo: number): readonly Part[]
}

export function createPartsBehindText(): PartsBehindText {
  let parts: { part: Part; at: number }[] = []
  /** Index of the first part that still waits. */
  let next = 0

  return {
    isEmpty: () => parts.length === 0,
    firstAt: () => parts[next]?.at ?? Infinity,
    add(part, at) {
      const last = parts.at(-1)
      const whole = last?.at === at && joinedText(last.part, part)
      if (whole) last!.part = whole
      else parts.push({ part, at })
      return !whole
    },
    take(upTo) {
      const due: Part[] = []
      while (next < parts.length && parts[next]!.at <= upTo) due.push(parts[next++]!.part)
      if (next === parts.length) {
        parts = []
        next = 0
      }
      return due
    },
  }
}

/** Joins two deltas of the same block or call. Undefined if the parts are not such deltas. */
function joinedText(last: Part, part: Part): Part | undefined {
  const isSame =
    part.type === 'delta'
      ? last.type === 'delta' && last.block === part.block && last.inserted === part.inserted
      : part.type === 'tool-call-delta' && last.type === 'tool-call-delta' && last.call === part.call
  return isSame ? ({ ...last, text: (last as DeltaPart).text + (part as DeltaPart).text } as Part) : undefined
}

/** Length of the split text in a part. */
export const lengthOf = (part: Part): number => ('text' in part && !('inserted' in part) ? part.text.length : 0)
