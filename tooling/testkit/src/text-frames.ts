import { expect } from 'vitest'

interface Frame {
  event?: string
  data: string
}

interface Writer<P> {
  push(part: P): readonly Frame[]
  textFrame?(part: never): { event?: string; before: string; after: string | (() => string) } | undefined
  wrote?(part: never): void
}

/**
 * Compares two writers of one format. `all` writes every part. `passing` only describes the frame of a text delta, if its `textFrame` can.
 *
 * @returns The text deltas that `passing` did not write.
 */
export function passText<P extends { type: string }>(all: Writer<P>, passing: Writer<P>, parts: readonly P[]): P[] {
  return parts.filter((part) => {
    const frame = part.type === 'delta' ? passing.textFrame!(part as never) : undefined
    if (frame === undefined) {
      expect(passing.push(part)).toEqual(all.push(part))
      return false
    }
    const { event, before, after } = frame
    const literal = JSON.stringify((part as unknown as { text: string }).text).slice(1, -1)
    const data = before + literal + (typeof after === 'string' ? after : after())
    expect([{ ...(event !== undefined && { event }), data }]).toEqual(all.push(part))
    passing.wrote?.(part as never)
    return true
  })
}
