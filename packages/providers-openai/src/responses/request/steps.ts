import type { Decisions } from './decisions.ts'
import type { RequestEntry } from './entries.ts'

/**
 * Moves outputs directly behind the calls of their step, for providers that read the list as a conversation of messages.
 * Items in between come after the outputs.
 */
export function joinSteps(entries: readonly RequestEntry[], decisions: Decisions): RequestEntry[] {
  const left = [...entries]
  const joined: RequestEntry[] = []
  while (left.length > 0) {
    const entry = left.shift()!
    joined.push(entry)
    if (entry.type !== 'call' || left[0]?.type === 'call') continue
    const step = new Set(callsAtEnd(joined))
    let wasMoved = false
    let place = 0
    while (place < left.length && step.size > 0) {
      const next = left[place]!
      if (next.type === 'output' && next.callId !== undefined && step.delete(next.callId)) {
        left.splice(place, 1)
        joined.push(next)
        wasMoved ||= place > 0
      } else place++
    }
    if (wasMoved) {
      const reason = 'the outputs of its calls were put right behind them: what stands between them is refused'
      decisions.add({ message: entry.message, action: 'moved', reason })
    }
  }
  return joined
}

function callsAtEnd(entries: readonly RequestEntry[]): string[] {
  const from = entries.findLastIndex(({ type }) => type !== 'call')
  return entries.slice(from + 1).flatMap(({ callId }) => (callId === undefined ? [] : [callId]))
}

/** Adds an empty reasoning item to each step of the model that lacks one. A step ends at an item of another role. */
export function addEmptyReasoning(entries: readonly RequestEntry[], because: string, decisions: Decisions): RequestEntry[] {
  return entries.flatMap((entry, at): RequestEntry[] => {
    if (entry.by !== 'model' || entries[at - 1]?.by === 'model') return [entry]
    const end = entries.findIndex(({ by }, index) => index > at && by !== 'model')
    const step = entries.slice(at, end === -1 ? undefined : end)
    if (step.some(({ type }) => type === 'reasoning')) return [entry]
    decisions.add({ message: entry.message, action: 'added', reason: `an empty reasoning: ${because}` })
    const item = { type: 'reasoning', summary: [], content: [{ type: 'reasoning_text', text: '' }] }
    return [{ item, message: entry.message, by: 'model', type: 'reasoning' }, entry]
  })
}
