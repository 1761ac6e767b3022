import type { Item } from '@reason/core/result'
import type { AssistantMessage, Conversation, Message, ToolMessage } from '@reason/core/conversation'
import { bareCallId } from '@reason/wire-kit'
import { splitCallId } from './call-id.ts'
import { callsOf } from './calls.ts'
import { findCarried, findEachCarried, type Carried } from './carried.ts'
import { inPlace } from './pieces.ts'
import { findVouched } from './vouched.ts'
import type { SealedRecord } from './payload.ts'
import { restore } from './restore.ts'
import type { Opening, OpenFailure, SealContext, Sealer } from './sealer.ts'

export interface ReopenOptions {
  sealer: Sealer
  context: SealContext
  /** Most that is put back into one request, in bytes of JSON: values are small, what is in them may be large, and one may be sent many times. Default 32 MiB. */
  maxBytes?: number
}

/** What became of one message that carried a sealed value. */
export interface SealReport {
  /** Its index in the conversation that was given. */
  message: number
  /**
   * `restored`: it is what the model said. `merged`: with the client's own answer or calls, also where the answer was not there yet when its
   * reasoning was sealed. `lost`: it is as the client sent it, without what could not be opened.
   */
  outcome: 'restored' | 'merged' | 'lost'
  /** Why it was lost. */
  reason?: OpenFailure
}

export interface Reopened {
  conversation: Conversation
  reports: readonly SealReport[]
}

/**
 * Puts what was sealed back into the conversation of a request: replay then decides what of it goes to the target. No sealed value is
 * left in it, opened or not. Nothing is thrown.
 */
export function reopen(conversation: Conversation, options: ReopenOptions): Reopened {
  const steps = reopenInSteps(conversation, options)
  for (;;) {
    const { done, value } = steps.next()
    if (done === true) return value
  }
}

/** The same in steps of some milliseconds, for a conversation of thousands of messages. */
export function* reopenInSteps(conversation: Conversation, options: ReopenOptions): Generator<void, Reopened> {
  const reopened = yield* reopenOnce(conversation, options, new Set())
  if (!reopened.reports.some(({ reason }) => reason === 'expired')) return reopened
  yield
  const vouched = findVouched(conversation, options)
  return vouched.size === 0 ? reopened : yield* reopenOnce(conversation, options, vouched)
}

/** Messages that are read, and values that are opened, in one step: a value takes as long as some messages. */
const perStep = { messages: 2000, values: 200 }

/** @param vouched - Values whose age does not count. */
function* reopenOnce(
  conversation: Conversation,
  { sealer, context, maxBytes = 1 << 25 }: ReopenOptions,
  vouched: ReadonlySet<string>,
): Generator<void, Reopened> {
  const tools = (conversation.tools ?? []).flatMap((tool) => (tool.type === 'function' ? [tool.name] : []))
  const messages: Message[] = []
  const reports: SealReport[] = []
  const whole = new Set<Message>()
  const opened = new Map<string, Opening>()
  /** Values whose records are in a message. */
  const used = new Set<string>()
  /** What results that follow are to call their calls. */
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
    // Results that follow answer its calls, and no earlier ones of the same id.
    callIds = new Map()
    const found = findCarried(message.items)
    if (found === undefined) return void messages.push(message)
    isChanged = true
    // One record may be carried twice, and come back whole in one place only.
    const isSeveral = [...found.values.keys()].filter((value) => isWhole(open(value))).length > 1
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
    for (let later = at + 1; later < messages.length; later++) {
      const result = messages[later]!
      if (result.role === 'tool') messages[later] = answer(result)
    }
  }

  /** No value has all of the message. */
  function sayInPieces(openings: readonly Found[], carried: Carried, message: AssistantMessage, index: number): void {
    const hasBlocks = openings.some(({ opening, inId }) => opening.ok && !inId)
    const pieces = openings.flatMap((found) => {
      const opening = use(found)
      if (!opening.ok) return []
      // Blocks that came back have the thought already: of the ids, only the seals of their calls count.
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
    // How it was written counts items that are no longer there.
    const items = carried.items.filter((item) => !isLayout(item))
    if (items.length > 0) messages.push({ ...message, items })
  }

  function open(value: string): Opening {
    const known = opened.get(value)
    if (known !== undefined) return known
    const opening = sealer.open(value, context, left, vouched.has(value))
    if (opening.ok) left -= opening.bytes
    opened.set(value, opening)
    return opening
  }

  /** Of a value that has been used before, the record is in the request once more. */
  function use({ value, opening }: { value: string; opening: Opening }): Opening {
    if (!opening.ok) return opening
    if (!used.has(value)) used.add(value)
    else if (opening.bytes > left) return { ok: false, reason: 'too-large' }
    else left -= opening.bytes
    return opening
  }

  /**
   * Some clients put each result right behind its call, and so take one message apart: the calls before are of the same record.
   * They are taken out of the messages, and `at` is where they began.
   */
  function withEarlier(items: readonly Item[], missing: readonly string[]): { items: readonly Item[]; at: number } {
    let all = items
    let at = messages.length
    for (let before = messages.length - 1; before >= 0; before--) {
      const message = messages[before]!
      if (message.role === 'tool') continue
      // Ids may come again with every turn: what has been restored is whole.
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

/** A value, what it opens to, and the number of items that stood before it. */
interface Found {
  value: string
  opening: Opening
  at: number
  inId: boolean
}

const callOnly = (record: SealedRecord): SealedRecord => ({
  ...record,
  message: { ...record.message, items: callsOf(record.message.items) },
})

/** Of what opens, but not twice in one request, there is too much. */
const reasonOf = (failed: Found | undefined): OpenFailure =>
  failed === undefined || failed.opening.ok ? 'too-large' : failed.opening.reason

/** Alike for those who have the whole ids and those who have their beginnings. */
const idsOf = (items: readonly Item[]): string[] => callsOf(items).flatMap(({ id }) => (id === undefined ? [] : [bareCallId(id)]))

const isLayout = (item: Item): boolean => item.type === 'native' && item.event.startsWith('replay.')

/** Of a message whose reasoning was sealed before its answer, and all of it at its end, the end counts. */
const isWhole = (opening: Opening): boolean => opening.ok && opening.record.early !== true
