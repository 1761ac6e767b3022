/** One place that was replaced. Offsets are UTF-16 units of the text that came out. */
export interface Redaction {
  /** What it was: `secret`, `email`, `card`; a custom pattern's own name. */
  type: string
  start: number
  end: number
}

export interface RedactedText {
  text: string
  /** How many of each type. */
  counts: Readonly<Record<string, number>>
  /** In order, not overlapping. */
  redactions: readonly Redaction[]
}

/** A text in pieces, redacted as if it were whole: what comes out, joined, equals `redact` of what went in. */
export interface StreamRedactor {
  push(text: string): string
  end(): string
  /** So far. */
  counts(): Readonly<Record<string, number>>
}

/**
 * Takes secrets and personal data out of text before it is stored, logged or exported. Linear, never throws on text.
 * Stores and exporters take one; `@reason/redaction` makes one.
 */
export interface Redactor {
  /** Name and version of the rules, for records: what was stored was redacted by these. */
  id: string
  redact(text: string): RedactedText
  stream(): StreamRedactor
}
