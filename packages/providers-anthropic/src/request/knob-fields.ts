import type { Knobs } from '@reason/core/conversation'
import { isLoose } from '@reason/wire-kit'
import { readThinking, type ThinkingWords } from '@reason/claude'
import { without, type Loose } from './fields.ts'

export const readKnobs = ({ thinking, output_config: output }: Loose): Knobs =>
  readThinking(thinking, isLoose(output) ? output.effort : undefined)

/** Returns the thinking fields of a request, by path. */
export function sentFields({ thinking, effort }: ThinkingWords): Record<string, unknown> {
  return {
    ...Object.fromEntries(Object.entries(thinking ?? {}).map(([field, value]) => [`thinking.${field}`, value])),
    ...(effort !== undefined && { 'output_config.effort': effort }),
  }
}

/** Returns the members of `output_config` other than the effort and the format. */
export const restOfOutput = (value: unknown): Loose => (isLoose(value) ? without(value, 'effort', 'format') : {})
