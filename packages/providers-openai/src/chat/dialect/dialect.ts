import type { ProviderId } from '@reason/core/providers'
import type { ByModel, NotKnown } from '../../shared/by-model.ts'
import type { Conflict } from './conflict.ts'
import type { KnobRow } from './knob-row.ts'
import type { ReplayRow } from './replay-row.ts'
import type { RequestFacts } from './request-facts.ts'

/**
 * Chat Completions as one provider speaks it. Each part is there, or is `notKnown`: a part that is left out would be a silent guess.
 */
export interface ChatDialect<Id extends ProviderId = ProviderId> {
  provider: Id
  /** The provider's own page. */
  source: `https://${string}`
  /** What the facts of responses are known from: a part of that page, or recordings. */
  evidence: string
  response: ResponseFacts
  /** Not known: the request has the names that all know (`max_tokens`, `system`), and none of the facts holds. */
  request: RequestFacts | NotKnown
  fields: FieldFacts
  /** How much to think, and the fields that say it. Not known: OpenAI's `reasoning_effort` is sent, and nothing is promised. */
  thinking: ByModel<KnobRow>
  /** What goes back of the reasoning. Not known: each model gets its own reasoning back in the fields in which it came. */
  replay: ByModel<ReplayRow>
  /** What the provider refuses, in the order in which it is settled. */
  conflicts: readonly Conflict[]
}

/** What differs in responses. Reading needs almost none of it: a reader takes every carrier from every provider. */
export interface ResponseFacts {
  field: ReasoningField
  /** It writes `reasoning_details` beside the field: kinds, seals and the borders of blocks survive. */
  details: boolean
  /** `completion_tokens` leaves reasoning out. Totals that prove the opposite win. */
  outputExcludesReasoning: boolean
  /**
   * The provider itself splits reasoning from the answer: there is nothing to split in the text. False for engines whose fields depend on
   * how they were started, and for hosts whose fields depend on the model: their text may still hold tags.
   */
  native: boolean
}

/** The field of reasoning in written responses. `parts`: thinking parts of a content array. */
export type ReasoningField = 'reasoning_content' | 'reasoning' | 'parts'

/** Fields of requests that some providers know, and others refuse. */
export interface FieldFacts {
  /** Its own. Strict providers that do not list them as theirs refuse them. */
  own: readonly string[]
  /** Fields of OpenAI's that it does not know. */
  lacks: readonly string[]
  /** Fields that hold nothing and that it writes in its own messages, by recorded responses: they may go back to it. */
  writesEmpty: readonly string[]
}

export const defineDialect = <const Id extends ProviderId>(dialect: ChatDialect<Id>): ChatDialect<Id> => dialect
