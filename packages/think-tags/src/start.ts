import type { StreamContext } from '@reason/core'
import type { JsonValue } from '@reason/core/adapter'
import { decideStart, startsIn, type Origin, type StartEvidence, type StartPlan, type StartQuestion } from '@reason/core/start'
import type { CompleteOptions } from './config.ts'
import type { Family } from './families/family.ts'
import { createScanner } from './matching/scanner.ts'
import { tagMatcher } from './tag-matchers.ts'

/** Channel in which a text begins. `hold`: unknown. */
export type TagStart = 'reasoning' | 'answer' | 'hold'

export interface DecidedStart {
  channel: 'reasoning' | 'answer'
  /** Only a closer made the text reasoning. */
  orphaned: boolean
}

/** Whether no thought should have been open. Its closer at the very end of a text repeats that of the prompt, and the text is the answer. */
export const statesClosed = ({ by }: StartPlan): boolean => by === 'thinking off' || by === 'server closed'

/** Whether the prompt opens the thought, as far as is known, so that text before another opener is a thought, too. */
export const isPromptOpen = ({ by, ifRaw }: StartPlan): boolean => ifRaw === 'reasoning' && by !== 'no closers seen'

/**
 * Whether no thought was open, by evidence that a client cannot cause without seeing the thoughts anyway. Closers that the answer only mentions are then
 * text. A word of the conversation that switches thinking off is a client's.
 */
const provesPlain = ({ by }: StartPlan, { says, seen }: Origin, family: Family | undefined): boolean =>
  by === 'row' ||
  by === 'no closers seen' ||
  (by === 'thinking off' && says === 'off' && seen?.hadClosers !== true && family?.promptSwitch === undefined)

/**
 * Derives where a text begins, from facts outside the text. The first available source wins: the caller, the wire's fields, the previous message of a
 * tool loop, the prompt, the request's switch, the options, the server (`decideStart`), the family.
 */
export function resolveStart(config: CompleteOptions, family: Family | undefined, context: StreamContext = {}): StartPlan {
  const { start, wireReasoning, native = false, grammar, state, prefill, guarded = false, whole = false, origin } = context
  if (start !== undefined) return told(start === 'unknown' ? 'hold' : start, config)
  // A client can make a server end its split at the first closer, so that the rest of the thought arrives as text.
  if (wireReasoning === true) return behindField(context)
  const carried = carriedStart(state)
  if (carried !== undefined) return told(carried, config, 'conversation')
  const prompted = prefill === undefined ? undefined : startAfter(prefill, config)
  // The operator's option overrides a switch of a client that may not see the reasoning.
  const isTold = guarded && config.startsInReasoning !== undefined
  // A template without a switch ignores the request's switch.
  const thinking = family?.switchable === false || isTold ? undefined : context.thinking
  if (prompted === 'reasoning') return startsIn('reasoning', 'prompt')
  if (prompted !== undefined && !guarded) return startsIn('answer', 'prompt')
  if (origin === undefined && grammar === true && !guarded) return startsIn('answer', 'prompt')
  if (thinking === false && origin === undefined) return startsIn('answer', 'thinking off')
  const { startsInReasoning: option } = config
  if (option !== undefined && (isTold || thinking !== false))
    return told(option === 'hold' ? option : option ? 'reasoning' : 'answer', config)
  if (origin !== undefined) {
    const plan = decideStart({ origin, row: rowOf(family, thinking, context), thinking, guarded, whole, native })
    return provesPlain(plan, origin, family) ? { ...plan, quotesAreText: true } : plan
  }
  // Behind such a wire, templates are rendered and their texts split, so a response without reasoning is all answer.
  return family === undefined || native ? startsIn('answer', 'row') : told(familyStart(family, thinking, context), config, 'row')
}

/** Plan for a text beside a reasoning field. If the server has split too early before, the text is held from a client that may not see reasoning. */
function behindField({ origin, guarded = false }: StreamContext): StartPlan {
  const plan: StartPlan = { ...startsIn('answer', 'field'), tagsAreText: origin !== undefined && !guarded }
  return guarded && origin?.seen?.leaked === true ? { ...plan, start: 'unknown' } : { ...plan, atLimit: 'answer' }
}

/** Plan for a start from a trusted source. `hold`: the source states that the start is unknown. */
function told(start: TagStart, { maxHeldChars, onHoldLimit, unclosed }: CompleteOptions, by: StartEvidence = 'operator'): StartPlan {
  if (start !== 'hold') return startsIn(start, by, start === 'reasoning' ? { atStop: unclosed } : {})
  const held = {
    start: 'unknown',
    maxHeldChars,
    atLimit: onHoldLimit,
    beforeCall: 'reasoning',
    ifRaw: 'answer',
    atCut: 'reasoning',
  } as const
  return { ...startsIn('answer', by), ...held }
}

function rowOf(family: Family | undefined, thinking: boolean | undefined, context: StreamContext): StartQuestion['row'] {
  if (family === undefined) return undefined
  if (family.switchable === false && family.defaultOn === false) return 'never'
  const start = familyStart(family, thinking, context)
  return start === 'hold' ? family.likely && 'likely reasoning' : start
}

function familyStart(
  { start, switchable = true, defaultOn = true, opensAfterResults }: Family,
  thinking: boolean | undefined,
  { afterToolResult }: StreamContext,
): TagStart {
  if (opensAfterResults === true && thinking === true && afterToolResult === true) return 'reasoning'
  if (start !== 'template') return start
  const on = switchable ? (thinking ?? defaultOn) : defaultOn
  return on ? 'reasoning' : 'answer'
}

/** Start from the previous message. An open block continues. A block that a tool call cut off may or may not continue. */
function carriedStart(state: JsonValue | undefined): TagStart | undefined {
  if (typeof state !== 'object' || state === null || Array.isArray(state)) return undefined
  return state['block'] === 'open' ? 'reasoning' : state['block'] === 'interrupted' ? 'hold' : undefined
}

/** Start from the end of the prompt, by its last delimiter. Text without any delimiter is an answer that is being continued. */
function startAfter(prefill: string, config: CompleteOptions): TagStart | undefined {
  if (!config.hasOpeners || prefill.trim() === '') return undefined
  const scanner = createScanner([...config.openers, ...config.closers].map((tag) => tagMatcher(tag, config)))
  let start: TagStart = 'answer'
  for (let at = 0; at < prefill.length;) {
    const { index, end } = scanner.search(prefill, at, true)
    if (index === -1) break
    start = index < config.openers.length ? 'reasoning' : 'answer'
    at = end
  }
  return start
}
