import type { Seal, ToolCallDeltaPart, ToolCallEndPart, ToolCallStartPart } from '@reason/core/parts'

/** A call with all of its arguments. */
export interface WholeCall extends Pick<ToolCallStartPart, 'id' | 'name' | 'contentType'> {
  text: string
  seals: readonly Seal[]
}

/** Queues calls for formats that need them whole: each waits for its end and for the calls that began before it. */
export interface CallQueue {
  push(part: ToolCallStartPart | ToolCallDeltaPart | ToolCallEndPart): readonly WholeCall[]
  /** Returns all remaining calls, ended or not. */
  flush(): readonly WholeCall[]
}

const nothing: readonly WholeCall[] = []

export function createCallQueue(): CallQueue {
  const calls = new Map<number, { start: ToolCallStartPart; pieces: string[]; seals: readonly Seal[]; ended: boolean }>()

  return {
    push(part) {
      if (part.type === 'tool-call-start') {
        const before = calls.has(part.call) ? take(true) : nothing
        calls.set(part.call, { start: part, pieces: [], seals: [], ended: false })
        return before
      }
      const call = calls.get(part.call)
      if (call === undefined) return nothing
      if (part.type === 'tool-call-delta') {
        call.pieces.push(part.text)
        return nothing
      }
      call.seals = part.seals ?? []
      call.ended = true
      return take(false)
    },
    flush: () => take(true),
  }

  function take(all: boolean): readonly WholeCall[] {
    const taken: WholeCall[] = []
    for (const [key, { start, pieces, seals, ended }] of calls) {
      if (!ended && !all) break
      calls.delete(key)
      const { id, name, contentType } = start
      taken.push({ name, text: pieces.join(''), seals, ...(id !== undefined && { id }), ...(contentType !== undefined && { contentType }) })
    }
    return taken
  }
}
