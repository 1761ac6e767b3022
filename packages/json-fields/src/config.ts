import * as z from 'zod/mini'

const names = z.array(z.string().check(z.minLength(1, 'must not be empty'))).check(z.minLength(1, 'must not be empty'))

/** Options of the json-fields adapter. Names ignore case, `_`, `-` and spaces. */
export const jsonFieldsConfig = z.strictObject({
  /** Names of fields with reasoning. */
  reasoning: z._default(names, [
    'reasoning',
    'reasoning_content',
    'thinking',
    'think',
    'thought',
    'thoughts',
    'analysis',
    'chain_of_thought',
    'cot',
    'rationale',
    'scratchpad',
    'reflection',
    'steps',
  ]),
  /** Names of fields with the answer. */
  answer: z._default(names, ['answer', 'final_answer', 'final', 'response', 'result', 'output', 'reply']),
  /** Treatment of fields with other names: `drop` makes them markup, `reasoning` keeps their JSON in the reasoning. */
  otherFields: z._default(z.enum(['drop', 'reasoning']), 'drop'),
  /** Inserted between two fields of one channel, and between the items of a list of steps. */
  separator: z._default(z.string(), '\n'),
  /**
   * Limit of text that is held for the first field, in UTF-16 units. Integer, 0 or more. Longer text is the answer, or reasoning if the reader may not see
   * the reasoning or the start is unknown. Later fields still count.
   */
  maxHeldChars: z._default(z.int().check(z.nonnegative('must be 0 or more')), 65_536),
})

/** Validated options. */
export type JsonFieldsConfig = z.output<typeof jsonFieldsConfig>

/** Options as users write them. */
export type JsonFieldsOptions = z.input<typeof jsonFieldsConfig>
