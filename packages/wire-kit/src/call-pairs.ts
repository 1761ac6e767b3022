import type { Message } from '@reason/core/conversation'
import { toolSteps, type CallPlace } from '@reason/core/conversation'

/** What a format takes as the id of a call. */
export interface CallIdForm {
  /** What ids begin with that are made here: `toolu_`. */
  prefix: string
  /** Characters that are refused, with the flag `g`: each becomes `_`. */
  refused: RegExp
  /** In characters. */
  maxLength: number
}

/** Calls and their results in one conversation, under ids that a format takes. */
export interface CallPairs {
  /** Ids of the calls of an assistant's message, in their order. */
  ofCalls(message: number): readonly string[]
  /** Id of the call that a tool's message answers. */
  ofResult(message: number): string
  /** Calls and results that do not belong together, which providers refuse. */
  refusals: readonly string[]
}

/**
 * Ids for formats that want the results right behind the calls, and no id twice in a conversation. Other models repeat theirs in every turn
 * (`call_0`), and some have none: an id is made from what came before it alone, so it is the same in every later request.
 */
export function pairCalls(messages: readonly Message[], { prefix, refused, maxLength }: CallIdForm): CallPairs {
  const calls = new Map<number, string[]>()
  const results = new Map<number, string>()
  const refusals: string[] = []
  const used = new Set<string>()
  /** Numbers that were added to an id, by the id: a search from the first would take quadratic time where a client repeats one id. */
  const numbers = new Map<string, number>()

  for (const step of toolSteps(messages)) {
    const ids = new Map<CallPlace, string>()
    for (const place of step.calls) {
      const mine = calls.get(place.message) ?? []
      const { id } = place.call
      const free = unused(id === undefined || id === '' ? `${prefix}${place.message}_${mine.length}` : id)
      ids.set(place, free)
      mine.push(free)
      calls.set(place.message, mine)
    }
    for (const { message, call } of step.results) {
      results.set(message, (call && ids.get(call)) ?? allowed(`${prefix}${message}`))
      if (call === undefined) refuseResult(message)
    }
    if (!step.pending) for (const place of step.missing) refuseCall(place, ids.get(place)!)
  }
  return { ofCalls: (message) => calls.get(message) ?? [], ofResult: (message) => results.get(message)!, refusals }

  function refuseResult(index: number): void {
    const message = messages[index]!
    const call = message.role === 'tool' && message.call !== undefined ? `the call "${message.call}"` : 'a call'
    refusals.push(
      `Message ${index} is the result of ${call} that the assistant message before it does not have: ` +
        'each result needs its call in that message. Put the call back, or leave the result out.',
    )
  }

  function refuseCall({ message, call }: CallPlace, id: string): void {
    refusals.push(
      `Message ${message} calls "${call.name}" (${id}) but the next message has no result for it. ` +
        'Add the result, also if the call failed.',
    )
  }

  function unused(id: string): string {
    const plain = allowed(id)
    let free = plain
    let n = numbers.get(plain) ?? 1
    for (; used.has(free); n++) free = `${plain.slice(0, maxLength - 1 - `${n}`.length)}_${n}`
    numbers.set(plain, n)
    used.add(free)
    return free
  }

  function allowed(id: string): string {
    return id.replaceAll(refused, '_').slice(0, maxLength)
  }
}
