import type { Part } from '@reason/core'
import type { Usage } from '@reason/core/parts'

/** Parts with this number of reasoning tokens, in deltas of `each`. */
export function thinking(tokens: number, each = 1): Part[] {
  const parts: Part[] = [{ type: 'block-start', block: 0, channel: 'reasoning' }]
  for (let left = tokens; left > 0; left -= each) {
    parts.push({ type: 'delta', block: 0, channel: 'reasoning', text: 'word'.repeat(Math.min(each, left)) })
  }
  return parts
}

export const answer: Part[] = [
  { type: 'block-end', block: 0, channel: 'reasoning', boundary: 'closer' },
  { type: 'block-start', block: 1, channel: 'answer' },
  { type: 'delta', block: 1, channel: 'answer', text: 'It is 4.' },
  { type: 'block-end', block: 1, channel: 'answer', boundary: 'wire' },
  { type: 'finish', reason: 'stop' },
]

export const end: Part = { type: 'end' }

export function reported(reasoning: number, source: 'reported' | 'implausible' = 'reported', choice?: number): Part {
  const usage: Usage = { reasoning: { value: reasoning, source }, raw: {} }
  return { type: 'usage', usage, ...(choice !== undefined && { choice }) }
}

/** Resolves after all work that only waits for the event loop. */
export const settled = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))
