import { parseOptions, ReasonError } from '@reason/core'
import * as z from 'zod/mini'

/** Minimum length of a secret, in bytes. */
const SECRET_BYTES = 32

/** Schema of a secret. Messages never contain the secret itself. */
const secret = z.custom<string | Uint8Array>(
  (value) => (typeof value === 'string' || value instanceof Uint8Array) && Buffer.byteLength(value) >= SECRET_BYTES,
  `must be a text or bytes, ${SECRET_BYTES} bytes or longer (\`openssl rand -base64 32\` makes one)`,
)

/** Default maximum, in bytes of JSON. A seal that clients can carry is much smaller. */
export const usualRecordBytes = 1_048_576

const sealerOptions = z.strictObject({
  /** Secrets. The first one seals, and any of them opens. To rotate, add a new one in front, and remove an old one once its values have expired. */
  keys: z.array(secret).check(z.minLength(1)),
  /** Lifetime of a sealed value, in milliseconds. Default 24 hours. */
  maxAgeMs: z._default(z.number().check(z.positive()), 24 * 60 * 60 * 1000),
  /** Maximum length of a sealed value, in characters. Default 262144. A longer one is not sealed (`too-large`). */
  maxLength: z._default(z.int().check(z.minimum(256)), 1 << 18),
  /** Maximum size of a record, in bytes of JSON. Default 1 MiB. A larger one is neither sealed nor opened (`too-large`). */
  maxRecordBytes: z._default(z.int().check(z.minimum(256)), usualRecordBytes),
  /** Milliseconds since 1970. Default `Date.now`. */
  now: z._default(
    z.custom<() => number>((value) => typeof value === 'function', 'must be a function'),
    () => Date.now,
  ),
})

/** Options of `createSealer`. The first key seals, and all of them open. */
export type SealerOptions = z.input<typeof sealerOptions>
export type SealerConfig = z.output<typeof sealerOptions>

/** @throws {ReasonError} `REASON_INVALID_OPTIONS` */
export const parseSealerOptions = (options: SealerOptions): SealerConfig => parseOptions(sealerOptions, options, 'seals')

export const sameKeyTwice = (): ReasonError =>
  new ReasonError('REASON_INVALID_OPTIONS', 'Invalid options for "seals": keys: two of them are the same. Leave one out.')
