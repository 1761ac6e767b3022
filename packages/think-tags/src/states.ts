import type { Config } from './config.ts'
import type { Protocol } from './protocol.ts'
import type { Whitespace } from './writer.ts'

/**
 * Where in the text the machine is:
 *
 *     echo        began in reasoning, only whitespace so far: an opener here is an echo of the prompt's, and a wrapper of the answer
 *                 tells that there is no reasoning
 *     opened      behind an opener, with only whitespace so far: another opener here is the same one, doubled
 *     label       right behind an opener, where its label may stand
 *     inside      in reasoning
 *     doubt       behind a call that cut reasoning off, or a closer of nothing: a closer makes it reasoning, an opener answer
 *     candidate   behind a closer that counts only if no other comes: where the last one is to count, or where this one is another tag's, or quoted
 *     lead        in an answer that has had only whitespace, where it matters whether it has
 *     answer      in an answer;  wrapped: in one whose wrapper is open
 *     tool        in the text of a tool call, which a thought may go on behind where its reader may not see one
 *     rest        answer to the end;  verbatim: the same, to the letter
 *     over        behind the answer, where the model has begun a turn of another role
 *     quoted      in front of a delimiter that is text if the code span around it closes
 */
export type State =
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

/** Text is reasoning here unless something tells otherwise. */
export const isReasoning = (state: State): boolean =>
  state === 'echo' || state === 'opened' || state === 'label' || state === 'inside' || state === 'doubt' || state === 'candidate'

/** Text without a delimiter goes out as it comes. */
export const letsTextOut = (state: State): boolean =>
  state === 'inside' || state === 'answer' || state === 'wrapped' || state === 'tool' || state === 'rest' || state === 'verbatim'

/** Which whitespace at the end of the text has to wait for what follows it. */
export function keptBackIn(state: State, { trim }: Config, drop: Protocol['drop']): Whitespace {
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
