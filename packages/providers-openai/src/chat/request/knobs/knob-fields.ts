import type { Knobs } from '@reason/core/conversation'
import { getPath, isEffort, type Loose } from '@reason/wire-kit'

/** Reads knobs from a field's value. Undefined if the value is unknown. */
type KnobReading = (value: unknown) => Knobs | undefined

const effort: KnobReading = (value) => {
  if (isEffort(value)) return value === 'none' ? { enabled: false, effort: value } : { effort: value }
  if (value === 'instant') return { enabled: false, effort: 'none' } // Inception
  // Groq, for Qwen3: the model thinks, without levels of effort
  return value === 'default' ? { enabled: true } : undefined
}
const enabled: KnobReading = (value) => (typeof value === 'boolean' ? { enabled: value } : undefined)
const disabled: KnobReading = (value) => (typeof value === 'boolean' ? { enabled: !value } : undefined)
const type = words({ enabled: { enabled: true }, adaptive: { enabled: true }, disabled: { enabled: false } })
const budget: KnobReading = (value) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  // -1 means "no limit" for Google and llama.cpp
  if (value < 0) return { enabled: true }
  return value === 0 ? { enabled: false, budgetTokens: 0 } : { budgetTokens: value }
}
const shown: KnobReading = (value) => (typeof value === 'boolean' ? { visibility: value ? 'full' : 'none' } : undefined)
const hidden: KnobReading = (value) => (typeof value === 'boolean' ? { visibility: value ? 'none' : 'full' } : undefined)
const display = words({ omitted: { visibility: 'none' }, summarized: { visibility: 'summary' } })
const format = words({ hidden: { visibility: 'none' }, parsed: { visibility: 'full' } })

/** All request fields that set the amount of thinking, by path. If they contradict each other, the first one wins. */
export const knobReadings: ReadonlyMap<string, KnobReading> = new Map<string, KnobReading>([
  ['reasoning.enabled', enabled],
  ['reasoning.effort', effort],
  ['reasoning.max_tokens', budget],
  ['reasoning.exclude', hidden],
  ['thinking.type', type],
  ['thinking.budget_tokens', budget],
  // Anthropic's words for Claude, which routers of its models accept in Chat Completions
  ['thinking.display', display],
  ['output_config.effort', effort],
  ['enable_thinking', enabled],
  ['thinking_budget', budget],
  ['chat_template_kwargs.enable_thinking', enabled],
  ['chat_template_kwargs.thinking', enabled],
  ['chat_template_kwargs.reasoning_effort', effort],
  ['chat_template_args.enable_thinking', enabled],
  ['thinking_budget_tokens', budget],
  ['reasoning_budget_tokens', budget],
  ['thinking_token_budget', budget],
  ['extra_body.google.thinking_config.thinking_budget', budget],
  ['extra_body.google.thinking_config.thinking_level', effort],
  ['extra_body.google.thinking_config.include_thoughts', shown],
  ['think', (value) => enabled(value) ?? effort(value)],
  ['disable_reasoning', disabled],
  ['reasoning_effort', effort],
  ['include_reasoning', shown],
  ['reasoning_format', format],
  ['reasoning_summary', shown],
])

export const knobPaths: readonly string[] = [...knobReadings.keys()]

/**
 * Returns the same path inside or outside `extra_body`. Python SDKs merge `extra_body` into the request. Other SDKs send
 * the object, and Google's API has an object of that name.
 */
const otherPlaceOf = (path: string): string => (path.startsWith(extraBody) ? path.slice(extraBody.length) : extraBody + path)
const extraBody = 'extra_body.'

function words(knobs: Readonly<Record<string, Knobs>>): KnobReading {
  const known = new Map<unknown, Knobs>(Object.entries(knobs))
  return (value) => known.get(value)
}

/** Reads the knobs of a request. Earlier fields win, later ones fill gaps; `reasoning.effort` comes before `reasoning_effort`. */
export function readKnobs(body: Loose, paths: readonly string[] = knobPaths): Knobs {
  let knobs: Knobs = {}
  for (const path of paths) {
    const value = getPath(body, path) ?? getPath(body, otherPlaceOf(path))
    if (value === undefined || value === null) continue
    const says = knobReadings.get(path)?.(value)
    if (says !== undefined) knobs = { ...says, ...knobs }
  }
  return knobs
}
