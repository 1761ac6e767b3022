import type { AssistantMessage, Message } from '@reason/core/conversation'
import type { ToolCall } from '@reason/core/result'
import { isText } from '@reason/wire-kit'
import { isFromHere } from './fields.ts'
import type { RequestFacts } from '../dialect/request-facts.ts'

/** Ids under which calls and their results are written, the same in every request of a conversation. */
export interface CallIds {
  of(message: number, call: number): string
  /** Those of a message, in order. */
  all(message: number): readonly string[]
  /** Of the call that a tool message answers. */
  answered(message: number): string | undefined
}

/**
 * Calls keep their ids where they have one that the provider accepts. One that is missing is made of its place in the conversation;
 * results without an id answer the calls before them in order.
 */
export function createRequestCallIds(messages: readonly Message[], { callId }: RequestFacts): CallIds {
  const written = new Map<number, readonly string[]>()
  const answers = new Map<number, string>()
  /** Calls that have no result yet, oldest first. */
  let open: string[] = []
  /** Those of the last message with calls of that name: in one that came from elsewhere, several may have the same. */
  const byOwn = new Map<string, string[]>()

  messages.forEach((message, index) => {
    if (message.role === 'assistant') {
      const calls = callsOf(message)
      open = []
      for (const [place, call] of calls.entries()) {
        const wanted = idFor(call.id, index, place)
        const isTaken = open.includes(wanted) && !isFromHere(message)
        open.push(isTaken ? idFor(undefined, index, place) : wanted)
      }
      written.set(index, open)
      for (const own of new Set(calls.map(({ id }) => id))) {
        if (isText(own))
          byOwn.set(
            own,
            written.get(index)!.filter((_, place) => calls[place]!.id === own),
          )
      }
    } else if (message.role === 'tool') {
      const id = message.call === undefined ? open[0] : answeredBy(message.call)
      if (id === undefined) return
      answers.set(index, id)
      open = open.filter((one) => one !== id)
    }
  })

  return {
    of: (message, call) => written.get(message)![call]!,
    all: (message) => written.get(message) ?? [],
    answered: (message) => answers.get(message),
  }

  function answeredBy(call: string): string {
    const named = byOwn.get(call)
    return named?.find((id) => open.includes(id)) ?? named?.at(-1) ?? accepted(call)
  }

  function idFor(own: string | undefined, message: number, place: number): string {
    if (own !== undefined && own !== '') return accepted(own)
    return callId === undefined ? `call_${message}_${place}` : accepted(`call_${message}_${place}`)
  }

  function accepted(id: string): string {
    return callId === undefined || callId.pattern.test(id) ? id : digest(id, callId.length)
  }
}

const callsOf = (message: AssistantMessage): ToolCall[] => message.items.filter((item): item is ToolCall => item.type === 'tool-call')

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Letters and digits that depend on the text alone (FNV-1a, again with another start for every four of them). */
function digest(text: string, length: number): string {
  let out = ''
  for (let round = 0; out.length < length; round++) {
    let hash = 0x811c9dc5 ^ round
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193) >>> 0
    for (let n = 0; n < 4; n++) {
      out += alphabet[hash % alphabet.length]
      hash = Math.floor(hash / alphabet.length)
    }
  }
  return out.slice(0, length)
}
