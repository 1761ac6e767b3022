/**
 * Facts about the server behind a wire. An empty record: the text came over a wire, and nothing else is known. Without a record, the text is the model's
 * own output, unchanged.
 */
export interface Origin {
  /**
   * Facts about this request in the server's own description or rendered prompt. `splits`: the server sends reasoning in a separate field. `open`: the
   * prompt ends inside the thought. `closed`: the prompt does not, and the model opens its thoughts itself. `off`: thinking is switched off.
   */
  says?: 'splits' | 'open' | 'closed' | 'off'
  /** Counts over this model's earlier answers from this server. */
  seen?: Seen
  /** How to treat a thought that was certainly open and never closed, if the answer ended by itself. Default `hide`. */
  unclosed?: 'hide' | 'answer'
  /**
   * Whether to trust a request that switches thinking off, if the client may not see reasoning. Default false: servers and models may ignore the switch,
   * so the text is held to its end.
   */
  trustsOff?: boolean
  /** Limit of undecided text that is held, if the client may see reasoning, in UTF-16 units. Default 400. */
  maxHeldChars?: number
}

/** Counts over the last answers of one model from one server. Contains no text. */
export interface Seen {
  /** How many of the last answers had a reasoning field, began with an opener, had a closer without an opener, or none of these. */
  fields: number
  openers: number
  closers: number
  plain: number
  /** Whether any answer since the last known change of the server had a closer without an opener. */
  hadClosers: boolean
  /** Some answers had a field and others a bare closer, from one address: neither kind is trusted. */
  contradicted: boolean
  /** The server put the end of a thought into the text of an answer whose reasoning it sent in a field. */
  leaked?: true
  /** An answer to a request without thinking had none of these. Such answers are not counted: they say nothing of those with thinking. */
  obeysOff?: true
  /** Nearly all of the last three to eight answers had a field, so an answer without one is unusual. */
  alwaysFields: boolean
}

/** Number of answers in all counts together. */
export const answersSeen = ({ fields, openers, closers, plain }: Seen): number => fields + openers + closers + plain
