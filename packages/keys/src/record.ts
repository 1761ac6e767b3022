import * as z from 'zod/mini'

export const visibilities = ['full', 'summary', 'label', 'none'] as const
export type Visibility = (typeof visibilities)[number]

/** How much of a generation is kept, from little to all. */
export const traceModes = ['none', 'metadata', 'redacted', 'full'] as const

const askEfforts = ['minimal', 'low', 'medium', 'high', 'xhigh', 'max'] as const

const text = z.string().check(z.minLength(1), z.maxLength(256))
const hash = z.string().check(z.regex(/^sha256:[0-9a-f]{64}$/, 'must be sha256: and 64 hexadecimal digits'))
const time = z.int().check(z.nonnegative())
const perMinute = z.int().check(z.positive(), z.maximum(1_000_000_000))

/** What a key allows. Absent: the default that is named. */
export const keyRights = z.strictObject({
  /** Who or what it is for; for people. */
  name: text,
  /** Whether it opens what is not its own: traces, budgets of others, keys. Default false. */
  admin: z.optional(z.boolean()),
  /** Whose budget it also counts towards. */
  team: z.optional(text),
  /** Patterns of the models that it may ask. Default: all. */
  models: z.optional(z.array(text).check(z.minLength(1))),
  /** How much of the reasoning the client may see. Default `none`: seeing more has to be granted. */
  visibility: z._default(z.enum(visibilities), 'none'),
  /** The most that is kept of its generations. Default: as the gateway is configured. */
  traceMode: z.optional(z.enum(traceModes)),
  /** The effort of requests that say nothing of thinking, where the upstream speaks another API. Default: as the gateway is configured. */
  askEffort: z.optional(z.enum(askEfforts)),
  /** The session of requests that name none. */
  session: z.optional(text),
  /** Budgets of reasoning tokens, as `@reason/budget` takes them: `{ session, key, team }`. */
  budgets: z.optional(z.record(z.enum(['session', 'key', 'team']), z.optional(z.record(z.string(), z.json())))),
  /** Message that asks the model to come to an end at the warning mark of a budget: `on`, `off`, or the words. Default: as the gateway is configured. */
  wrapUp: z.optional(z.string().check(z.minLength(1), z.maxLength(2000))),
  /** Requests, and tokens of input and output, in a minute. Default: none. */
  rateLimits: z.optional(z.strictObject({ requestsPerMinute: z.optional(perMinute), tokensPerMinute: z.optional(perMinute) })),
  /** For traces and for people. */
  tags: z.optional(z.array(text)),
  /** Unix milliseconds. Default: never. */
  expiresAt: z.optional(time),
})

/** A key as it is kept: nothing in it opens anything. */
export const keyRecord = z.extend(keyRights, {
  /** The public part: for logs, traces and budgets. */
  id: z.string().check(z.regex(/^[a-z0-9]{10}$/, 'must be 10 letters and digits')),
  hash,
  /** After a rotation: the secret before this one, which still holds until then (Unix milliseconds). */
  previous: z.optional(z.strictObject({ hash, until: time })),
  createdAt: time,
  revokedAt: z.optional(time),
})

export type KeyRights = z.output<typeof keyRights>
export type KeyRightsOptions = z.input<typeof keyRights>
export type KeyRecord = z.output<typeof keyRecord>
