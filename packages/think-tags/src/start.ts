import type { StreamContext } from '@reason/core'
import type { JsonValue } from '@reason/core/adapter'
import { decideStart, startsIn, type StartEvidence, type StartPlan, type StartQuestion } from '@reason/core/start'
import type { Config } from './config.ts'
import type { Family } from './families/family.ts'
import { createScanner } from './scanner.ts'
import { tagMatcher } from './tables.ts'

/** The channel in which a text begins. `hold`: unknown. */
export type Start = 'reasoning' | 'answer' | 'hold'

export interface DecidedStart {
  channel: 'reasoning' | 'answer'
  /** Only its closer made the text reasoning. */
  orphaned: boolean
}

/**
 * Derives where a text begins, which the text itself cannot say. The first that knows counts: the caller; what the wire has brought; the message
 * before, in a tool loop; the prompt; the request's switch; the options; the server (`decideStart`); the family.
 */
export function resolveStart(config: Config, family: Family | undefined, context: StreamContext = {}): StartPlan {
  const { start, wireReasoning, native = false, grammar, state, prefill, guarded = false, whole = false, origin } = context
  if (start !== undefined) return told(start === 'unknown' ? 'hold' : start, config)
  // A client can make a server end its split at the first closer, and the rest of the thought come as text.
  if (wireReasoning === true) return behindField(context)
  const carried = carriedStart(state)
  if (carried !== undefined) return told(carried, config, 'conversation')
  const prompted = prefill === undefined ? undefined : startAfter(prefill, config)
  // What the operator says counts before what a client says that may not see the reasoning.
  const isTold = guarded && config.startsInReasoning !== undefined
  // A template that knows no switch passes it over.
  const thinking = family?.switchable === false || isTold ? undefined : context.thinking
  if (prompted === 'reasoning') return startsIn('reasoning', 'prompt')
  if (prompted !== undefined && !guarded) return startsIn('answer', 'prompt')
  if (origin === undefined && grammar === true && !guarded) return startsIn('answer', 'prompt')
  if (thinking === false && origin === undefined) return startsIn('answer', 'thinking off')
  const { startsInReasoning: option } = config
  if (option !== undefined && (isTold || thinking !== false))
    return told(option === 'hold' ? option : option ? 'reasoning' : 'answer', config)
  if (origin !== undefined) return decideStart({ origin, row: rowOf(family, thinking, context), thinking, guarded, whole, native })
  // Templates are rendered, and their texts split, behind such a wire: one that brings no reasoning has answered without any.
  return family === undefined || native ? startsIn('answer', 'row') : told(familyStart(family, thinking, context), config, 'row')
}

/** Of a server that has split too early before, text waits where the client may not see reasoning. */
function behindField({ origin, guarded = false }: StreamContext): StartPlan {
  const plan: StartPlan = { ...startsIn('answer', 'field'), tagsAreText: origin !== undefined && !guarded }
  return guarded && origin?.seen?.leaked === true ? { ...plan, start: 'unknown' } : plan
}

/** The plan for a start that a trusted source gives. `hold`: the source says that the start is unknown. */
function told(start: Start, { maxHeldChars, onHoldLimit }: Config, by: StartEvidence = 'operator'): StartPlan {
  if (start !== 'hold') return startsIn(start, by)
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
  return start === 'hold' ? undefined : start
}

function familyStart(
  { start, switchable = true, defaultOn = true, opensAfterResults }: Family,
  thinking: boolean | undefined,
  { afterToolResult }: StreamContext,
): Start {
  if (opensAfterResults === true && thinking === true && afterToolResult === true) return 'reasoning'
  if (start !== 'template') return start
  const on = switchable ? (thinking ?? defaultOn) : defaultOn
  return on ? 'reasoning' : 'answer'
}

/** A block that was left open goes on; one that a tool call cut off may or may not. */
function carriedStart(state: JsonValue | undefined): Start | undefined {
  if (typeof state !== 'object' || state === null || Array.isArray(state)) return undefined
  return state['block'] === 'open' ? 'reasoning' : state['block'] === 'interrupted' ? 'hold' : undefined
}

/** The last delimiter of the prompt's end tells. Text without any is an answer that is being continued. */
function startAfter(prefill: string, config: Config): Start | undefined {
  if (!config.hasOpeners || prefill.trim() === '') return undefined
  const scanner = createScanner([...config.openers, ...config.closers].map((tag) => tagMatcher(tag, config)))
  let start: Start = 'answer'
  for (let at = 0; at < prefill.length;) {
    const { index, end } = scanner.search(prefill, at, true)
    if (index === -1) break
    start = index < config.openers.length ? 'reasoning' : 'answer'
    at = end
  }
  return start
}
