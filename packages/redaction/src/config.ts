import * as z from 'zod/mini'
import { nationalIds } from './detect/national.ts'
import { isSafePattern, type SafePattern } from './pattern.ts'

/** Personal data that can be detected. */
export const personalTypes = ['email', 'phone', 'card', 'iban', 'ip', 'birth-date'] as const

/** National identity numbers that can be detected. */
export const nationalIdTypes = [...new Set(nationalIds.map(({ rule }) => rule))]

/** Options of a redactor. Each default detection can be turned off. The options are only used by the redactor, and not stored or sent. */
export const redactionConfig = z.strictObject({
  /**
   * Key of the fingerprints, at least 16 characters or bytes. Redactors with the same key give equal values equal fingerprints. Default: a random key, so that
   * values are comparable within this redactor only.
   */
  key: z.optional(
    z.union(
      [
        z.string().check(z.minLength(16)),
        z.custom<Uint8Array>((value) => value instanceof Uint8Array && value.length >= 16, 'a key needs 16 bytes or more'),
      ],
      'a key needs 16 characters or bytes, or more',
    ),
  ),
  /** Redact keys, tokens and passwords. */
  secrets: z._default(z.boolean(), true),
  /** Types of personal data to redact. */
  personal: z._default(z.readonly(z.array(z.enum(personalTypes))), [...personalTypes]),
  /** National identity numbers to redact. Default: all. Those that look like other numbers are found after their name only. */
  nationalIds: z._default(z.readonly(z.array(z.enum(nationalIdTypes))), [...nationalIdTypes]),
  /** Also redact addresses that identify no place in the Internet: loopback, private, link-local, multicast. */
  localAddresses: z._default(z.boolean(), false),
  /** Custom patterns, made with `pattern()`. */
  patterns: z._default(z.readonly(z.array(z.custom<SafePattern>(isSafePattern, 'make it with pattern(name, expression)'))), []),
})

/** Options of a redactor with their defaults filled in. */
export type RedactionConfig = z.output<typeof redactionConfig>
/** Options of a redactor, as applications write them. */
export type RedactionOptions = z.input<typeof redactionConfig>
