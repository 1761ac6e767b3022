/**
 * Outcome of a request to an upstream.
 * - `connect-failed`, `connect-timeout`: nothing was sent.
 * - `reset`: the connection broke, or ended too early. `invalid`: the response was no answer.
 * - `first-byte-timeout`, `idle-timeout`: the upstream went silent.
 * - `server-error`: a 5xx, or a 408. `overloaded`: a 503 or 529. `rate-limited`: a 429.
 * - `unauthorized`: the upstream rejected the gateway's own credential.
 * - `client-error`: any other 4xx, and rejections of the client's own credential. The upstream is healthy.
 * - `cancelled`: the client disconnected. The outcome says nothing about the upstream.
 */
export type OutcomeKind = 'success' | FailureKind | 'client-error' | 'cancelled'

export type FailureKind =
  | 'connect-failed'
  | 'connect-timeout'
  | 'reset'
  | 'invalid'
  | 'first-byte-timeout'
  | 'idle-timeout'
  | 'server-error'
  | 'overloaded'
  | 'rate-limited'
  | 'unauthorized'

export interface AttemptOutcome {
  kind: OutcomeKind
  /** Pause that the upstream asked for, in milliseconds. */
  retryAfterMs?: number
  /** True if part of the answer has gone to the client. Such a request is never repeated. Default false. */
  begun?: boolean
}

/** Consequences of an outcome, as data for both health and retries. */
interface Consequence {
  /** True if the outcome counts against the upstream. */
  failure: boolean
  /** Whether a retry makes sense: not at all, at another upstream, or also at the same one. */
  retry: 'no' | 'elsewhere' | 'anywhere'
  /** True if the request cannot have reached the model. */
  unsent: boolean
}

const no = { failure: false, retry: 'no', unsent: false } as const
const broken = { failure: true, retry: 'anywhere', unsent: false } as const
const unreached = { ...broken, unsent: true } as const

export const consequences: Readonly<Record<OutcomeKind, Consequence>> = {
  success: no,
  'connect-failed': unreached,
  'connect-timeout': unreached,
  reset: broken,
  invalid: { ...broken, retry: 'elsewhere' },
  // The request used up its timeout, and would take as long again.
  'first-byte-timeout': { ...broken, retry: 'elsewhere' },
  'idle-timeout': { ...broken, retry: 'elsewhere' },
  'server-error': broken,
  overloaded: broken,
  // A rate-limited upstream is healthy. It is paused, and its circuit stays closed.
  'rate-limited': { failure: false, retry: 'anywhere', unsent: false },
  unauthorized: { ...broken, retry: 'elsewhere' },
  'client-error': no,
  cancelled: no,
}

/** True if the upstream failed or was rate limited. */
export const isFailure = (kind: OutcomeKind): kind is FailureKind => consequences[kind].failure || kind === 'rate-limited'

export interface OutcomeContext {
  /** Whether the request used the gateway's own credential, so that 401, 403 and 429 concern the gateway and not the client. Default true. */
  ownCredential?: boolean
  /** Time of the response, for dates in `retry-after`. Milliseconds since 1970. Default `Date.now()`. */
  now?: number
}

/** Headers with names in lower case, as in Node. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Classifies the status and headers of a response.
 *
 * @param status - 100 to 599; some providers use 529 for 503. Redirects count as `invalid`, as they are never followed.
 */
export function outcomeOf(status: number, headers: Headers = {}, { ownCredential = true, now }: OutcomeContext = {}): AttemptOutcome {
  const kind = kindOf(status, ownCredential)
  if (kind !== 'rate-limited' && kind !== 'overloaded') return { kind }
  const retryAfterMs = retryAfterOf(headers, now ?? Date.now())
  return { kind, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

function kindOf(status: number, ownCredential: boolean): OutcomeKind {
  if (status === 429) return ownCredential ? 'rate-limited' : 'client-error'
  if (status === 401 || status === 403) return ownCredential ? 'unauthorized' : 'client-error'
  if (status === 503 || status === 529) return 'overloaded'
  // With a 408 the upstream gave up on the request, although the gateway sends it without delay.
  if (status >= 500 || status === 408) return 'server-error'
  if (status >= 400) return 'client-error'
  return status >= 300 ? 'invalid' : 'success'
}

/** @returns Milliseconds, 0 or more. Undefined without a readable value. `retry-after-ms` wins, as it is more precise. */
function retryAfterOf(headers: Headers, now: number): number | undefined {
  const precise = numberOf(headers['retry-after-ms'])
  if (precise !== undefined) return precise
  const said = headers['retry-after']
  const seconds = numberOf(said)
  if (seconds !== undefined) return seconds * 1000
  // Accepts only dates in HTTP's format: `Date.parse` accepts nearly anything ("-5" is in 2001).
  const date = typeof said === 'string' && /^[A-Z][a-z]{2}, .+ GMT$/.test(said) ? Date.parse(said) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function numberOf(value: string | readonly string[] | undefined): number | undefined {
  return typeof value === 'string' && /^\d{1,12}(?:\.\d{1,9})?$/.test(value.trim()) ? Number(value) : undefined
}
