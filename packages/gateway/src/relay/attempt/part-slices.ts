import type { Part } from '@reason/core'
import { harmless } from '../../bounds/answer-bounds.ts'
import { textPieces } from '../../event-loop/text-pieces.ts'

/** Most parts, or events, that are read in one slice: some milliseconds of work. */
export const mostAtOnce = 500

/** Index after the last part that fits in one slice. */
export function upToMost(parts: readonly Part[], from: number): number {
  let weight = 0
  let to = from
  while (to < parts.length && weight < mostAtOnce) {
    const part = parts[to++]!
    weight += 'text' in part ? 1 + part.text.length / charsPerPart : 1
  }
  return to
}

/** Characters of text that cost rules and writers as much as another part. */
const charsPerPart = 32

/** Cuts a long text into several parts. How a text is cut does not change the result. */
export function piecesOf(part: Part): readonly Part[] {
  if ((part.type !== 'delta' && part.type !== 'tool-call-delta') || part.text.length <= harmless) return [part]
  return Array.from(textPieces(part.text, pieceLength), (text) => ({ ...part, text }))
}

/** Length in UTF-16 units. */
const pieceLength = 8192
