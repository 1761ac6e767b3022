import type { ProviderId } from '@reason/core/providers'
import type { ByModel } from '../../shared/by-model.ts'
import type { KnobRow, RequestLimits } from './knob-row.ts'
import type { RequestRow } from './request-row.ts'

/** Responses as one provider speaks it. Every other part than `limits` is present or `notKnown`, because an omitted part would be a silent guess. */
export interface ResponsesDialect<Id extends ProviderId = ProviderId> {
  provider: Id
  /** URL of the provider's own documentation. */
  source: `https://${string}`
  /** Items separate reasoning from the answer, whatever the model, so that the text needs no splitting. */
  native: boolean
  /** Reasoning to send back, and other strict requirements. Not known: as for a provider without a dialect. */
  request: ByModel<RequestRow>
  /** Amount of thinking, and its visibility. Not known: as for OpenAI's models; for other models, `reasoning` is sent unchanged. */
  thinking: ByModel<KnobRow>
  /** Default: none are known, and all fields are sent. */
  limits?: RequestLimits
}

export const defineResponsesDialect = <const Id extends ProviderId>(dialect: ResponsesDialect<Id>): ResponsesDialect<Id> => dialect
