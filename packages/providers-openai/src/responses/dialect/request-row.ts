import type { ReplayRule } from '@reason/core/conversation'
import type { UserField } from '../../shared/user.ts'

/** What a provider wants back of the reasoning, and what else it is strict about. */
export interface RequestRow {
  rule: ReplayRule
  /** Responses are kept unless the request says otherwise: the id of an item is as good as the item. */
  keeps?: true
  /** Why an earlier response cannot be gone on from. */
  forgets?: string
  /** A thought goes with what it led to, and what it led to with it. */
  pairs?: true
  /** The id of a thought and the ids of what it led to are looked up together, where they are kept. */
  checksIds?: true
  /** Each call wants an output, each output a call. */
  answers?: true
  /** Outputs stand right behind the calls of their step, and each step has its reasoning, be it empty. */
  steps?: true
  /** Readable reasoning is looked for in `content` alone. */
  contentOnly?: true
  /** It knows calls of custom tools. Absent: their text goes into the arguments of a function. */
  customTools?: true
  /** It has neither custom tools nor namespaces: what a client offers in them goes as functions. */
  plainTools?: true
  /** It refuses every tool that is no function. */
  functionsAlone?: true
  /** Longest name of a tool, of letters, digits, `_` and `-`. Absent: any is taken, as far as is known. */
  toolName?: number
  /** It has a value for `include` that asks for sealed reasoning. */
  seals?: true
  /** The name under which it takes the id of the person who asks. Default `user`; null: it refuses it. */
  user?: UserField | null
  /** It refuses `metadata`. */
  noMetadata?: true
  /** `store` has to be false. */
  storeFalse?: true
}

export const sealedBack = (because: string): ReplayRule => ({ text: 'never', sealed: 'always', because })
