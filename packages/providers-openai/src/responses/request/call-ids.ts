import type { ToolCall } from '@reason/core/result'
import type { ToolMessage } from '@reason/core/conversation'

/** Assigns ids to calls so that each output finds its call. Ids that are missing, too long or used before are replaced, always in the same way. */
export interface CallIds {
  /** Called for each item of the client. Adjacent messages of the model are read as one, and outputs without an id belong to its calls. */
  endTurn(): void
  /** @param asItIs - True if the call was read from a request of this format. */
  ofCall(call: ToolCall, message: number, asItIs: boolean): string
  ofOutput(message: ToolMessage): { id: string | undefined; custom: boolean }
}

export function createCallIds(): CallIds {
  const used = new Set<string>()
  /** Written ids by original id, of the last message that has calls with that id. `answered`: a lower bound of the answered calls. */
  const named = new Map<string, { message: number; written: string[]; answered: number }>()
  const customs = new Set<string>()
  /** Ids of the turn's calls without an output so far. */
  const waiting = new Set<string>()
  let isTurnOver = false
  let last = -1
  let count = 0

  return {
    endTurn: () => void (isTurnOver = true),
    ofCall({ id, contentType }, message, asItIs) {
      if (message !== last) {
        last = message
        count = 0
      }
      if (isTurnOver) waiting.clear()
      isTurnOver = false
      const number = count++
      let written = id
      if (written === undefined || (!asItIs && (written === '' || written.length > MAX_LENGTH || used.has(written)))) {
        written = `call_${message}_${number}`
        while (used.has(written)) written += '_'
      }
      used.add(written)
      if (id !== undefined) {
        const alike = named.get(id)
        if (alike?.message === message) alike.written.push(written)
        else named.set(id, { message, written: [written], answered: 0 })
      }
      if (contentType === 'custom') customs.add(written)
      waiting.add(written)
      return written
    },
    ofOutput({ call }) {
      const id = call === undefined ? waiting.values().next().value : answeredBy(call)
      if (id !== undefined) waiting.delete(id)
      return { id, custom: id !== undefined && customs.has(id) }
    },
  }

  function answeredBy(call: string): string {
    const alike = named.get(call)
    if (alike === undefined) return call
    // Starts at the first call that may be unanswered, to keep the search linear.
    while (alike.answered < alike.written.length && !waiting.has(alike.written[alike.answered]!)) alike.answered++
    return alike.written[alike.answered] ?? alike.written.at(-1)!
  }
}

/** Maximum length of an id, in UTF-16 units. OpenAI refuses longer ids. */
const MAX_LENGTH = 64
