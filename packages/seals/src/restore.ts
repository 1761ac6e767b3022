import type { Block, Item, ToolCall } from '@reason/core'
import type { AssistantMessage } from '@reason/core/conversation'
import { argumentsOf, callsOf, haveSameName, pairCalls, type PairedCalls } from './calls.ts'
import type { SealedRecord } from './payload.ts'
import { seenDigest } from './seen.ts'

export interface Restored {
  message: AssistantMessage
  /** `merged`: the client has changed the answer or the calls. */
  outcome: 'restored' | 'merged'
  /** Ids that results bear, and what the calls are called in the message. */
  callIds: ReadonlyMap<string, string>
}

/**
 * The message as it was sealed. Where the client has changed what it could see, that is what it says now: its answer and its calls
 * stand in the place of those that were sealed, and the reasoning and the seals stay.
 *
 * @param sent - What the client sent of it, without what carried the value.
 */
export function restore({ message, seen }: SealedRecord, sent: readonly Item[], tools: readonly string[]): Restored {
  const answer = sent
    .filter(isAnswer)
    .map(({ text }) => text)
    .join('')
  const calls = pairCalls(callsOf(message.items), callsOf(sent), tools)
  const hasSameAnswer = seenDigest(answer) === seen
  const callIds = new Map(
    [...calls.said].flatMap(([call, by]) => (by.id === undefined || by.id === (call.id ?? by.id) ? [] : [[by.id, call.id!] as const])),
  )
  if (hasSameAnswer && calls.areSame) {
    return { message: { ...message, items: message.items.map((item) => identified(item, calls)) }, outcome: 'restored', callIds }
  }
  const items = merge(message.items, { answer: hasSameAnswer ? undefined : answer, calls, tools })
  return { message: { ...message, items }, outcome: 'merged', callIds }
}

/** Results name their calls: one that has no id of its own gets the client's. */
function identified(item: Item, { said }: PairedCalls): Item {
  if (item.type !== 'tool-call' || item.id !== undefined) return item
  const id = said.get(item)?.id
  return id === undefined ? item : { ...item, id }
}

interface Changed {
  /** Undefined: it is as it was. */
  answer: string | undefined
  calls: PairedCalls
  tools: readonly string[]
}

function merge(items: readonly Item[], { answer, calls, tools }: Changed): Item[] {
  const merged: Item[] = []
  let isPlaced = answer === undefined || answer.trim() === ''
  for (const item of items) {
    if (item.type === 'tool-call') {
      const by = calls.said.get(item)
      if (by === undefined) continue
      place()
      merged.push(said(item, by, tools))
    } else if (item.type === 'native') {
      // It says something of a text that is no longer there.
      if (answer === undefined || item.channel !== 'answer') merged.push(item)
    } else if (item.channel === 'reasoning' || answer === undefined) merged.push(item)
    else if (item.channel === 'answer') place(item)
  }
  place()
  return [...merged, ...calls.unknown]

  function place(block?: Block): void {
    if (isPlaced) return
    isPlaced = true
    merged.push({ ...(block ?? { type: 'block', channel: 'answer', boundary: 'wire' }), text: answer! })
  }
}

/** The call as the client has it, with the seals that it came with. */
const said = (call: ToolCall, by: ToolCall, tools: readonly string[]): ToolCall => {
  const id = call.id ?? by.id
  const name = haveSameName(call, by, tools) ? call.name : by.name
  return { ...call, ...(id !== undefined && { id }), name, arguments: argumentsOf(call, by) }
}

const isAnswer = (item: Item): item is Block => item.type === 'block' && item.channel === 'answer'
