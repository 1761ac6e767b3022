import type { Knobs } from '@reason/core/conversation'
import { isEmpty, isLoose, type Loose } from '@reason/wire-kit'
import { getPath } from '../../shared/paths.ts'

export interface Situation {
  body: Loose
  /** Whether the model will think, as far as is known. */
  thinks: boolean | undefined
  /** Thinking was asked for, not just left on. */
  asked: boolean
  /** Tools are offered: they are written beside these settings. */
  hasTools: boolean
}

/** Something that a provider refuses, or would not do as it was meant. */
export interface Conflict {
  /** Absent: all. */
  models?: readonly string[]
  /** Of these, none. */
  except?: readonly string[]
  when(situation: Situation): boolean
  /** The provider's own rule. */
  rule: string
  /** Paths that are left out. */
  drop?: readonly string[]
  /** What is sent instead. */
  set?: readonly (readonly [path: string, value: unknown])[]
  /** What that does to the reasoning. */
  effective?: Knobs
  /** There is no way round: it is asked for, and would be refused. */
  refuse?: true
  /** A tool that has to be called, while the model thinks: whether that can be turned off. */
  forced?: 'switched' | 'always'
}

/** Sampling with another value than the one that is the default of all. */
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

/** Two settings that exclude each other: the first one is left out. */
export const eitherOr = (dropped: string, beside: string, rule: string): Conflict => ({
  when: ({ body }) => getPath(body, dropped) !== undefined && getPath(body, beside) !== undefined,
  rule,
  drop: [dropped],
})
