import type { Item } from '@reason/core/result'
import type { AssistantMessage, Conversation, Message, ToolMessage } from '@reason/core/conversation'
import { bareCallId } from '@reason/wire-kit'
import { splitCallId } from './call-id.ts'
import { callsOf } from './calls.ts'
import { findCarried, findEachCarried, type Carried } from './carried-seals.ts'
import { inPlace } from './sealed-pieces.ts'
import { findVouched } from './expired-values.ts'
import type { SealedRecord } from './payload.ts'
import { restore } from './restore.ts'
import { isLayout } from './seal-decision.ts'
import type { OpenedSeal, OpenFailure, SealContext, Sealer } from './sealer.ts'

export interface ReopenOptions {
  sealer: Sealer
  context: SealContext
  /**
   * Maximum size of all records that are restored into one request, in bytes of JSON. Default 32 MiB. Small values may
   * contain large records, and one value may be sent many times.
   */
  maxBytes?: number
}

/** Result for one message that carried a sealed value. */
export interface SealReport {
  /** Index of the message in the given conversation. */
  message: number
  /**
   * `restored`: the message is as the model wrote it. `merged`: the message has the client's own answer or calls, also
   * if the reasoning was sealed before the answer. `lost`: the message is as the client sent it, without the values that
   * could not be opened.
   */
  outcome: 'restored' | 'merged' | 'lost'
  reason?: OpenFailure
}

/** A conversation without sealed values, and what became of each. */
export interface Reopened {
  conversation: Conversation
  reports: readonly SealReport[]
}

/**
 * Restores sealed content in the conversation of a request. Replay then decides which of it goes to the target. No
 * sealed value stays in the conversation, opened or not. Never throws.
 */
export function reopen(conversation: Conversation, options: ReopenOptions): Reopened {
  const steps = reopenInSteps(conversation, options)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** Like `reopen`, in steps of some milliseconds, for a conversation of thousands of messages. */
export function* reopenInSteps(conversation: Conversation, options: ReopenOptions): Generator<void, Reopened> {
  const reopened = yield* reopenOnce(conversation, options, new Set())
  if (!reopened.reports.some(({ reason }) => reason === 'expired')) return reopened
  yield
  const vouched = findVouched(conversation, options)
  return vouched.size === 0 ? reopened : yield* reopenOnce(conversation, options, vouched)
}

/** Messages read and values opened per step. Opening a value takes as long as reading some messages. */
const perStep = { messages: 2000, values: 200 }

/** @param vouched - Values whose age is ignored. */
function* reopenOnce(
  conversation: Conversation,
  { sealer, context, maxBytes = 1 << 25 }: ReopenOptions,
  vouched: ReadonlySet<string>,
): Generator<void, Reopened> {
  const tools = (conversation.tools ?? []).flatMap((tool) => (tool.type === 'function' ? [tool.name] : []))
  const messages: Message[] = []
  const reports: SealReport[] = []
  const whole = new Set<Message>()
  const opened = new Map<string, OpenedSeal>()
  /** Values whose records are already in a message. */
  const used = new Set<string>()
  /** Ids that later tool results have to use, by the ids that they have. */
  let callIds: ReadonlyMap<string, string> = new Map()
  let left = maxBytes
  let isChanged = false
  let openedBefore = 0

  for (const [index, message] of conversation.messages.entries()) {
    if (message.role === 'tool') messages.push(answer(message))
    else if (message.role === 'assistant') say(message, index)
    else messages.push(message)
    if (opened.size - openedBefore < perStep.values && (index + 1) % perStep.messages !== 0) continue
    openedBefore = opened.size
    yield
  }
  return { conversation: isChanged ? { ...conversation, messages } : conversation, reports }

  function answer(message: ToolMessage): ToolMessage {
    if (message.call === undefined) return message
    const { id, value } = splitCallId(message.call)
    const call = callIds.get(id) ?? id
    if (value === undefined && call === message.call) return message
    isChanged = true
    return { ...message, call }
  }

  function say(message: AssistantMessage, index: number): void {
    // Later results answer these calls, and no earlier calls with the same id.
    callIds = new Map()
    const found = findCarried(message.items)
    if (found === undefined) return void messages.push(message)
    isChanged = true
    // A record may be carried twice, but is restored in one place only. A client may bring the seal of an earlier message again.
    const wholes = [...found.values.keys()].filter((value) => isWhole(open(value)))
    const own = wholes.filter((value) => !used.has(value))
    if (own.length > 0) for (const value of wholes) if (used.has(value)) found.values.delete(value)
    const isSeveral = (own.length || wholes.length) > 1
    const isEarly = (value: string) => !isWhole(open(value))
    for (const one of isSeveral ? findEachCarried(message.items, isEarly) : [found]) sayOne(one, message, index)
  }

  function sayOne(carried: Carried, message: AssistantMessage, index: number): void {
    if (carried.values.size === 0) return void messages.push({ ...message, items: carried.items })
    const openings = [...carried.values].map(([value, at]) => ({ value, opening: open(value), at, inId: carried.inIds.has(value) }))
    const found = openings.find(({ opening }) => isWhole(opening))
    if (found === undefined) return sayInPieces(openings, carried, message, index)
    const opening = use(found)
    if (!opening.ok) {
      return lose(opening.reason, carried, message, index)
    }
    const { message: record } = opening.record
    const here = new Set(idsOf(carried.items))
    const missing = idsOf(record.items).filter((id) => !here.has(id))
    const { items, at } = withEarlier(carried.items, missing)
    const restored = restore(opening.record, items, tools)
    reports.push({ message: index, outcome: restored.outcome })
    callIds = restored.callIds
    messages.splice(at, 0, restored.message)
    whole.add(restored.message)
    // `withEarlier` leaves only results behind that place.
    for (let later = at + 1; later < messages.length; later++) messages[later] = answer(messages[later] as ToolMessage)
  }

  /** Restores a message from pieces, as no value contains all of it. */
  function sayInPieces(openings: readonly Found[], carried: Carried, message: AssistantMessage, index: number): void {
    const hasBlocks = openings.some(({ opening, inId }) => opening.ok && !inId)
    const pieces = openings.flatMap((found) => {
      const opening = use(found)
      if (!opening.ok) return []
      // Blocks that came back contain the thought already. Values in ids then add only the seals of their calls.
      return [{ at: found.at, record: found.inId && hasBlocks ? callOnly(opening.record) : opening.record }]
    })
    const last = pieces.at(-1)
    const failed = openings.find(({ opening }) => !opening.ok)
    if (last === undefined) return lose(reasonOf(failed), carried, message, index)
    if (pieces.length < openings.length) reports.push({ message: index, outcome: 'lost', reason: reasonOf(failed) })
    else reports.push({ message: index, outcome: 'merged' })
    messages.push({ ...last.record.message, items: inPlace(carried.items, pieces) })
  }

  function lose(reason: OpenFailure, carried: Carried, message: AssistantMessage, index: number): void {
    reports.push({ message: index, outcome: 'lost', reason })
    // Layouts count items that are no longer there.
    const items = carried.items.filter((item) => !isLayout(item))
    if (items.length > 0) messages.push({ ...message, items })
  }

  function open(value: string): OpenedSeal {
    const known = opened.get(value)
    if (known !== undefined) return known
    const opening = sealer.open(value, context, left, vouched.has(value))
    if (opening.ok) left -= opening.bytes
    opened.set(value, opening)
    return opening
  }

  /** Counts a value. If it was used before, its record is in the request once more. */
  function use({ value, opening }: { value: string; opening: OpenedSeal }): OpenedSeal {
    if (!opening.ok) return opening
    if (!used.has(value)) used.add(value)
    else if (opening.bytes > left) return { ok: false, reason: 'too-large' }
    else left -= opening.bytes
    return opening
  }

  /**
   * Collects earlier messages that belong to the same record, because some clients put each result right behind its call
   * and split a message. The function removes them from the messages; `at` is the index of the first one.
   */
  function withEarlier(items: readonly Item[], missing: readonly string[]): { items: readonly Item[]; at: number } {
    let all = items
    let at = messages.length
    for (let before = messages.length - 1; before >= 0; before--) {
      const message = messages[before]!
      if (message.role === 'tool') continue
      // Ids may recur in every turn. A restored message is complete, so the search ends there.
      if (message.role !== 'assistant' || whole.has(message)) break
      const calls = callsOf(message.items)
      const ids = idsOf(message.items)
      if (calls.length === 0 || ids.length < calls.length || !ids.every((id) => missing.includes(id))) break
      all = [...message.items, ...all]
      messages.splice(before, 1)
      at = before
    }
    return { items: all, at }
  }
}

/** A value with its opened record, and the number of preceding items. */
interface Found {
  value: string
  opening: OpenedSeal
  at: number
  inId: boolean
}

const callOnly = (record: SealedRecord): SealedRecord => ({
  ...record,
  message: { ...record.message, items: callsOf(record.message.items) },
})

/** A value that opens, but cannot be used again in one request, is too large. */
const reasonOf = (failed: Found | undefined): OpenFailure =>
  failed === undefined || failed.opening.ok ? 'too-large' : failed.opening.reason

/** Ids of the calls, without sealed values. Clients with whole ids and clients with only their beginnings are thus treated alike. */
const idsOf = (items: readonly Item[]): string[] => callsOf(items).flatMap(({ id }) => (id === undefined ? [] : [bareCallId(id)]))

/** True for a value with the whole message, which wins over values sealed before the answer. */
const isWhole = (opening: OpenedSeal): boolean => opening.ok && opening.record.early !== true
