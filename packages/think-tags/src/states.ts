import type { CompleteOptions } from './config.ts'
import type { Protocol } from './protocol.ts'
import type { Whitespace } from './output/writer.ts'

/**
 * Position of the machine in the text:
 *
 *     echo        began in reasoning, only whitespace so far: an opener here echoes the prompt's, and a wrapper of the answer
 *                 shows that there is no reasoning
 *     opened      after an opener, only whitespace so far: another opener here is the same one, doubled
 *     label       directly after an opener, where its label may be
 *     inside      in reasoning
 *     doubt       after a call that cut reasoning off, or after a closer of nothing: a closer makes it reasoning, an opener answer
 *     candidate   after a closer that counts only if no other follows: if the last one counts, or if it is another tag's, or quoted
 *     lead        in an answer with only whitespace so far, if that matters
 *     answer      in an answer;  wrapped: in an answer whose wrapper is open
 *     tool        in the text of a tool call, after which a hidden thought may continue
 *     rest        answer to the end;  verbatim: the same, with nothing removed
 *     over        after the answer, in a turn of another role
 *     quoted      before a delimiter that is text if the code span around it closes
 */
export type TagState =
  | 'echo'
  | 'opened'
  | 'label'
  | 'inside'
  | 'doubt'
  | 'candidate'
  | 'lead'
  | 'answer'
  | 'wrapped'
  | 'tool'
  | 'rest'
  | 'verbatim'
  | 'over'
  | 'quoted'

/** Whether text in this state is reasoning by default. */
export const isReasoning = (state: TagState): boolean =>
  state === 'echo' || state === 'opened' || state === 'label' || state === 'inside' || state === 'doubt' || state === 'candidate'

/** Whether text without a delimiter passes at once. */
export const letsTextOut = (state: TagState): boolean =>
  state === 'inside' || state === 'answer' || state === 'wrapped' || state === 'tool' || state === 'rest' || state === 'verbatim'

/** Trailing whitespace that is held until the next text is known. */
export function keptBackIn(state: TagState, { trim }: CompleteOptions, drop: Protocol['drop']): Whitespace {
  switch (state) {
    case 'echo':
    case 'opened':
    case 'doubt':
    case 'lead':
      return 'all'
    case 'label':
    case 'inside':
    case 'candidate':
      return drop.beforeClose
    case 'answer':
    case 'wrapped':
      return trim.has('beforeOpen') ? 'all' : 'none'
    default:
      return 'none'
  }
}
