import type { Part, Stage } from '@reason/core'
import type { BlockEndPart, Seal, ToolCallStartPart } from '@reason/core/parts'
import type { Block, Item } from '@reason/core/result'
import type { SealPlaces, WriterOptions } from '@reason/core/wire'
import type { AssistantMessage } from '@reason/core/conversation'
import { bareCallId } from '@reason/wire-kit'
import { withSealed } from './call-id.ts'
import type { CallReferences } from './call-references.ts'
import { callsOf } from './calls.ts'
import { isReasoning } from './items.ts'
import type { SealedRecord } from './payload.ts'
import { usualRecordBytes } from './options.ts'
import type { SealContext, Sealer, Sealing } from './sealer.ts'
import { seenDigest } from './seen.ts'
import { hasPlace, hasThought, isAnswerLast, isChanged, isLayout, isWhollySealed, withoutLogprobs } from './to-seal.ts'

export interface AttachOptions {
  sealer: Sealer
  context: SealContext
  /** Of the format that the client speaks: its `sealPlaces`. Undefined: it brings back everything as it came. */
  places: SealPlaces | undefined
  /** The reader's own record (`messageOf`) of what has come so far. Asked for when the message is over, and for some clients when its answer begins. */
  record: () => AssistantMessage
  /** How much of the reasoning the client may see. Below `full`, seals of providers are removed. */
  visibility: 'full' | 'summary' | 'label' | 'none'
  /**
   * `needed`: where the client's own format cannot bring back what the provider needs: it is not that of the provider, or has no sure place
   * for seals (Chat Completions), or not all of it may be seen. `always`: also where it can, for text that was split here. Default `needed`.
   */
  when?: 'needed' | 'always'
  /**
   * `field`: the format's own opaque field. `call-id`: ids of tool calls, for clients that send nothing else back; a message without calls
   * takes the field. Each id has what was thought before its call. Below `full`, in Chat Completions, calls come at the end of the message
   * instead, and the first id has all of it. `both`. Default `field`.
   */
  carrier?: 'field' | 'call-id' | 'both'
  /** The client brings blocks back that have a seal beside their text: ids carry no more than the seals of their own calls. Default: it may not. */
  keepsBlocks?: boolean
  /** Longest sealed value that an id takes, in characters. Default 8192. What is longer takes the field. */
  maxCallId?: number
  /** Whether what was thought may be sealed before the answer begins. Default: yes. Not where the reasoning stands in the answer's own text: an answer without calls carries no seal then. */
  sealsEarly?: boolean
  /** Makes the ids short that carry a value, of whatever length. `withCallIds` finds them again. Default: the value stands in the id. */
  references?: Pick<CallReferences, 'put'> | undefined
  /** Digest of what was sealed in the conversation so far (`digestOfSealed`), which then expires with what is sealed here. */
  before?: string | undefined
  /** Whether the provider would get anything back of the reasoning and the seals of this message. Default: it would. */
  isWantedBack?: (message: AssistantMessage) => boolean
  /** How many choices the request asks for. With more than one, nothing is sealed: the client may continue any of them. Default 1. */
  choices?: number
  /** Where the writer puts commentary: text that becomes part of the answer is part of what the client has seen. */
  commentary?: WriterOptions['commentary']
}

/**
 * The last step before a client's writer. At the end of the message it adds a reasoning block without text whose one seal holds the
 * record, for the writer to put where its format keeps such things. Nothing is delayed, but for calls whose id is to carry it.
 *
 *   ──parts──▶ ──finish──▶ block with our seal ▶ finish
 *
 * Clients of Messages take the last block for the result where it is a text (Claude Code, its SDK: an answer that ends with anything else
 * is empty there). For them the reasoning is sealed before the answer, and an answer that nothing follows ends the message.
 *
 *   ──reasoning──▶ block with our seal ──answer──▶ finish
 *
 * A thought and its seal are one item where clients see the thought, and their format seals blocks: those that find an unsigned thought
 * beside a sealed one send the text back as an answer. What follows is then sealed only where something of it is lost without.
 *
 *   ──reasoning──▶ end of its block, with our seal ──answer──▶ finish
 */
export function attachSeal(options: AttachOptions): Stage {
  const { sealer, context, record, visibility, when = 'needed', carrier = 'field', choices = 1, commentary } = options
  const { isWantedBack = () => true, before: earlier, references, sealsEarly = true } = options
  const maxCallId = references === undefined ? (options.maxCallId ?? 8192) : Infinity
  const seal = ({ seen, ...one }: Omit<SealedRecord, 'seen'> & { seen: readonly string[] }): Sealing =>
    // Neither written nor digested first.
    isTooLong(one.message)
      ? { ok: false, reason: 'too-large' }
      : sealer.seal({ ...one, seen: seenDigest(seen.join('')), ...(earlier !== undefined && { before: earlier }) }, context)
  const hides = visibility !== 'full'
  const { areLost, inBlocks: sealsBlocks = false, beforeAnswer = false, parsedArguments = false } = options.places ?? {}
  /** The answer as the client gets it, in pieces. */
  const answer: string[] = []
  /** Of the calls, as the client gets them. */
  const ids = new Set<string>()
  /** From the first call on, where its id is to carry the value. */
  let held: Part[] | undefined
  let nextBlock = 0
  let calls = 0
  let over = choices > 1
  /** The block before which the reasoning has been sealed: from there on blocks count one more. */
  let moved = Infinity
  /** Of the reasoning that is shown: the text of the block that is open, where it may be all that there is to seal. */
  let shown: string[] = []
  let hasShown = false
  /** Blocks of the reasoning that have ended, and those of the record that are sealed in them. */
  let ended = 0
  let sealed = 0
  /** Items of the record up to which blocks are sealed, and how many of them are native. */
  let sealedTo = 0
  let natives = 0
  /** Ids that carry what was thought before their calls. */
  let named = 0
  /** Items of the record that an id has carried, or had to. */
  let carried = 0
  /** A thought behind the answer, as long as it has no text. */
  let behind: Part[] = []

  return { push }

  function push(given: Part): readonly Part[] {
    const part = inPlace(hides ? withoutSeals(given) : given)
    if (over) return [part]
    if ((part.choice ?? 0) !== 0) return giveUp(part)
    if (isBehindAnswer(part)) return []
    return behind.length > 0 && endsWaiting.has(part.type) ? [...behind.splice(0), part].flatMap(pass) : pass(part)
  }

  /** Where the answer ends the message, a thought without text behind it is left out. It waits for what follows. */
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
   * What has been thought until the answer begins, or until a call that no words stand before. Undefined: nothing, or it is sealed at the end.
   */
  function early(block: number, isBeforeCall = false): Part[] | undefined {
    if (!sealsEarly || !(beforeAnswer || isBeforeCall)) return undefined
    const message = withoutLogprobs(record())
    const end = message.items.findIndex((item) => item.type !== 'native' && !isReasoning(item))
    // A seal behind words would put the thought behind them, too.
    if (isBeforeCall && end !== -1 && message.items[end]!.type !== 'tool-call') return undefined
    const before = { ...message, items: message.items.slice(sealedTo, end === -1 ? undefined : end) }
    // Behind a thought that is sealed in its block, a provider may have named what follows.
    const isLeft =
      sealed > 0
        ? before.items.some(hasPlace) && !isOwnFormat(message)
        : before.items.some(isReasoning) && (isBeforeCall ? isWantedBack(before) : isNeeded(before))
    if (!isLeft) return undefined
    const sealing = seal({ message: before, seen: [], early: true })
    if (!sealing.ok) return undefined
    moved = block
    nextBlock = block + (isBeforeCall ? 1 : 2)
    // At the end nothing is left to seal, unless more is thought, or the calls carry something.
    sealed += before.items.filter(isReasoning).length
    natives += before.items.filter(({ type }) => type === 'native').length
    sealedTo = end === -1 ? message.items.length : end
    return sealIn(block, sealing.value)
  }

  /** The end of a block that is shown, with what was thought in it. */
  function withSeal(part: BlockEndPart): Part {
    ended++
    const text = shown.join('')
    shown = []
    const message = withoutLogprobs(record())
    const own = message.items.filter(isReasoning)
    // What was split off a text is in the record as that text, of which more may have come.
    const split: Block[] = own.length === 0 && text !== '' ? [{ type: 'block', channel: 'reasoning', text, boundary: 'wire' }] : []
    const last = own[Math.min(ended, own.length) - 1]
    const to = last === undefined ? sealedTo : message.items.indexOf(last) + 1
    // How the provider names a thought stands beside it.
    const items = [...message.items.slice(sealedTo, to).filter((item) => isReasoning(item) || item.type === 'native'), ...split]
    const before = { ...message, items }
    if (!items.some(isReasoning) || isOwnFormat(message) || !isWantedBack(before)) return part
    const sealing = seal({ message: before, seen: [], early: true })
    if (!sealing.ok) return part
    sealed += items.filter(isReasoning).length
    natives += items.length - items.filter(isReasoning).length
    sealedTo = Math.max(sealedTo, to)
    return { ...part, seals: [sealOf(sealing.value)] }
  }

  /** A call whose id has what was thought since the call before it. */
  function withThoughtBefore(part: ToolCallStartPart): Part {
    const message = withoutLogprobs(record())
    const at = message.items.findIndex((item, index) => index >= carried && item.type === 'tool-call')
    const call = message.items[at]
    // How a message was written is said behind all of it; what stands before one of its items is of that item.
    const isOfMessage = (item: Item): boolean => isLayout(item) && !('item' in item && item.item !== undefined)
    const layouts = calls === 1 && at !== -1 ? message.items.slice(at).filter(isOfMessage) : []
    const before = [...message.items.slice(carried, at === -1 ? undefined : at), ...layouts]
    carried = at === -1 ? message.items.length : at + 1
    if (options.keepsBlocks === true && call?.seals === undefined) return part
    const isSplit = calls === 1 && hasShown && !message.items.some(isReasoning)
    const items = call?.seals === undefined ? before : [...before, { ...call, arguments: '' } as Item]
    const isSaid = items.some((item) => isReasoning(item) || ('seals' in item && item.seals !== undefined))
    // What has been announced of the call stands before it, and means nothing alone.
    const led = { ...message, items: call === undefined ? items : [...before, call] }
    if (!isSplit && !(isSaid && !isOwnFormat(message) && isWantedBack(led))) return part
    const sealing = seal({ message: { ...message, items }, seen: answer, early: true })
    if (!sealing.ok || sealing.value.length > maxCallId) return part
    named++
    return inCallId(part, sealing.value, references)
  }

  /** There are several generations after all. */
  function giveUp(part: Part): Part[] {
    over = true
    return [...(held ?? []), part]
  }

  function finish(last: Part, seals: boolean): Part[] {
    over = true
    const rest = held ?? []
    const message = seals ? withoutLogprobs(record()) : undefined
    // A paused turn goes on with all that is in it, also where nothing was thought.
    const isPaused = last.type === 'finish' && last.native === 'pause_turn'
    if (message === undefined || !isNeeded(message, isPaused)) return [...rest, last]
    if (calls === 0 && beforeAnswer && !isPaused && (!sealsEarly || isAnswerLast(message, moved < Infinity || sealed > 0)))
      return [...rest, last]
    if (callsOf(message.items).length < calls) return [...rest, otherCalls, last]
    if (isSealedInBlocks(message) || (carrier === 'call-id' && named > 0)) return [...rest, last]
    const sealing = seal({ message, seen: answer })
    if (!sealing.ok) return [...rest, tooLarge, last]
    const inId = held !== undefined && sealing.value.length <= maxCallId
    const out = inId ? rest.map((part, index) => (index === 0 ? inCallId(part, sealing.value, references) : part)) : rest
    return [...out, ...(inId && carrier === 'call-id' ? [] : blockOf(sealing.value)), last]
  }

  /** All that a provider wants back is in the blocks that are shown. Of several calls clients may put each into a message of its own. */
  function isSealedInBlocks(message: AssistantMessage): boolean {
    return sealed > 0 && calls <= 1 && isWhollySealed(message, { sealed, natives, parsedArguments })
  }

  /** The client's own format carries all of it. */
  function isOwnFormat({ origin }: AssistantMessage): boolean {
    return when === 'needed' && !hides && origin?.wire === context.client && areLost !== true
  }

  function isNeeded(message: AssistantMessage, isPaused = false): boolean {
    // What is sealed in an id was taken out of it on the way.
    if (callsOf(message.items).some(({ id }) => id !== undefined && bareCallId(id) !== id && !ids.has(id))) return true
    if (isOwnFormat(message)) return false
    return isPaused || (hasThought(message) && isWantedBack(message)) || isChanged(message, answer.join(''))
  }

  function blockOf(value: string): Part[] {
    return sealIn(nextBlock++, value)
  }

  function sealIn(block: number, value: string): Part[] {
    const of = { block, channel: 'reasoning' } as const
    return [
      { type: 'block-start', ...of },
      { type: 'block-end', ...of, boundary: 'wire', seals: [sealOf(value)] },
    ]
  }
}

/** Parts of a message that goes on. */
const endsWaiting: ReadonlySet<Part['type']> = new Set(['block-start', 'delta', 'tool-call-start'])

const sealOf = (value: string): Seal => ({ kind: 'encrypted', value, issuer: { wire: 'reason' } })

/** Puts the sealed value into the call's id. A call without an id gets the end of the value, which is random and therefore unique. */
function inCallId(part: Part, value: string, references: AttachOptions['references']): Part {
  if (part.type !== 'tool-call-start') return part
  const id = withSealed(part.id ?? `call_${value.slice(-12)}`, value)
  return { ...part, id: references?.put(id) ?? id }
}

function withoutSeals(part: Part): Part {
  if (part.type === 'tool-call-start') return part.id === undefined ? part : { ...part, id: bareCallId(part.id) }
  if (!('seals' in part)) return part
  const { seals: _, ...rest } = part
  return rest as Part
}

const notCarried = (message: string): Part => ({ type: 'warning', code: 'not-carried', message })

const tooLarge = notCarried('The reasoning is too long to be sealed: the provider will not get it back.')
const otherCalls = notCarried(
  'The record lacks tool calls that the client received, so it was not sealed. Record the parts after the splitter.',
)

function isTooLong({ items }: AssistantMessage): boolean {
  let chars = 0
  for (const item of items) chars += item.type === 'block' ? item.text.length : item.type === 'tool-call' ? item.arguments.length : 0
  return chars > usualRecordBytes
}
