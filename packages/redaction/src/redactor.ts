import { parseOptions } from '@reason/core'
import { describe } from '@reason/core/adapter'
import type { RedactedText, Redactor, StreamRedactor } from '@reason/core/pipeline'
import { redactionConfig, type RedactionOptions } from './config.ts'
import { createFingerprinter } from './fingerprint.ts'
import { redactValue, type RedactedJson } from './json.ts'
import { createMachine, type RedactionMachine, type RuleRedaction } from './machine.ts'
import { readOf, spareChars } from './reading.ts'
import { createScanWindow } from './scan-window.ts'
import { createScanner } from './scanner.ts'
import { maxLookaheadChars } from './window.ts'

/** Version of the rules, stored with redacted text. */
export const rulesVersion = 2

/** Size of the pieces of a whole text, which bounds memory. In one piece, ten megabytes took up to a fifth longer per character (bench). */
const pieceChars = 262_144

/**
 * Maximum length for a check without a machine, which most texts do not need. For 280 characters, the machine was half of the cost. Longer texts with a find
 * near the end would be scanned twice.
 */
const shortChars = 1024

/** A redacted text with the rule of each replacement. */
export interface DetailedText extends RedactedText {
  redactions: readonly RuleRedaction[]
}

/** A redactor of text, streams and JSON values. */
export interface JsonRedactor extends Redactor {
  redact(text: string): DetailedText
  /** Maximum UTF-16 units of a stream that are held back at any time. */
  maxHeldChars: number
  /**
   * Redacts every string of a JSON value. Keys and harmless values stay. A value whose key names a password, token or key is always redacted. The input is not
   * changed.
   */
  redactJson(value: unknown): RedactedJson
}

/**
 * Creates a redactor for secrets and personal data.
 *
 *     Use ghp_… for jane@example.com   ->   Use [secret:github-token:1f0c9a3e] for [email:77b02d41]
 *
 * Running time is linear for any text. A stream gives the same result as the whole text.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`.
 */
export function createRedactor(options: RedactionOptions = {}): JsonRedactor {
  const config = parseOptions(redactionConfig, options, 'redaction')
  const scanner = createScanner(config)
  const fingerprinter = createFingerprinter(config.key)
  const longestPattern = Math.max(0, ...config.patterns.map((pattern) => pattern.maxChars))
  const machine = (context?: string): RedactionMachine => createMachine(scanner, fingerprinter, config.patterns, context)
  return {
    id: `@reason/redaction/${rulesVersion}`,
    // For an incomplete long find, half as much again is awaited. Escapes may double the length.
    maxHeldChars: 2 * (Math.ceil(Math.max(maxLookaheadChars, longestPattern + 1) * 1.5) + 128) + spareChars,
    redact,
    stream,
    redactJson: (value) => redactValue(value, machine, fingerprinter),
  }

  function redact(text: string): DetailedText {
    // Another value, which an untyped program may pass, would give an empty text.
    if (typeof text !== 'string') throw new TypeError(`redact() takes a text, not ${describe(text)}. For other values use redactJson().`)
    if (text.length <= shortChars && hasNothing(text)) return { text, counts: {}, redactions: [] }
    const { push, end, counts, redactions } = machine()
    let out = ''
    for (let at = 0; at < text.length; at += pieceChars) out += push(text.slice(at, at + pieceChars))
    return { text: out + end(), counts, redactions }
  }

  function hasNothing(raw: string): boolean {
    if (config.patterns.length > 0) return false
    const text = readOf(raw)
    return scanner.next(createScanWindow(text), text.length) === undefined
  }

  function stream(): StreamRedactor {
    const { push, end, counts } = machine()
    return { push, end, counts: () => ({ ...counts }) }
  }
}
