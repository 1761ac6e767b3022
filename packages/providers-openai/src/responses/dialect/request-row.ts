import type { ReplayRule } from '@reason/core/conversation'
import type { UserField } from '../../shared/user.ts'

/** Reasoning that a provider wants back, and its other strict requirements. */
export interface RequestRow {
  rule: ReplayRule
  /** The provider stores responses unless the request opts out, so that the id of an item can replace the item. */
  keeps?: true
  /** Reason why the provider cannot continue an earlier response. */
  forgets?: string
  /** A reasoning item and the items that follow from it have to be sent together. */
  pairs?: true
  /** The provider looks up the id of a reasoning item together with the ids of the items that follow from it, if it stores them. */
  checksIds?: true
  /** Each call requires an output, and each output a call. */
  answers?: true
  /** Outputs have to follow the calls of their step directly, and each step needs a reasoning item, which may be empty. */
  steps?: true
  /** The provider reads readable reasoning from `content` alone. */
  contentOnly?: true
  /** The provider knows calls of custom tools. Absent: their text goes into the arguments of a function. */
  customTools?: true
  /** The provider has neither custom tools nor namespaces. A client's tools of these kinds are sent as functions. */
  plainTools?: true
  /** The provider refuses every tool that is no function. */
  functionsAlone?: true
  /** Maximum length of a tool name, of letters, digits, `_` and `-`. Absent: no limit is known. */
  toolName?: number
  /** The provider has a value for `include` that requests sealed reasoning. */
  seals?: true
  /** Field for the id of the end user. Default `user`; null: the provider refuses it. */
  user?: UserField | null
  /** The provider refuses `metadata`. */
  noMetadata?: true
  /** A schema binds the answer only if it is strict. Absent: every schema does, or which one is not known. */
  strictSchema?: true
  /** The format of the answer is a field of the request, as in Chat Completions. The provider refuses `text`. */
  chatFormat?: true
  /** `store` has to be false. */
  storeFalse?: true
}

export const sealedBack = (because: string): ReplayRule => ({ text: 'never', sealed: 'always', because })
