import type { ReplayRule } from '@reason/core/conversation'

/**
 * Where reasoning goes back in a request. `details`: an array of objects. `parts`: thinking parts. `tags`: inside the content.
 * `nowhere`: there is no place, and seals are on calls and messages alone.
 */
export type Carrier = 'reasoning_content' | 'reasoning' | 'reasoning_text' | 'details' | 'parts' | 'tags' | 'nowhere'

/** What a provider, or a model of it, wants back. */
export interface ReplayRow extends ReplayRule {
  carrier: Carrier
  /** Other fields that it reads as well: what a client wrote there stays there. */
  reads?: readonly Carrier[]
  /** Plain text goes into the details, too, and not into `reasoning`. */
  detailsOnly?: true
  /** The type of thinking parts. `reasoning`: with a list of summaries, each of which may be signed. Default `thinking`. */
  partType?: 'reasoning'
  /** Fields beside the carrier are refused. */
  strict?: true
  /** What is missing must be empty, but only where there are tools. */
  emptyWithToolsOnly?: true
  /** What is missing is a blank: an empty text is refused as a missing one is. */
  blankWhenMissing?: true
  /** Beside a thought and calls no text is taken: the text is left out. */
  noTextBesideThought?: true
  /** A call that has no seal of its own gets the one that Google lists for calls which another model made. */
  sentinel?: true
  source: string
}
