import { toolSteps, type AssistantMessage, type CallPlace, type Message, type ToolMessage } from '@reason/core/conversation'
import type { Item, ToolCall } from '@reason/core/result'

/** Constraints of a format on call ids. */
export interface CallIdForm {
  /** Prefix of generated ids: `toolu_`. */
  prefix: string
  /** Characters that the format refuses, with the flag `g`. Each becomes `_`. */
  refused: RegExp
  /** Maximum length in characters. */
  maxLength: number
  /** The server has the beginning of the conversation, so calls may be missing here. Their results keep the ids of the client. */
  isContinued?: boolean
}

/** Calls and results of one conversation, under ids that the format accepts. */
export interface CallPairs {
  /** Ids of the calls of an assistant message, in order. */
  ofCalls(message: number): readonly string[]
  /** Id of the call that a tool message answers. */
  ofResult(message: number): string
  /** Errors for unpaired calls and results, which providers refuse. */
  refusals: readonly string[]
}

/**
 * Assigns ids for formats that require results right behind the calls and unique ids per conversation. Other models
 * repeat ids in every turn (`call_0`) or have none. A generated id depends only on preceding messages, so it is the same
 * in every later request.
 */
export function pairCalls(messages: readonly Message[], { prefix, refused, maxLength, isContinued = false }: CallIdForm): CallPairs {
  const calls = new Map<number, string[]>()
  const results = new Map<number, string>()
  const refusals: string[] = []
  const used = new Set<string>()
  /** Last number appended to an id, by id. A search from 1 would take quadratic time if a client repeats one id. */
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
      const own = isContinued ? (messages[message] as ToolMessage).call : undefined
      results.set(message, (call && ids.get(call)) ?? allowed(own ?? `${prefix}${message}`))
      if (call === undefined && !isContinued) refuseResult(message)
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

/**
 * Assigns unique ids to calls, for formats that accept any character in them.
 *
 * @param isOwn - True for a call of a request of this format, whose id stays unchanged.
 */
export function uniqueCallIds(
  messages: readonly Message[],
  isOwn: (message: AssistantMessage, call: ToolCall) => boolean,
): ReadonlyMap<Item, string | undefined> {
  const pairs = pairCalls(messages, { prefix: 'call_', refused: /(?!)/g, maxLength: Infinity })
  return new Map(
    messages.flatMap((message, index) => {
      const calls = message.role === 'assistant' ? message.items.filter((item) => item.type === 'tool-call') : []
      return calls.map((call, place) => [call, isOwn(message as AssistantMessage, call) ? call.id : pairs.ofCalls(index)[place]] as const)
    }),
  )
}
