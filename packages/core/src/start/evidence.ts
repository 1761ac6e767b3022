/**
 * What is known of the server behind a wire. An empty record: the text comes over a wire, and nothing is known of it. Without a record the text
 * is a model's own, as it left the model.
 */
export interface Origin {
  /**
   * What the server says of itself for this request, from its own description or its rendered prompt. `splits`: it sends reasoning in a field of its
   * own. `open`: the prompt ends inside the thought. `closed`: it does not, and the model opens its thoughts. `off`: thinking is switched off there.
   */
  says?: 'splits' | 'open' | 'closed' | 'off'
  /** How earlier answers of this model came from this server. */
  seen?: Seen
  /** What becomes of a thought that was certainly open and never closed, in an answer that ended by itself. Default `hide`. */
  unclosed?: 'hide' | 'answer'
  /**
   * Whether a request that switches thinking off is believed where the client may not see reasoning. Default false: servers and models pass
   * switches over, so that text is held to its end.
   */
  trustsOff?: boolean
  /** How much undecided text is held before it is shown, where the client may see reasoning, in UTF-16 units. Default 400. */
  maxHeldChars?: number
}

/** Counts over the last answers of one model from one server. They hold no text. */
export interface Seen {
  /** How many of the last answers had reasoning in a field, began with an opener, had a closer without an opener, or none of these. */
  fields: number
  openers: number
  closers: number
  plain: number
  /** Whether any answer since the server was last seen to change had a closer without an opener. */
  hadClosers: boolean
  /** Answers with a field and answers with a bare closer came from one address: neither is trusted. */
  contradicted: boolean
  /** The server has put the end of a thought into the text of an answer whose reasoning it sent in a field. */
  leaked?: true
  /** Nearly all of the last eight answers had a field, so that one without it is news. */
  alwaysFields: boolean
}

/** How many answers there were in all of the counts. */
export const answersSeen = ({ fields, openers, closers, plain }: Seen): number => fields + openers + closers + plain
