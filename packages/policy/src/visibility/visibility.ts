import type { Part, Stage } from '@reason/core'
import type { Channel, DeltaPart, FinishPart, MarkupPart, NativePart } from '@reason/core/parts'
import { bareCallId, bareRefusal } from '@reason/wire-kit'
import { counted } from './usage-words.ts'
import { isEndingWord } from './ending-words.ts'
import { harmlessValue } from './harmless-values.ts'
import { createStage, type MakeStep } from '../chain/step.ts'

/**
 * How much of the reasoning a client may see. `full`: all. `summary`: a provider's summaries. `label`: that the model thinks, and for how long. `none`:
 * not even that.
 */
export type Visibility = 'full' | 'summary' | 'label' | 'none'

/** When the client gets visible reasoning. `off`: never. `on`: each block as a whole. `stream`: as it comes. */
export type Mode = 'off' | 'on' | 'stream'

export interface VisibilityOptions {
  /** Clock in milliseconds, for the thinking time. Default: `Date.now`. */
  now?: () => number
  /** Names (or last segments) of native events that pass, although they may repeat reasoning. Added to the events that are known to be harmless. */
  nativeEvents?: readonly string[]
  /** The client's stop sequences. Below `full`, only these are reported, because another text may be the model's. Default: none. */
  stopSequences?: readonly string[]
}

/** Last segments of native events without a channel that pass below `full`, because they are known to contain no model text. */
const harmlessEvents: readonly string[] = [
  'citation',
  'citations',
  'annotations',
  'container',
  'stop_reason',
  'stop_sequence',
  'system_fingerprint',
  'service_tier',
  'safetyRatings',
  'groundingMetadata',
  'native_finish_reason',
  'inlineData',
  'images',
]

/** Our own native part with the thinking time of a block. `value` is `{ block, ms }`. */
export const thinkingTime = { wire: 'reason', event: 'thinking-time' } as const

/** Thinking time in such a part. Undefined for other parts. */
export function thinkingTimeOf(part: Part): { block: number; ms: number } | undefined {
  if (part.type !== 'native' || part.wire !== thinkingTime.wire || part.event !== thinkingTime.event) return undefined
  return part.value as { block: number; ms: number }
}

/**
 * Hides reasoning from a client, including seals on other parts. Below `full`, hidden text does not become markup, because clients get markup, too. Also
 * removes everything that may repeat it: markup, the provider's own first event, and native parts that are not known to be harmless. Harmless parts and
 * usage are reduced to known values.
 *
 * Under `label` a block has only its start and its end (kind `hidden`), followed by a native part with its duration (`thinkingTime`).
 */
export const limitVisibility = (visibility: Visibility, options: VisibilityOptions = {}): Stage =>
  createStage([visibilityStep(visibility, options)])

export function visibilityStep(visibility: Visibility, options: VisibilityOptions): MakeStep {
  const { now = Date.now, nativeEvents = [], stopSequences = [] } = options
  const wanted = new Set(nativeEvents)
  const passing = nativeEvents.length === 0 ? harmless : new Set([...harmlessEvents, ...nativeEvents])

  return (pass, { of, ledger }) => {
    if (visibility === 'full') return pass
    const emit = (part: Part): void => pass(withoutSeals(part))
    /** Hidden blocks, with their start times. */
    const hidden = new Map<number, number>()
    /** Open blocks of visible reasoning. Text of any other block is hidden, because its content is unknown. */
    let shown: Set<number> | undefined

    return (part) => {
      switch (part.type) {
        case 'block-start':
          if (isPublic(part.channel)) return emit(part)
          if (visibility === 'summary' && part.kind === 'summary') {
            shown ??= new Set()
            shown.add(part.block)
            return emit(part)
          }
          hidden.set(part.block, visibility === 'label' ? now() : 0)
          ledger.hiddenBlocks++
          return visibility === 'label' ? emit({ ...part, kind: 'hidden' }) : undefined
        case 'delta':
          return hidden.has(part.block) || (!isPublic(part.channel) && shown?.has(part.block) !== true) ? undefined : emit(part)
        case 'block-end': {
          const since = hidden.get(part.block)
          if (since === undefined) {
            if (!isPublic(part.channel) && shown?.delete(part.block) !== true) return
            return emit(part)
          }
          hidden.delete(part.block)
          if (visibility !== 'label') return
          // The terminator is the model's own text, of any length, and may quote reasoning.
          const { terminator: _, ...rest } = part
          emit(rest)
          return emit({ type: 'native', ...thinkingTime, channel: 'answer', value: { block: part.block, ms: now() - since }, ...of })
        }
        case 'warning':
          // A service token in a hidden block is invisible. Its warning would count as a token of the answer.
          return part.code === 'service-token' && part.block !== undefined && hidden.has(part.block) ? undefined : emit(part)
        case 'native':
          if (isHarmlessNative(part, passing)) {
            const value = wanted.has(part.event) ? part.value : harmlessValue(part.event, part.value, stopSequences)
            return value === undefined ? undefined : emit({ ...part, value })
          }
          if (part.channel === undefined && part.event === 'context_management') return emit({ ...part, value: counted(part.value) })
          return isRouted(part) ? emit({ ...part, value: routeOf(part.value) }) : undefined
        case 'usage':
          return emit(part.usage.raw === undefined ? part : { ...part, usage: { ...part.usage, raw: counted(part.usage.raw) } })
        case 'finish':
          return emit(withKnownWords(part, stopSequences))
        case 'markup':
          return
        case 'start': {
          const { native: _, ...rest } = part
          return emit(rest)
        }
        default:
          return emit(part)
      }
    }
  }
}

/** Whether clients of every visibility may see a channel. By allow-list, as an adapter may write a channel that does not exist. */
const isPublic = (channel: Channel): boolean => channel === 'answer' || channel === 'commentary'

/** Reduces a finish to known words, without the provider's free text. */
function withKnownWords(part: FinishPart, stops: readonly string[]): FinishPart {
  const { native, stopSequence, refusal, ...rest } = part
  const bare = refusal && bareRefusal(refusal)
  // The text after the colon is a reason. The word before it states that the answer is incomplete.
  const [first] = native?.split(':') ?? []
  const word = [native, first].find((one) => one !== undefined && isEndingWord(one))
  return {
    ...rest,
    ...(bare !== undefined && { refusal: bare }),
    ...(word !== undefined && { native: word }),
    ...(stopSequence !== undefined && stops.includes(stopSequence) && { stopSequence }),
  }
}

/** Removes seals, which reveal the reasoning to every holder of their key. Answers, tool calls and ids of calls carry them, too. */
function withoutSeals(part: Part): Part {
  if (part.type === 'tool-call-start') return part.id === undefined ? part : { ...part, id: bareCallId(part.id) }
  if (!('seals' in part) || part.seals === undefined) return part
  const { seals: _, ...rest } = part
  return rest
}

const harmless: ReadonlySet<string> = new Set(harmlessEvents)

/** Whether a native part may pass, by allow-list: a part of a visible channel, or a known event. */
export function isHarmlessNative({ channel, event }: Pick<NativePart, 'channel' | 'event'>, passing = harmless): boolean {
  if (channel !== undefined) return isPublic(channel)
  return passing.has(event) || passing.has(event.slice(event.lastIndexOf('.') + 1))
}

type Loose = Readonly<Record<string, unknown>>

/**
 * Whether a part has item fields of OpenAI's Responses that clients need beside the text. For a call: the namespace of its tool, without which the
 * client cannot find the tool, and whether the model waits for its result. For a message: its start and phase, without which two messages join, or a
 * comment looks like the end of the turn. The namespace is a name in the request, and the phase one of two words.
 */
function isRouted({ channel, event, value }: NativePart): boolean {
  return channel === undefined && event === 'replay.item' && routeOf(value) !== undefined
}

function routeOf(value: unknown): Loose | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { type, namespace, phase, async: unawaited } = value as Loose
  if (type === 'message') return { type, ...(phases.has(phase) && { phase }) }
  if (type !== 'function_call' && type !== 'custom_tool_call') return undefined
  const isName = typeof namespace === 'string' && /^[\w-]{1,128}$/.test(namespace)
  return isName || unawaited === true ? { type, ...(isName && { namespace }), ...(unawaited === true && { async: true }) } : undefined
}

const phases: ReadonlySet<unknown> = new Set(['commentary', 'final_answer'])

/**
 * Mode `on`: holds the text of a reasoning block until its end, then emits it in one piece, unless text was removed from it. Its start and end are not
 * delayed.
 */
export const deliverWhole = (): Stage => createStage([wholeStep])

type TextPart = DeltaPart | MarkupPart

export const wholeStep: MakeStep = (emit) => {
  /** Text of open blocks, and removed text in it. */
  const waiting = new Map<number, TextPart[]>()
  let last: TextPart[] | undefined

  return (part) => {
    switch (part.type) {
      case 'delta':
        if (part.channel !== 'reasoning') return emit(part)
        last = waiting.get(part.block)
        if (last === undefined) waiting.set(part.block, (last = []))
        last.push(part)
        return
      case 'markup':
        return last === undefined ? emit(part) : void last.push(part)
      case 'block-end':
        release(part.block)
        return emit(part)
      case 'finish':
      case 'end':
        for (const block of waiting.keys()) release(block)
        return emit(part)
      default:
        return emit(part)
    }
  }

  function release(block: number): void {
    const parts = waiting.get(block)
    if (parts === undefined) return
    waiting.delete(block)
    if (last === parts) last = undefined
    let run: TextPart[] = []
    for (const part of parts) {
      if (run.length > 0 && !isAlike(run[0]!, part)) {
        send(run)
        run = []
      }
      run.push(part)
    }
    send(run)
  }

  function send(run: readonly TextPart[]): void {
    emit(run.length === 1 ? run[0]! : { ...run[0]!, text: run.map(({ text }) => text).join('') })
  }
}

const isAlike = (a: TextPart, b: TextPart): boolean =>
  a.type === 'delta' ? b.type === 'delta' && a.inserted === b.inserted : b.type === 'markup' && a.of === b.of
