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
  let open = new Set<string>()
  /** Those of the last message with calls of that name: in one that came from elsewhere, several may have the same. */
  const byOwn = new Map<string, string[]>()
  /** How many of these have a result, at least: results are as many as calls, so none is searched for from the first. */
  let answered = new Map<string, number>()

  messages.forEach((message, index) => {
    if (message.role === 'assistant') {
      const calls = callsOf(message)
      const ids: string[] = []
      const isOwn = isFromHere(message)
      open = new Set()
      answered = new Map()
      for (const { id: own } of calls) if (isText(own)) byOwn.set(own, [])
      for (const [place, { id: own }] of calls.entries()) {
        const wanted = idFor(own, index, place)
        const id = open.has(wanted) && !isOwn ? idFor(undefined, index, place) : wanted
        ids.push(id)
        open.add(id)
        if (isText(own)) byOwn.get(own)!.push(id)
      }
      written.set(index, ids)
    } else if (message.role === 'tool') {
      const id = message.call === undefined ? open.values().next().value : answeredBy(message.call)
      if (id === undefined) return
      answers.set(index, id)
      open.delete(id)
    }
  })

  return {
    of: (message, call) => written.get(message)![call]!,
    all: (message) => written.get(message) ?? [],
    answered: (message) => answers.get(message),
  }

  function answeredBy(call: string): string {
    const named = byOwn.get(call) ?? []
    let at = answered.get(call) ?? 0
    while (at < named.length && !open.has(named[at]!)) at++
    answered.set(call, at)
    return named[at] ?? named.at(-1) ?? accepted(call)
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
