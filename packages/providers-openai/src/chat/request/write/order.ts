import type { Message, ReplayDecision } from '@reason/core/conversation'
import { unanswered, unasked } from '../../../shared/answers.ts'
import type { CallIds } from './call-ids.ts'

export interface MessageOrder {
  /** Message indices in the order of writing. */
  order: readonly number[]
  decisions: readonly ReplayDecision[]
  /** Errors for calls without a result, and for results without a call. */
  refusals: readonly string[]
}

/**
 * Orders messages so that tool results directly follow the message with their calls. Other formats allow messages in
 * between; these come after the results.
 */
export function orderMessages(messages: readonly Message[], ids: CallIds): MessageOrder {
  const { results, refusals } = findResults(messages, ids)
  const order: number[] = []
  const decisions: ReplayDecision[] = []
  const placed = new Set([...results.values()].flat())
  for (const index of messages.keys()) {
    if (placed.has(index)) continue
    const own = results.get(index) ?? []
    order.push(index, ...own)
    const moved = own.filter((result, place) => result !== index + 1 + place)
    for (const message of moved) {
      decisions.push({
        message,
        action: 'moved',
        reason: `right behind message ${index}, which has its call: what stands between them is refused`,
      })
    }
  }
  return { order, decisions, refusals }
}

/** Groups results by the index of the message with their calls. */
function findResults(messages: readonly Message[], ids: CallIds): { results: Map<number, number[]>; refusals: string[] } {
  const results = new Map<number, number[]>()
  const refusals: string[] = []
  /** Message index of each call, by call id. `waiting` has the calls without a result. */
  const callers = new Map<string, number>()
  const waiting = new Map<string, number>()
  messages.forEach((message, index) => {
    if (message.role === 'assistant') {
      for (const id of ids.all(index)) {
        callers.set(id, index)
        waiting.set(`${index}/${id}`, index)
      }
    } else if (message.role === 'tool') {
      const id = ids.answered(index)
      const caller = id === undefined ? undefined : callers.get(id)
      if (caller === undefined) return void refusals.push(unasked(index, id ?? 'without an id'))
      waiting.delete(`${caller}/${id}`)
      results.set(caller, results.get(caller) ?? [])
      results.get(caller)!.push(index)
    }
  })
  for (const [key, index] of waiting) refusals.push(unanswered(index, key.slice(key.indexOf('/') + 1)))
  return { results, refusals }
}
