import type { Block, Part, Seal, Stage, WriterOptions } from '@reason/core'
import type { AssistantMessage } from '@reason/core/conversation'
import { withSealed } from './call-id.ts'
import { callsOf } from './calls.ts'
import type { SealContext, Sealer } from './sealer.ts'
import { seenDigest } from './seen.ts'

export interface AttachOptions {
  sealer: Sealer
  context: SealContext
  /** The reader's own record (`messageOf`) of what has come so far. Asked for once, when the message is over. */
  record: () => AssistantMessage
  /** How much of the reasoning the client may see. Below `full` no seal of anybody else goes out. */
  visibility: 'full' | 'summary' | 'label' | 'none'
  /**
   * `needed`: where the client's own format cannot bring back what the provider needs: it is not that of the provider, or has no sure place
   * for seals (Chat Completions), or not all of it may be seen. `always`: also where it can, for text that was split here. Default `needed`.
   */
  when?: 'needed' | 'always'
  /**
   * `field`: the format's own opaque field. `call-id`: the id of the first tool call, for clients that send nothing else back; calls
   * then come at the end of the message, and a message without calls takes the field. `both`. Default `field`.
   */
  carrier?: 'field' | 'call-id' | 'both'
  /** Longest sealed value that an id takes, in characters. Default 8192. What is longer takes the field. */
  maxCallId?: number
  /** How many generations the request asks for. With more than one nothing is sealed: nobody knows which of them goes on. Default 1. */
  choices?: number
  /** Where the writer puts commentary: text that becomes part of the answer is part of what the client has seen. */
  commentary?: WriterOptions['commentary']
}

/**
 * The last step before a client's writer. At the end of the message it adds a reasoning block without text whose one seal holds the
 * record, for the writer to put where its format keeps such things. Nothing is delayed, but for calls whose id is to carry it.
 *
 *   ──parts──▶ ──finish──▶ block with our seal ▶ finish
 */
export function attachSeal(options: AttachOptions): Stage {
  const { sealer, context, record, visibility, when = 'needed', carrier = 'field', maxCallId = 8192, choices = 1, commentary } = options
  const hides = visibility !== 'full'
  /** The answer as the client gets it, in pieces. */
  const answer: string[] = []
  /** From the first call on, where its id is to carry the value. */
  let held: Part[] | undefined
  let nextBlock = 0
  let calls = 0
  let over = choices > 1

  return { push }

  function push(given: Part): readonly Part[] {
    const part = hides ? withoutSeals(given) : given
    if (over) return [part]
    if ((part.choice ?? 0) !== 0) return giveUp(part)
    switch (part.type) {
      case 'delta':
        if (part.channel === 'answer' || (part.channel === 'commentary' && commentary === 'answer')) answer.push(part.text)
        break
      case 'block-start':
        nextBlock = Math.max(nextBlock, part.block + 1)
        break
      case 'tool-call-start':
        calls++
        if (carrier !== 'field') held ??= []
        break
      case 'finish':
        return finish(part, part.reason !== 'error' && part.reason !== 'aborted')
      case 'end':
        return finish(part, false)
    }
    if (held === undefined) return [part]
    held.push(part)
    return []
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
    if (message === undefined || !isNeeded(message)) return [...rest, last]
    if (callsOf(message.items).length < calls) return [...rest, otherCalls, last]
    const sealing = sealer.seal({ message, seen: seenDigest(answer.join('')) }, context)
    if (!sealing.ok) return [...rest, tooLarge, last]
    const inId = held !== undefined && sealing.value.length <= maxCallId
    const named = inId ? rest.map((part, index) => (index === 0 ? inCallId(part, sealing.value) : part)) : rest
    return [...named, ...(inId && carrier === 'call-id' ? [] : blockOf(sealing.value)), last]
  }

  function isNeeded({ items, seals = [], origin }: AssistantMessage): boolean {
    if (when === 'needed' && !hides && origin?.wire === context.client)
      return leavesSealsOut.has(context.client) && items.some(isSealedBlock)
    if (seals.length > 0 || items.some((item) => ('seals' in item && item.seals!.length > 0) || isReasoning(item))) return true
    // Reasoning that stood in the text has been split off, or something else was changed on the way.
    return items.filter(isAnswer).map(textOf).join('').trim() !== answer.join('').trim()
  }

  function blockOf(value: string): Part[] {
    const of = { block: nextBlock++, channel: 'reasoning' } as const
    const seal: Seal = { kind: 'encrypted', value, issuer: { wire: 'reason' } }
    return [
      { type: 'block-start', ...of },
      { type: 'block-end', ...of, boundary: 'wire', seals: [seal] },
    ]
  }
}

/** Formats in which the seals of a text are somebody's extension: they are not written, or not as they were, or clients lose them. */
const leavesSealsOut: ReadonlySet<string> = new Set(['openai-chat'])

type Item = AssistantMessage['items'][number]

const isSealedBlock = ({ type, seals = [] }: Item): boolean => type === 'block' && seals.length > 0

const isReasoning = (item: Item): boolean => item.type === 'block' && item.channel === 'reasoning'
const isAnswer = (item: Item): item is Block => item.type === 'block' && item.channel === 'answer'
const textOf = ({ text }: Block): string => text

/** They repeat every word of the text many times over, and no provider reads them. */
const withoutLogprobs = (message: AssistantMessage): AssistantMessage => ({
  ...message,
  items: message.items.filter((item) => item.type !== 'native' || !item.event.endsWith('logprobs')),
})

/** The end of a sealed value is random: an id that nobody else has. */
const inCallId = (part: Part, value: string): Part =>
  part.type === 'tool-call-start' ? { ...part, id: withSealed(part.id ?? `call_${value.slice(-12)}`, value) } : part

function withoutSeals(part: Part): Part {
  if (!('seals' in part)) return part
  const { seals: _, ...rest } = part
  return rest as Part
}

const notCarried = (message: string): Part => ({ type: 'warning', code: 'not-carried', message })

const tooLarge = notCarried('The reasoning is too long to be sealed: the provider will not get it back.')
const otherCalls = notCarried(
  'The record lacks calls that the client got, and was not sealed: give the record of the parts that were split.',
)
