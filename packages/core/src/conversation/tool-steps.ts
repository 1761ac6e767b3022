import type { ToolCall } from '../result.ts'
import type { Message, ToolMessage } from './conversation.ts'

export interface CallPlace {
  /** Index of the message in the conversation. */
  message: number
  /** Index of the item in the message. */
  item: number
  call: ToolCall
}

/** A model's turn, in one or several messages, and all messages until the model's next turn. */
export interface ToolStep {
  /** Index of the first message. */
  from: number
  /** Index after the last message. */
  to: number
  calls: readonly CallPlace[]
  /** In message order, each with its call. A result without `call` answers no known call. */
  results: readonly { message: number; call?: CallPlace }[]
  /** Calls without a result. */
  missing: readonly CallPlace[]
  /** No message has followed yet: the tools are still to run. */
  pending: boolean
}

/**
 * Divides the conversation into steps, and pairs each result with its call: by id, then by name if one of the two has no id, then in order. The steps
 * cover every message in order. The first step may begin with messages before the model's first turn.
 */
export function toolSteps(messages: readonly Message[]): ToolStep[] {
  const steps: ToolStep[] = []
  let from = 0
  for (let to = 1; to <= messages.length; to++) {
    const begins = messages[to]?.role === 'assistant' && messages[to - 1]!.role !== 'assistant'
    if (to < messages.length && !begins) continue
    steps.push(stepOf(messages, from, to))
    from = to
  }
  return steps
}

/**
 * Indexes of a step's messages, with each result directly after the message that calls for it, in the order of its calls. Results without a call, and
 * messages in between, follow in their original order.
 */
export function inCallOrder(messages: readonly Message[], { from, to, calls, results }: ToolStep): number[] {
  const all = Array.from({ length: to - from }, (_, at) => from + at)
  const answers = new Map(results.map(({ call, message }) => [call, message]))
  const said = new Set<number>()
  let next = 0
  for (const index of all) {
    if (messages[index]!.role !== 'assistant') continue
    said.add(index)
    for (; calls[next]?.message === index; next++) if (answers.has(calls[next])) said.add(answers.get(calls[next])!)
  }
  return [...said, ...all.filter((index) => !said.has(index))]
}

function stepOf(messages: readonly Message[], from: number, to: number): ToolStep {
  const calls: CallPlace[] = []
  const results: { message: number; said: ToolMessage; call?: CallPlace }[] = []
  for (let at = from; at < to; at++) {
    const message = messages[at]!
    if (message.role === 'tool') results.push({ message: at, said: message })
    if (message.role !== 'assistant') continue
    for (const [item, call] of message.items.entries()) if (call.type === 'tool-call') calls.push({ message: at, item, call })
  }
  const open = new Set(calls)
  pair(
    ({ call }) => call,
    ({ id }) => [id],
  )
  // Ids cannot pair a result and a call if one of the two has no id.
  pair(
    ({ call, name }) => (name === undefined ? name : `${isSaid(call)} ${name}`),
    ({ id, name }) => [`false ${name}`, isSaid(id) ? undefined : `true ${name}`],
  )
  pair(
    ({ call }) => `${isSaid(call)}`,
    ({ id }) => ['false', isSaid(id) ? undefined : 'true'],
  )
  return {
    from,
    to,
    calls,
    results: results.map(({ message, call }) => ({ message, ...(call !== undefined && { call }) })),
    missing: [...open],
    pending: to === messages.length && messages[to - 1]!.role === 'assistant',
  }

  /** Gives each result the first open call with its key. Linear in calls and results. */
  function pair(keyOf: (said: ToolMessage) => string | undefined, keysOf: (call: ToolCall) => readonly (string | undefined)[]): void {
    if (open.size === 0) return
    const byKey = new Map<string | undefined, CallPlace[]>()
    for (const place of [...open].reverse())
      for (const key of keysOf(place.call))
        byKey
          .set(key, byKey.get(key) ?? [])
          .get(key)!
          .push(place)
    for (const result of results) {
      const key = result.call === undefined ? keyOf(result.said) : ''
      const fitting = isSaid(key) ? (byKey.get(key) ?? []) : []
      while (fitting.length > 0 && result.call === undefined) {
        const place = fitting.pop()!
        if (open.delete(place)) result.call = place
      }
    }
  }
}

const isSaid = (id: string | undefined): boolean => id !== undefined && id !== ''
