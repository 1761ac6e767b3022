import type { Knobs } from '@reason/core/conversation'
import { getPath, isEmpty, isLoose, type Loose, type RowForModels } from '@reason/wire-kit'

export interface Situation {
  body: Loose
  /** Whether the model will think. Undefined: not known. */
  thinks: boolean | undefined
  /** True if the request asks for thinking, and does not just leave it on. */
  asked: boolean
  /** True if the request offers tools, which are written separately from these settings. */
  hasTools: boolean
}

/** A combination of settings that a provider refuses, or would treat otherwise than intended. */
export interface Conflict extends Partial<RowForModels> {
  /** Models that the rule does not apply to. */
  except?: readonly string[]
  when(situation: Situation): boolean
  /** The provider's own rule, for messages. */
  rule: string
  /** Paths to leave out. */
  drop?: readonly string[]
  /** Values to send instead. */
  set?: readonly (readonly [path: string, value: unknown])[]
  /** Effect on the reasoning. */
  effective?: Knobs
  /** There is no workaround: the request asks for it, and the provider would refuse it. */
  refuse?: true
  /** The conflict is a forced tool call while the model thinks. `switched`: thinking can be turned off. `always`: thinking cannot be turned off. */
  forced?: 'switched' | 'always'
}

/** True if a sampling setting has another value than its usual default. */
export const odd = (body: Loose, path: string, usual: unknown): boolean => {
  const value = getPath(body, path)
  return !isEmpty(value) && value !== usual
}

export const sampling = ['temperature', 'top_p', 'presence_penalty', 'frequency_penalty'] as const
export const isSampled = ({ body }: Situation): boolean =>
  odd(body, 'temperature', 1) || odd(body, 'top_p', 1) || odd(body, 'presence_penalty', 0) || odd(body, 'frequency_penalty', 0)

export const isForced = ({ body }: Situation): boolean => {
  const choice = body.tool_choice
  if (!isLoose(choice)) return choice === 'required' || choice === 'any'
  return choice.type !== 'allowed_tools' || getPath(choice, 'allowed_tools.mode') === 'required'
}

export const has =
  (...paths: string[]) =>
  ({ body }: Situation): boolean =>
    paths.some((path) => !isEmpty(getPath(body, path)))

/** Two settings that exclude each other. The first one is left out. */
export const eitherOr = (dropped: string, beside: string, rule: string): Conflict => ({
  when: ({ body }) => getPath(body, dropped) !== undefined && getPath(body, beside) !== undefined,
  rule,
  drop: [dropped],
})
