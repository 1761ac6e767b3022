import type { ReplayRule } from '@reason/core/conversation'

/**
 * Place of reasoning in a request. `details`: an array of objects. `parts`: thinking parts. `tags`: inside the content.
 * `nowhere`: there is no place for it, and only calls and messages carry seals.
 */
export type Carrier = 'reasoning_content' | 'reasoning' | 'reasoning_text' | 'details' | 'parts' | 'tags' | 'nowhere'

/** Reasoning that a provider, or one of its models, wants back. */
export interface ReplayRow extends ReplayRule {
  carrier: Carrier
  /** Other fields that the provider also reads. Reasoning that a client wrote into one of them stays in it. */
  reads?: readonly Carrier[]
  /**
   * The field, by path, without which the provider drops thoughts of earlier turns, and before it the fields that it needs. They go with these thoughts,
   * in requests with tools, unless the request has that field.
   */
  keep?: Readonly<Record<string, unknown>>
  /** Plain text also goes into the details, and not into `reasoning`. */
  detailsOnly?: true
  /** Type of thinking parts. `reasoning` parts have a list of summaries, each perhaps signed. Default `thinking`. */
  partType?: 'reasoning'
  /** The provider refuses fields beside the carrier. */
  strict?: true
  /** Missing reasoning is sent as an empty text, but only if the conversation uses tools. */
  emptyWithToolsOnly?: true
  /** Missing reasoning is sent as a blank, because the provider refuses an empty text like a missing one. */
  blankWhenMissing?: true
  /** The provider accepts no text beside a thought and calls. The text is left out. */
  noTextBesideThought?: true
  /** A call without a seal of its own gets the placeholder that Google documents for calls of other models. */
  sentinel?: true
  source: string
}
