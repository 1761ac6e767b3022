import type { ProviderId } from '@reason/core/providers'
import type { ByModel, NotKnown } from '../../shared/by-model.ts'
import type { Conflict } from './conflict.ts'
import type { KnobRow } from './knob-row.ts'
import type { ReplayRow } from './replay-row.ts'
import type { DialectRequestFacts } from './request-facts.ts'

/** Chat Completions as one provider speaks it. Every other part than `fields` and `conflicts` is present or `notKnown`, because an omitted part would be a silent guess. */
export interface ChatDialect<Id extends ProviderId = ProviderId> {
  provider: Id
  /** URL of the provider's own documentation. */
  source: `https://${string}`
  /** Evidence for the response facts: a section of that page, or recordings. */
  evidence: string
  response: ResponseFacts
  /** Not known: the request has the names that all providers know (`max_tokens`, `system`), and no fact applies. */
  request: DialectRequestFacts | NotKnown
  /** Default: none are known. */
  fields?: FieldFacts
  /** Amount of thinking, and the fields that set it. Not known: OpenAI's `reasoning_effort` is sent, and nothing is promised. */
  thinking: ByModel<KnobRow>
  /** Reasoning to send back. Not known: each model gets its own reasoning back in the fields in which it came. */
  replay: ByModel<ReplayRow>
  /** Settings that the provider refuses together. Default: none are known. */
  conflicts?: readonly Conflict[]
}

/** Differences in responses. Reading needs almost none of them, as the reader accepts every carrier from every provider. */
export interface ResponseFacts {
  field: ReasoningField
  /** Responses have `reasoning_details` beside the field, so that kinds, seals and block boundaries survive. */
  details: boolean
  /** `completion_tokens` excludes reasoning tokens. Totals that prove the opposite win. */
  outputExcludesReasoning: boolean
  /**
   * The provider itself splits reasoning from the answer, so the text needs no splitting. False for engines whose fields
   * depend on their start options, and for hosts whose fields depend on the model: their text may still contain tags.
   */
  native: boolean
  /** One answer may be spread over several choices: its text in one, and each call in another. Requests for several answers are not supported. */
  spreadsAnswer?: true
}

/** The reasoning field in written responses. `parts`: thinking parts of a content array. */
export type ReasoningField = 'reasoning_content' | 'reasoning' | 'parts'

/** Request fields that some providers know and others refuse. */
export interface FieldFacts {
  /** Fields of the provider's own. Strict providers refuse those that they do not list as theirs. */
  own?: readonly string[]
  /** Fields of OpenAI's that the provider does not know. */
  lacks?: readonly string[]
  /** Fields that the provider leaves empty in its own messages, by recorded responses. The empty fields may go back to it. */
  writesEmpty?: readonly string[]
}

export const defineDialect = <const Id extends ProviderId>(dialect: ChatDialect<Id>): ChatDialect<Id> => dialect
