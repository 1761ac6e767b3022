import type { Part, Stage } from '@reason/core'
import type { BlockEndPart, ToolCallStartPart } from '@reason/core/parts'
import type { Block, Item } from '@reason/core/result'
import type { AssistantMessage } from '@reason/core/conversation'
import { bareCallId } from '@reason/wire-kit'
import { seenDigest } from './answer-digest.ts'
import type { AttachOptions } from './attach-options.ts'
import { callsOf } from './calls.ts'
import { isCommentary, isReasoning } from './items.ts'
import type { SealedRecord } from './payload.ts'
import { hasPlace, hasThought, isAnswerLast, isChanged, isLayout, isTooLong, isWhollySealed, withoutLogprobs } from './seal-decision.ts'
import { inCallId, sealedBlock, sealOf, withoutSeals } from './sealed-parts.ts'
import type { SealingResult } from './sealer.ts'

/**
 * Maximum number of times that the record is read before the end of a message, because each reading takes in all items so far. Later thoughts are sealed
 * only at the end.
 */
const mostReadings = 48

/**
 * Creates the last stage before a client's writer. At the end of the message it adds a reasoning block without text,
 * whose single seal contains the record. The writer puts it into the format's place for seals. Only calls whose id has
 * to carry the value are delayed.
 *
 *   ──parts──▶ ──finish──▶ block with our seal ▶ finish
 *
 * Clients of Messages take the last block for the result if it is text (Claude Code, its SDK: an answer that ends with
 * anything else is empty for them). For them the reasoning is sealed before the answer, so that the answer ends the
 * message.
 *
 *   ──reasoning──▶ block with our seal ──answer──▶ finish
 *
 * If clients see the thought and their format seals blocks, a thought and its seal are one item: clients that find an
 * unsigned thought beside a sealed one send its text back as an answer. Later content is then sealed only if some of it
 * would be lost otherwise.
 *
 *   ──reasoning──▶ end of its block, with our seal ──answer──▶ finish
 */
export function attachSeal(options: AttachOptions): Stage {
  const { sealer, context, record, visibility, when = 'needed', carrier = 'field', choices = 1, commentary } = options
  const { isWantedBack = () => true, before: earlier, references, sealsEarly = true } = options
  const maxCallId = references === undefined ? (options.maxCallId ?? 8192) : Infinity
  const seal = ({ seen, ...one }: Omit<SealedRecord, 'seen'> & { seen: readonly string[] }): SealingResult =>
    // Skips serialising and digesting a record that is too long.
    isTooLong(one.message)
      ? { ok: false, reason: 'too-large' }
      : sealer.seal({ ...one, seen: seenDigest(seen.join('')), ...(earlier !== undefined && { before: earlier }) }, context)
  const hides = visibility !== 'full'
  const { areLost, inBlocks: sealsBlocks = false, beforeAnswer = false, parsedArguments = false } = options.places ?? {}
  /** Pieces of the answer that the client gets. */
  const answer: string[] = []
  /** Ids of the calls that the client gets. */
  const ids = new Set<string>()
  /** Parts delayed since the first call, if its id has to carry the value. */
  let held: Part[] | undefined
  let nextBlock = 0
  let calls = 0
  let over = choices > 1
  /** Number of the block before which the reasoning was sealed. Later blocks are renumbered by one. */
  let moved = Infinity
  /** Text of the open reasoning block that the client sees. This text may be all that there is to seal. */
  let shown: string[] = []
  let hasShown = false
  /** Number of ended reasoning blocks, and number of the record's reasoning blocks that are sealed. */
  let ended = 0
  let sealed = 0
  /** Index of the first record item that is not sealed in a block, and the number of sealed native items. */
  let sealedTo = 0
  let natives = 0
  /** Number of the provider's seals in the sealed blocks. */
  let innerSeals = 0
  /** Number of ids that carry the reasoning before their calls. */
  let named = 0
  /** Number of record items that an id has carried, or would have carried. */
  let carried = 0
  /** Parts of a thought without text after the answer. */
  let behind: Part[] = []
  let readings = 0

  return { push }

  /** The record so far. Undefined if it was read too often. */
  function recordSoFar(): AssistantMessage | undefined {
    return ++readings > mostReadings ? undefined : withoutLogprobs(record())
  }

  function push(given: Part): readonly Part[] {
    const part = inPlace(hides ? withoutSeals(given) : given)
    if (over) return [part]
    if ((part.choice ?? 0) !== 0) return giveUp(part)
    if (isBehindAnswer(part)) return []
    return behind.length > 0 && endsWaiting.has(part.type) ? [...behind.splice(0), part].flatMap(pass) : pass(part)
  }

  /** Delays a thought without text after an answer. If the answer ends the message, the thought is left out. */
  function isBehindAnswer(part: Part): boolean {
    if (part.type === 'finish' || part.type === 'end') behind = []
    const begins = part.type === 'block-start' && part.channel === 'reasoning' && beforeAnswer
    const waits = begins ? calls === 0 && answer.length > 0 : part.type === 'block-end' && behind.length > 0
    if (waits) behind.push(part)
    return waits
  }

  function pass(part: Part): readonly Part[] {
    switch (part.type) {
      case 'delta':
        if (part.channel === 'answer' || (part.channel === 'commentary' && commentary === 'answer')) answer.push(part.text)
        else if (part.channel === 'reasoning') {
          hasShown = true
          if (sealsBlocks && !hides) shown.push(part.text)
        }
        break
      case 'block-end':
        if (part.channel === 'reasoning' && sealsBlocks) return [withSeal(part)]
        break
      case 'block-start': {
        const before = part.channel === 'answer' && calls === 0 && moved === Infinity ? early(part.block) : undefined
        nextBlock = Math.max(nextBlock, part.block + 1)
        if (before !== undefined) return [...before, inPlace(part)]
        break
      }
      case 'tool-call-start':
        if (calls === 0 && hides && sealsBlocks && moved === Infinity) {
          const before = early(nextBlock, true)
          if (before !== undefined) return [...before, ...passCall(part)]
        }
        return passCall(part)
      case 'finish':
        return finish(part, part.reason !== 'error' && part.reason !== 'aborted')
      case 'end':
        return finish(part, false)
    }
    return hold(part)
  }

  function passCall(part: ToolCallStartPart): readonly Part[] {
    calls++
    if (part.id !== undefined) ids.add(part.id)
    if (carrier !== 'field' && (!hides || sealsBlocks)) return [withThoughtBefore(part)]
    if (carrier !== 'field') held ??= []
    return hold(part)
  }

  function hold(part: Part): readonly Part[] {
    if (held === undefined) return [part]
    held.push(part)
    return []
  }

  function inPlace(part: Part): Part {
    return 'block' in part && part.block !== undefined && part.block >= moved ? { ...part, block: part.block + 1 } : part
  }

  /**
   * Seals the reasoning before the answer, or before a call without preceding text. Undefined if there is nothing to
   * seal, or if it is sealed at the end.
   */
  function early(block: number, isBeforeCall = false): Part[] | undefined {
    if (!sealsEarly || !(beforeAnswer || isBeforeCall)) return undefined
    const message = recordSoFar()
    if (message === undefined) return undefined
    const end = message.items.findIndex((item) => item.type !== 'native' && !isReasoning(item))
    // A seal after text would move the thought after the text.
    if (isBeforeCall && end !== -1 && message.items[end]!.type !== 'tool-call') return undefined
    const before = { ...message, items: message.items.slice(sealedTo, end === -1 ? undefined : end) }
    // After a thought that is sealed in its block, the provider may have sent native items.
    const isLeft =
      sealed > 0
        ? before.items.some(hasPlace) && !isOwnFormat(message)
        : before.items.some(isReasoning) && (isBeforeCall ? isWantedBack(before) : isNeeded(before))
    if (!isLeft) return undefined
    const sealing = seal({ message: before, seen: [], early: true })
    if (!sealing.ok) return undefined
    moved = block
    nextBlock = block + (isBeforeCall ? 1 : 2)
    // Then nothing is left to seal at the end, unless more reasoning follows, or the calls carry something.
    countAsSealed(before.items, end === -1 ? message.items.length : end)
    return sealedBlock(block, sealing.value)
  }

  /** Adds a seal with the block's reasoning to the end of a visible block. */
  function withSeal(part: BlockEndPart): Part {
    ended++
    const text = shown.join('')
    shown = []
    const message = recordSoFar()
    if (message === undefined) return part
    const own = message.items.filter(isReasoning)
    // Reasoning that was split off a text is still part of that text in the record, which may contain more by now.
    const split: Block[] = own.length === 0 && text !== '' ? [{ type: 'block', channel: 'reasoning', text, boundary: 'wire' }] : []
    const last = own[Math.min(ended, own.length) - 1]
    const to = last === undefined ? sealedTo : message.items.indexOf(last) + 1
    // The provider's id of a thought is a native item beside it.
    const items = [...message.items.slice(sealedTo, to).filter((item) => isReasoning(item) || item.type === 'native'), ...split]
    const before = { ...message, items }
    if (!items.some(isReasoning) || isOwnFormat(message) || !isWantedBack(before)) return part
    const sealing = seal({ message: before, seen: [], early: true })
    if (!sealing.ok) return part
    countAsSealed(items, to)
    return { ...part, seals: [sealOf(sealing.value)] }
  }

  /** @param to - Index in the record behind the items. */
  function countAsSealed(items: readonly Item[], to: number): void {
    sealed += items.filter(isReasoning).length
    innerSeals += countSeals(items)
    natives += items.filter(({ type }) => type === 'native').length
    sealedTo = Math.max(sealedTo, to)
  }

  /** Puts the reasoning since the previous call into the id of a call. */
  function withThoughtBefore(part: ToolCallStartPart): Part {
    const message = recordSoFar()
    if (message === undefined) return part
    const at = message.items.findIndex((item, index) => index >= carried && item.type === 'tool-call')
    const call = message.items[at]
    // Layouts without an item describe the whole message and come after it. A layout before an item belongs to that item.
    const isOfMessage = (item: Item): boolean => isLayout(item) && !('item' in item && item.item !== undefined)
    const layouts = calls === 1 && at !== -1 ? message.items.slice(at).filter(isOfMessage) : []
    const before = [...message.items.slice(carried, at === -1 ? undefined : at), ...layouts]
    carried = at === -1 ? message.items.length : at + 1
    if (options.keepsBlocks === true && call?.seals === undefined) return part
    const isSplit = calls === 1 && hasShown && !message.items.some(isReasoning)
    const items = call?.seals === undefined ? before : [...before, { ...call, arguments: '' } as Item]
    const isSaid = items.some((item) => isReasoning(item) || isCommentary(item) || ('seals' in item && item.seals !== undefined))
    // Native items before the call announce it, and mean nothing alone.
    const led = { ...message, items: call === undefined ? items : [...before, call] }
    if (!isSplit && !(isSaid && !isOwnFormat(message) && isWantedBack(led))) return part
    const sealing = seal({ message: { ...message, items }, seen: answer, early: true })
    if (!sealing.ok || sealing.value.length > maxCallId) return part
    named++
    return inCallId(part, sealing.value, references)
  }

  /** Stops sealing, because there are several choices after all. */
  function giveUp(part: Part): Part[] {
    over = true
    return [...(held ?? []), part]
  }

  function finish(last: Part, seals: boolean): Part[] {
    over = true
    const rest = held ?? []
    const message = seals ? withoutLogprobs(record()) : undefined
    // A paused turn needs all of its content to continue, even without reasoning.
    const isPaused = last.type === 'finish' && last.native === 'pause_turn'
    if (message === undefined || !isNeeded(message, isPaused)) return [...rest, last]
    if (calls === 0 && beforeAnswer && !isPaused && (!sealsEarly || isAnswerLast(message, moved < Infinity || sealed > 0)))
      return [...rest, last]
    if (callsOf(message.items).length < calls) return [...rest, otherCalls, last]
    if (isSealedInBlocks(message) || (carrier === 'call-id' && named > 0)) return [...rest, last]
    const sealing = seal({ message, seen: answer })
    if (!sealing.ok) return [...rest, tooLarge, last]
    const inId = held !== undefined && sealing.value.length <= maxCallId
    const out = inId
      ? rest.map((part, index) => (index === 0 && part.type === 'tool-call-start' ? inCallId(part, sealing.value, references) : part))
      : rest
    return [...out, ...(inId && carrier === 'call-id' ? [] : sealedBlock(nextBlock, sealing.value)), last]
  }

  /**
   * True if the visible blocks seal everything that a provider wants back. With several calls, clients may split the
   * message at each call. A provider may send the seal of a thought after the call that follows it.
   */
  function isSealedInBlocks(message: AssistantMessage): boolean {
    const isWhole = innerSeals === countSeals(message.items.filter(isReasoning).slice(0, sealed))
    return sealed > 0 && calls <= 1 && isWhole && isWhollySealed(message, { sealed, natives, parsedArguments })
  }

  /** True if the client's own format carries everything. */
  function isOwnFormat({ origin }: AssistantMessage): boolean {
    return when === 'needed' && !hides && origin?.wire === context.client && areLost !== true
  }

  function isNeeded(message: AssistantMessage, isPaused = false): boolean {
    // The client got the id without the thought signature in it.
    if (callsOf(message.items).some(({ id }) => id !== undefined && bareCallId(id) !== id && !ids.has(id))) return true
    if (isOwnFormat(message)) return false
    return isPaused || (hasThought(message) && isWantedBack(message)) || (!isTooLong(message) && isChanged(message, answer.join('')))
  }
}

/** Types of parts that show that the message continues. */
const endsWaiting: ReadonlySet<Part['type']> = new Set(['block-start', 'delta', 'tool-call-start'])

const countSeals = (items: readonly Item[]): number => items.filter(isReasoning).reduce((count, { seals = [] }) => count + seals.length, 0)

const notCarried = (message: string): Part => ({ type: 'warning', code: 'not-carried', message })

const tooLarge = notCarried('The reasoning is too long to be sealed: the provider will not get it back.')
const otherCalls = notCarried(
  'The record lacks tool calls that the client received, so it was not sealed. Record the parts after the splitter.',
)
