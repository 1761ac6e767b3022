import type { ProviderId } from '@reason/core/providers'
import type { ByModel, NotKnown } from '../../shared/by-model.ts'
import type { KnobRow, RequestLimits } from './knob-row.ts'
import type { RequestRow } from './request-row.ts'

/**
 * Responses as one provider speaks it. Each part is there, or is `notKnown`: a part that is left out would be a silent guess.
 */
export interface ResponsesDialect<Id extends ProviderId = ProviderId> {
  provider: Id
  /** The provider's own page. */
  source: `https://${string}`
  /** Items keep reasoning apart from the answer whatever the model: there is nothing to split in the text. */
  native: boolean
  /** What goes back of the reasoning, and what else the provider is strict about. Not known: as for a provider that no dialect knows. */
  request: ByModel<RequestRow>
  /** How much to think, and what is shown of it. Not known: as OpenAI's models, and `reasoning` is sent as it is for others. */
  thinking: ByModel<KnobRow>
  /** Not known: all is sent. */
  limits: RequestLimits | NotKnown
}

export const defineResponsesDialect = <const Id extends ProviderId>(dialect: ResponsesDialect<Id>): ResponsesDialect<Id> => dialect

/** Limits of providers that were not seen to refuse a field whatever the model. */
export const noLimitSeen: NotKnown = { notKnown: 'no page lists any, and no refusal was recorded: all is sent' }
