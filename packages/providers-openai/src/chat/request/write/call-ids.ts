import type { Message } from '@reason/core/conversation'
import { isText } from '@reason/wire-kit'
import { isFromHere } from '../fields.ts'
import type { DialectRequestFacts } from '../../dialect/request-facts.ts'

/** Written ids of calls and results. The ids stay the same in every request of a conversation. */
export interface CallIds {
  of(message: number, call: number): string
  /** Ids of a message's calls, in order. */
  all(message: number): readonly string[]
  /** Id of the call that a tool message answers. */
  answered(message: number): string | undefined
}

/**
 * Assigns ids to calls. A call keeps an id that the provider accepts. A missing id is derived from the call's place in
 * the conversation. Results without an id answer the preceding calls in order.
 */
export function createRequestCallIds(messages: readonly Message[], { callId }: DialectRequestFacts): CallIds {
  const written = new Map<number, readonly string[]>()
  const answers = new Map<number, string>()
  /** Ids of calls without a result so far, oldest first. */
  let open = new Set<string>()
  /** Written ids by original id, of the last message that has calls with that id. Foreign messages may have several calls with one id. */
  const byOwn = new Map<string, string[]>()
  /** Lower bound of the answered calls by original id, so that no search starts at the first call again. */
  let answered = new Map<string, number>()

  messages.forEach((message, index) => {
    if (message.role === 'assistant') {
      const calls = message.items.filter((item) => item.type === 'tool-call')
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

const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'

/** Derives letters and digits from the text alone (FNV-1a, with another start for every four characters). */
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
