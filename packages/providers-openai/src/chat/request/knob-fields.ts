import type { Knobs } from '@reason/core/conversation'
import { isEffort, type Loose } from '@reason/wire-kit'
import { getPath } from '../../shared/paths.ts'

/** What a field says about the knobs. Undefined: nothing that we know. */
type Reading = (value: unknown) => Knobs | undefined

const effort: Reading = (value) => {
  if (isEffort(value)) return value === 'none' ? { enabled: false, effort: value } : { effort: value }
  // Groq, for Qwen3: it thinks, and there are no grades
  return value === 'default' ? { enabled: true } : undefined
}
const enabled: Reading = (value) => (typeof value === 'boolean' ? { enabled: value } : undefined)
const disabled: Reading = (value) => (typeof value === 'boolean' ? { enabled: !value } : undefined)
const type: Reading = (value) => {
  if (value === 'enabled' || value === 'adaptive') return { enabled: true }
  return value === 'disabled' ? { enabled: false } : undefined
}
const budget: Reading = (value) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) return undefined
  // -1 is "as much as it likes", on Google and llama.cpp
  if (value < 0) return { enabled: true }
  return value === 0 ? { enabled: false, budgetTokens: 0 } : { budgetTokens: value }
}
const shown: Reading = (value) => (typeof value === 'boolean' ? { visibility: value ? 'full' : 'none' } : undefined)
const hidden: Reading = (value) => (typeof value === 'boolean' ? { visibility: value ? 'none' : 'full' } : undefined)
const format: Reading = (value) => {
  if (value === 'hidden') return { visibility: 'none' }
  return value === 'parsed' ? { visibility: 'full' } : undefined
}

/**
 * Every way in which a request for Chat Completions says how much to think, by path, in the order in which they are believed where
 * they contradict each other.
 */
export const knobReadings: ReadonlyMap<string, Reading> = new Map<string, Reading>([
  ['reasoning.enabled', enabled],
  ['reasoning.effort', effort],
  ['reasoning.max_tokens', budget],
  ['reasoning.exclude', hidden],
  ['thinking.type', type],
  ['thinking.budget_tokens', budget],
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
])

export const knobPaths: readonly string[] = [...knobReadings.keys()]

/** SDKs for Python merge `extra_body` into a request. Others send it as it is, and Google has an object of that name. */
const otherPlaceOf = (path: string): string => (path.startsWith(extraBody) ? path.slice(extraBody.length) : extraBody + path)
const extraBody = 'extra_body.'

/** The knobs of a request. Fields that the given ones leave open are filled in by later ones; `reasoning.effort` counts before `reasoning_effort`. */
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
