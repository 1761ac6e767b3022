import type { Part } from '@reason/core'

/** Tokens inside a text of which a part may still be held. */
export interface WaitingTokens {
  /** Number of characters that came out as parts. */
  written: number
  /** Tokens, and the number of characters that were read before them. */
  parts: { at: number; part: Part }[]
}

export const nothingWaits = (): WaitingTokens => ({ written: 0, parts: [] })

/** A part that came out, with the tokens before it or inside its text. */
export function inOrder(part: Part, waiting: WaitingTokens): readonly Part[] {
  const out: Part[] = []
  let rest = part
  for (let next = waiting.parts[0]; next !== undefined; next = waiting.parts[0]) {
    const before = next.at - waiting.written
    const text = textOf(rest)
    if (before > 0 && (text === undefined || text.length <= before)) break
    if (before > 0) {
      out.push({ ...rest, text: text!.slice(0, before) } as Part)
      rest = { ...rest, text: text!.slice(before) } as Part
      waiting.written += before
    }
    out.push(next.part)
    waiting.parts.shift()
  }
  waiting.written += textOf(rest)?.length ?? 0
  return [...out, rest]
}

/** All parts that came out, with the tokens before them and inside their text. Those behind the last part wait for the next one. */
export function allInOrder(parts: readonly Part[], waiting: WaitingTokens): readonly Part[] {
  if (waiting.parts.length > 0) return parts.flatMap((part) => inOrder(part, waiting))
  for (let at = 0; at < parts.length; at++) waiting.written += textOf(parts[at]!)?.length ?? 0
  return parts
}

const textOf = (part: Part): string | undefined =>
  part.type === 'markup' || part.type === 'tool-call-delta' || (part.type === 'delta' && part.inserted !== true) ? part.text : undefined
