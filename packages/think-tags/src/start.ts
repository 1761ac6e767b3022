import type { JsonValue, StreamContext } from '@reason/core'
import type { Config } from './config.ts'
import type { Family } from './families/family.ts'
import { createScanner } from './scanner.ts'
import { tagMatcher } from './tables.ts'

/** Where a text begins. `hold`: nobody knows. */
export type Start = 'reasoning' | 'answer' | 'hold'

export interface DecidedStart {
  channel: 'reasoning' | 'answer'
  /** Only its closer made the text reasoning. */
  orphaned: boolean
}

/**
 * Derives where a text begins, which the text itself cannot say. The first that knows counts: the caller; what the wire has
 * brought; a grammar; the message before, in a tool loop; the prompt; the request's switch; the options; whether the wire splits; the family.
 */
export function resolveStart(config: Config, family: Family | undefined, context: StreamContext = {}): Start {
  const { start, wireReasoning, native, grammar, state, prefill, thinking, guarded = false } = context
  if (start !== undefined) return start === 'unknown' ? 'hold' : start
  if (wireReasoning === true || (grammar === true && !guarded)) return 'answer'
  const carried = carriedStart(state)
  if (carried !== undefined) return carried
  const prompted = prefill === undefined ? undefined : startAfter(prefill, config)
  if (prompted === 'reasoning' || (prompted !== undefined && !guarded)) return prompted
  // What the operator says counts before what somebody says who may not see it.
  const isTold = guarded && config.startsInReasoning !== undefined
  // A server may pass the switch over: of a text that comes in one piece its end tells (doubted.ts).
  if (thinking === false && !(family?.switchable === false) && !isTold) return 'answer'
  if (config.startsInReasoning !== undefined) {
    return config.startsInReasoning === 'hold' ? 'hold' : config.startsInReasoning ? 'reasoning' : 'answer'
  }
  // Templates are rendered, and their texts split, behind such a wire: one that brings no reasoning has answered without any.
  return family === undefined || native === true ? 'answer' : familyStart(family, thinking)
}

function familyStart({ start, switchable = true, defaultOn = true }: Family, thinking: boolean | undefined): Start {
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
  if (config.openers.length === 0 || prefill.trim() === '') return undefined
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
