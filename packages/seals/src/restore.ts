import type { Block, Item, ToolCall } from '@reason/core/result'
import type { AssistantMessage } from '@reason/core/conversation'
import type { Extended } from '@reason/wire-kit'
import { argumentsOf, callsOf, haveSameName, pairCalls, type PairedCalls } from './calls.ts'
import { isAnswer } from './items.ts'
import type { SealedRecord } from './payload.ts'
import { seenDigest } from './answer-digest.ts'
import { withoutTaggedCopy } from './tagged-copy.ts'

export interface Restored {
  message: AssistantMessage
  /** `merged`: the client changed the answer or the calls. */
  outcome: 'restored' | 'merged'
  /** Call ids of the message, by the ids that results use. */
  callIds: ReadonlyMap<string, string>
}

/**
 * Restores a message as it was sealed. If the client changed visible content, its version wins: its answer and calls
 * replace the sealed ones, and the reasoning and the seals stay.
 *
 * @param sent - Items that the client sent, without the carriers of the value.
 */
export function restore({ message, seen }: SealedRecord, sent: readonly Item[], tools: readonly string[]): Restored {
  const answers = withoutTaggedCopy(sent.filter(isAnswer), message.items)
  const answer = answers.map(({ text }) => text).join('')
  const calls = pairCalls(callsOf(message.items), callsOf(sent), tools)
  const hasSameAnswer = seenDigest(answer) === seen
  const callIds = new Map(
    [...calls.said].flatMap(([call, by]) => (by.id === undefined || by.id === (call.id ?? by.id) ? [] : [[by.id, call.id!] as const])),
  )
  const marks = new Map<Item, Item>([...calls.said, ...pairTexts(message.items, answers)])
  if (hasSameAnswer && calls.areSame) {
    const items = message.items.map((item) => marked(identified(item, calls), marks.get(item)))
    return { message: { ...message, items }, outcome: 'restored', callIds }
  }
  const changed = hasSameAnswer ? undefined : { text: answer, mark: answers.findLast((block) => markOf(block) !== undefined) }
  const items = merge(message.items, { answer: changed, calls, tools, marks })
  return { message: { ...message, items }, outcome: 'merged', callIds }
}

/** Gives a call without an id the client's id, because results refer to calls by id. */
function identified(item: Item, { said }: PairedCalls): Item {
  if (item.type !== 'tool-call' || item.id !== undefined) return item
  const id = said.get(item)?.id
  return id === undefined ? item : { ...item, id }
}

interface Changed {
  /** The client's new answer. Undefined if it is unchanged. `mark` is the block with the client's cache mark. */
  answer: { text: string; mark: Item | undefined } | undefined
  calls: PairedCalls
  tools: readonly string[]
  /** The client's version of each item. */
  marks: ReadonlyMap<Item, Item>
}

function merge(items: readonly Item[], { answer, calls, tools, marks }: Changed): Item[] {
  const merged: Item[] = []
  let isPlaced = answer === undefined || answer.text.trim() === ''
  for (const item of items) {
    if (item.type === 'tool-call') {
      const by = calls.said.get(item)
      if (by === undefined) continue
      place()
      merged.push(marked(said(item, by, tools), by))
    } else if (item.type === 'native') {
      // The item describes a text that was replaced.
      if (answer === undefined || item.channel !== 'answer') merged.push(item)
    } else if (item.channel === 'reasoning' || answer === undefined) merged.push(marked(item, marks.get(item)))
    else if (item.channel === 'answer') place(item)
  }
  place()
  return [...merged, ...calls.unknown]

  function place(block?: Block): void {
    if (isPlaced) return
    isPlaced = true
    const { text, mark } = answer!
    merged.push(marked({ ...(block ?? { type: 'block', channel: 'answer', boundary: 'wire' }), text }, mark))
  }
}

/** Returns the call with the client's changes and its original seals. */
const said = (call: ToolCall, by: ToolCall, tools: readonly string[]): ToolCall => {
  const id = call.id ?? by.id
  const name = haveSameName(call, by, tools) ? call.name : by.name
  return { ...call, ...(id !== undefined && { id }), name, arguments: argumentsOf(call, by) }
}

/** Pairs equal texts of a record and of a client, in order. */
function pairTexts(recorded: readonly Item[], sent: readonly Block[]): [Block, Block][] {
  const open = [...sent]
  return recorded.filter(isAnswer).flatMap((block): [Block, Block][] => {
    const at = open.findIndex(({ text }) => text.trim() === block.text.trim())
    return at === -1 ? [] : [[block, open.splice(0, at + 1).at(-1)!]]
  })
}

/** A field that marks a place in the conversation (the end of the cached prompt), and means nothing for the content there. */
const mark = 'cache_control'

const markOf = ({ extra }: Extended<Item>): unknown => extra?.fields[mark]

function marked<I extends Item>(item: Extended<I>, by: Extended<Item> | undefined): I {
  if (by?.extra === undefined || markOf(by) === undefined) return item
  const { wire } = by.extra
  return { ...item, extra: { wire, fields: { ...(item.extra?.wire === wire && item.extra.fields), [mark]: markOf(by) } } }
}
