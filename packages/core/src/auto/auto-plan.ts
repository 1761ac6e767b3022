import type { TextAdapter } from '../adapter.ts'
import type { JsonValue, StreamContext } from '../splitter.ts'
import type { StartPlan } from '../start/plan.ts'

export interface AutoOptions {
  /** Formats that the model may turn out to write, recognised by their `signals`. At one place in the text, the first of them wins. */
  candidates: readonly TextAdapter[]
  /** The model is known to write the first candidate. */
  isKnown?: boolean
  /** Options of the streams that candidates begin, by adapter id (`MergedPassport.options`). */
  options?: Readonly<Record<string, JsonValue>>
  /** Splits a text that shows no structure in time. Default: the candidate for tags, else `plain()`. */
  fallback?: TextAdapter
  /**
   * Limit of text that is held for a signal, in UTF-16 units. Default 128. If a server may have split the text, the default comes from
   * `StreamContext.origin`.
   */
  maxHeldChars?: number
}

/** Fields of a plan that the decision needs. */
type PlannedStart = Pick<StartPlan, 'start' | 'by' | 'maxHeldChars' | 'atLimit' | 'atStop' | 'atCut'>

const answers = (by: StartPlan['by']): PlannedStart => ({
  start: 'answer',
  by,
  maxHeldChars: 0,
  atLimit: 'answer',
  atStop: 'answer',
  atCut: 'answer',
})

/**
 * Plans where a text begins. Without a server between, an unknown model's text is shown after a while, or at once if its start is known. For text that a
 * server may have split, the candidate for tags makes the plan.
 */
export function planFor(options: AutoOptions, context: StreamContext): PlannedStart {
  const { start, wireReasoning, origin, guarded, whole } = context
  const { maxHeldChars: most = 128 } = options
  const waits = guarded && whole
  if (start && start !== 'unknown') return answers('operator')
  if (wireReasoning && !waits) return answers('field')
  const tags = taggedIn(options)
  const plan = origin === undefined ? undefined : tags?.start?.(contextFor(tags, options, context))
  // In a whole text, even a late closer may show reasoning, whatever is known of the start.
  if (waits) return { ...answers('nothing'), ...plan, start: 'unknown', maxHeldChars: Number.POSITIVE_INFINITY }
  if (plan) return guarded ? plan : { ...plan, maxHeldChars: options.maxHeldChars ?? plan.maxHeldChars }
  return { ...answers('nothing'), start: 'unknown', maxHeldChars: most }
}

export const taggedIn = ({ candidates }: AutoOptions): TextAdapter | undefined => candidates.find(({ capabilities }) => capabilities.tags)

/** Options belong to one adapter. If there are options per adapter, the stream's own options belong to another one. */
export function contextFor(
  { id }: TextAdapter,
  { options: known }: AutoOptions,
  { options: ofStream, ...rest }: StreamContext,
): StreamContext {
  const own = known ? known[id] : ofStream
  return own === undefined ? rest : { ...rest, options: own }
}
