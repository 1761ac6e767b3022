import * as z from 'zod/mini'

export const visibilities = ['full', 'summary', 'label', 'none'] as const
export type Visibility = (typeof visibilities)[number]

/** Amounts of a generation to store, in ascending order. */
export const traceModes = ['none', 'metadata', 'redacted', 'full'] as const

const askEfforts = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const

const text = z.string().check(z.minLength(1), z.maxLength(256))
const hash = z.string().check(z.regex(/^sha256:[0-9a-f]{64}$/, 'must be sha256: and 64 hexadecimal digits'))
const time = z.int().check(z.nonnegative())
const perMinute = z.int().check(z.positive(), z.maximum(1_000_000_000))

/** Rights of a key. Absent: the default of each field. */
export const keyRights = z.strictObject({
  /** Owner or purpose of the key, for people. */
  name: text,
  /** Whether the key has access to other clients' traces and budgets, and to keys. Default false. */
  admin: z.optional(z.boolean()),
  /** Team whose budget also counts the key's usage. */
  team: z.optional(text),
  /** Patterns of the models that the key may use. Default: all. */
  models: z.optional(z.array(text).check(z.minLength(1))),
  /** Visible amount of reasoning. Default `none`: more has to be granted. */
  visibility: z._default(z.enum(visibilities), 'none'),
  /** Maximum amount of its generations to store. Default: the gateway's setting. */
  traceMode: z.optional(z.enum(traceModes)),
  /** Effort of requests without thinking settings, if the upstream has another API. Default: the gateway's setting. */
  askEffort: z.optional(z.enum(askEfforts)),
  /** Session of requests without one. */
  session: z.optional(text),
  /** Budgets of reasoning tokens, in the format of `@reason/budget`: `{ session, key, team }`. */
  budgets: z.optional(z.record(z.enum(['session', 'key', 'team']), z.optional(z.record(z.string(), z.json())))),
  /** Message that asks the model to finish at the warning mark of a budget: `on`, `off`, or the text. Default: the gateway's setting. */
  wrapUp: z.optional(z.string().check(z.minLength(1), z.maxLength(2000))),
  /** Limits of requests, and of input and output tokens, per minute. Default: none. */
  rateLimits: z.optional(z.strictObject({ requestsPerMinute: z.optional(perMinute), tokensPerMinute: z.optional(perMinute) })),
  /** Tags for traces and for people. */
  tags: z.optional(z.array(text)),
  /** Expiry in Unix milliseconds. Default: never. */
  expiresAt: z.optional(time),
})

/** A stored key. It contains nothing that grants access. */
export const keyRecord = z.extend(keyRights, {
  /** Public part of the key, for logs, traces and budgets. */
  id: z.string().check(z.regex(/^[a-z0-9]{10}$/, 'must be 10 letters and digits')),
  hash,
  /** Previous secret after a rotation, valid until the given time (Unix milliseconds). */
  previous: z.optional(z.strictObject({ hash, until: time })),
  createdAt: time,
  revokedAt: z.optional(time),
})

export type KeyRights = z.output<typeof keyRights>
export type KeyRightsOptions = z.input<typeof keyRights>
export type KeyRecord = z.output<typeof keyRecord>
