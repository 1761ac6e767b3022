import * as z from 'zod/mini'
import { nationalIds } from './detect/national.ts'
import { isSafePattern, type SafePattern } from './pattern.ts'

export const personalTypes = ['email', 'phone', 'card', 'iban', 'ip', 'birth-date'] as const

/** National identity numbers that can be looked for. */
export const nationalIdTypes = [...new Set(nationalIds.map(({ rule }) => rule))]

/** Options of a redactor. Everything that is found by default can be left out; nothing else is sent or kept anywhere. */
export const redactionConfig = z.strictObject({
  /**
   * Key of the fingerprints, 16 characters or bytes at least. Redactors with one key give one value one fingerprint. Without: a random key, so that values
   * are comparable within this redactor only.
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
  /** Keys, tokens, passwords. */
  secrets: z._default(z.boolean(), true),
  /** Which personal data. */
  personal: z._default(z.readonly(z.array(z.enum(personalTypes))), [...personalTypes]),
  /** Which national identity numbers: none unless named, as most look like other numbers. */
  nationalIds: z._default(z.readonly(z.array(z.enum(nationalIdTypes))), []),
  /** Also addresses that name no place in the Internet: loopback, private, link-local, multicast. */
  localAddresses: z._default(z.boolean(), false),
  /** Your own, made with `pattern()`. */
  patterns: z._default(z.readonly(z.array(z.custom<SafePattern>(isSafePattern, 'make it with pattern(name, expression)'))), []),
})

export type RedactionConfig = z.output<typeof redactionConfig>
export type RedactionOptions = z.input<typeof redactionConfig>
