import * as z from 'zod/mini'

const names = z.array(z.string().check(z.minLength(1, 'must not be empty'))).check(z.minLength(1, 'must not be empty'))

/** Options of the json-fields adapter. Case, `_`, `-` and spaces do not count in names. */
export const jsonFieldsConfig = z.strictObject({
  /** Names of fields that hold reasoning. */
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
  /** Names of fields that hold the answer. */
  answer: z._default(names, ['answer', 'final_answer', 'final', 'response', 'result', 'output', 'reply']),
  /** What becomes of fields with other names: `drop` makes them markup, `reasoning` keeps their JSON in the reasoning. */
  otherFields: z._default(z.enum(['drop', 'reasoning']), 'drop'),
  /** Put between two fields of one channel, and between the items of a list of steps. */
  separator: z._default(z.string(), '\n'),
  /**
   * Most UTF-16 units that wait for the first field. Integer, 0 or more. Longer text is the answer, or reasoning where the reader may not see
   * the reasoning or the start is unknown; fields after it still count.
   */
  maxHeldChars: z._default(z.int().check(z.nonnegative('must be 0 or more')), 65_536),
})

/** What the code reads. */
export type JsonFieldsConfig = z.output<typeof jsonFieldsConfig>

/** What a user writes. */
export type JsonFieldsOptions = z.input<typeof jsonFieldsConfig>
