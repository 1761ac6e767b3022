/** A replaced place. Offsets are UTF-16 units of the redacted text. */
export interface Redaction {
  /** Kind of the replaced text: `secret`, `email`, `card`, or a custom pattern's name. */
  type: string
  start: number
  end: number
}

export interface RedactedText {
  text: string
  /** Number of replacements by type. */
  counts: Readonly<Record<string, number>>
  /** In order, not overlapping. */
  redactions: readonly Redaction[]
}

/** Redacts a text in pieces as if it were whole: the joined output equals `redact` of the joined input. */
export interface StreamRedactor {
  push(text: string): string
  end(): string
  /** Counts so far. */
  counts(): Readonly<Record<string, number>>
}

/**
 * Removes secrets and personal data from text before it is stored, logged or exported. Linear, and never throws on text. Stores and exporters accept a
 * redactor. `@reason/redaction` creates one.
 */
export interface Redactor {
  /** Name and version of the rules, stored with redacted records. */
  id: string
  redact(text: string): RedactedText
  stream(): StreamRedactor
}
