import { parseOptions } from '@reason/core'
import type { RedactedText, Redactor, StreamRedactor } from '@reason/core/pipeline'
import { redactionConfig, type RedactionOptions } from './config.ts'
import { createFingerprinter } from './fingerprint.ts'
import { redactValue, type RedactedJson } from './json.ts'
import { createMachine, type Machine, type RuleRedaction } from './machine.ts'
import { readOf, spareChars } from './reading.ts'
import { createScanner, createScanWindow } from './scanner.ts'
import { maxLookaheadChars } from './window.ts'

/** Version of the rules: what was stored says by which it was redacted. */
export const rulesVersion = 2

/** A whole text is looked at in pieces, so that what is kept of it does not grow: at once, ten megabytes took up to a fifth longer a character than one (bench). */
const pieceChars = 262_144

/** Up to here a text is looked at before there is a machine for it, which most texts do not need: of 280 characters it was half of the cost. Longer ones would be looked at twice for what stands at their end. */
const shortChars = 1024

/** With the rule of each replacement. */
export interface DetailedText extends RedactedText {
  redactions: readonly RuleRedaction[]
}

export interface JsonRedactor extends Redactor {
  redact(text: string): DetailedText
  /** Most UTF-16 units of a stream that are kept back at any time, whatever comes. */
  maxHeldChars: number
  /**
   * Redacts every string of a value in place of a text of it: keys stay, and so does everything that is no secret and no personal data.
   * What a key calls a password, token or key is redacted whatever it is. The value itself is not changed.
   */
  redactJson(value: unknown): RedactedJson
}

/**
 * Makes what takes secrets and personal data out of text.
 *
 *     Use ghp_… for jane@example.com   ->   Use [secret:github-token:1f0c9a3e] for [email:77b02d41]
 *
 * Work is linear in the text, whatever it holds; a stream gives, in the end, what the whole text gives.
 *
 * @throws {ReasonError} `REASON_INVALID_OPTIONS`.
 */
export function createRedactor(options: RedactionOptions = {}): JsonRedactor {
  const config = parseOptions(redactionConfig, options, 'redaction')
  const scanner = createScanner(config)
  const fingerprinter = createFingerprinter(config.key)
  const longestPattern = Math.max(0, ...config.patterns.map((pattern) => pattern.maxChars))
  const machine = (context?: string): Machine => createMachine(scanner, fingerprinter, config.patterns, context)
  return {
    id: `@reason/redaction/${rulesVersion}`,
    // Half as much again is waited for where something long has not ended, and as much may stand in escapes.
    maxHeldChars: 2 * (Math.ceil(Math.max(maxLookaheadChars, longestPattern + 1) * 1.5) + 128) + spareChars,
    redact,
    stream,
    redactJson: (value) => redactValue(value, machine, fingerprinter),
  }

  function redact(text: string): DetailedText {
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
