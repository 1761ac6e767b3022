/**
 * How a request to an upstream ended.
 * - `connect-failed`, `connect-timeout`: nothing was sent.
 * - `reset`: the connection broke, or its end came too early. `invalid`: what came was no answer.
 * - `first-byte-timeout`, `idle-timeout`: it fell silent.
 * - `server-error`: a 5xx, or a 408. `overloaded`: a 503 or 529. `rate-limited`: a 429.
 * - `unauthorized`: the gateway's own credential was refused.
 * - `client-error`: any other 4xx, and refusals of a credential that the client brought: the upstream is in order.
 * - `cancelled`: the client went away. Says nothing about the upstream.
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

export interface Outcome {
  kind: OutcomeKind
  /** For how long the upstream asked to be left alone. Milliseconds. */
  retryAfterMs?: number
  /** Whether something of the answer had gone to the client. Such a request is never repeated. Default false. */
  begun?: boolean
}

/** What follows from a kind of outcome. Data, so that one table says it for health and for retries. */
interface Consequence {
  /** Counts against the upstream. */
  failure: boolean
  /** Worth a repetition at another upstream, or also at the same one. */
  retry: 'no' | 'elsewhere' | 'anywhere'
  /** The request cannot have reached the model. */
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
  // It was given all the time there is: the same again would take as long again.
  'first-byte-timeout': { ...broken, retry: 'elsewhere' },
  'idle-timeout': { ...broken, retry: 'elsewhere' },
  'server-error': broken,
  overloaded: broken,
  // An upstream that counts is in order. It is left alone, and not taken for broken.
  'rate-limited': { failure: false, retry: 'anywhere', unsent: false },
  unauthorized: { ...broken, retry: 'elsewhere' },
  'client-error': no,
  cancelled: no,
}

/** Whether it was the upstream's fault, or at least its word. */
export const isFailure = (kind: OutcomeKind): kind is FailureKind => consequences[kind].failure || kind === 'rate-limited'

export interface OutcomeContext {
  /** Whether the credential that was shown is the gateway's own, so that 401, 403 and 429 speak of it and not of the client. Default true. */
  ownCredential?: boolean
  /** Time of the answer, for dates in `retry-after`. Milliseconds since 1970. Default `Date.now()`. */
  now?: number
}

/** Header names in lower case, as Node gives them. */
export type Headers = Readonly<Record<string, string | readonly string[] | undefined>>

/**
 * Reads the head of a response.
 *
 * @param status - 100 to 599; 529 is how some providers say 503. Redirects are taken for `invalid`: they are never followed.
 */
export function outcomeOf(status: number, headers: Headers = {}, { ownCredential = true, now }: OutcomeContext = {}): Outcome {
  const kind = kindOf(status, ownCredential)
  if (kind !== 'rate-limited' && kind !== 'overloaded') return { kind }
  const retryAfterMs = retryAfterOf(headers, now ?? Date.now())
  return { kind, ...(retryAfterMs !== undefined && { retryAfterMs }) }
}

function kindOf(status: number, ownCredential: boolean): OutcomeKind {
  if (status === 429) return ownCredential ? 'rate-limited' : 'client-error'
  if (status === 401 || status === 403) return ownCredential ? 'unauthorized' : 'client-error'
  if (status === 503 || status === 529) return 'overloaded'
  // It had the request and gave up on it: the gateway sends what it sends at once.
  if (status >= 500 || status === 408) return 'server-error'
  if (status >= 400) return 'client-error'
  return status >= 300 ? 'invalid' : 'success'
}

/** @returns Milliseconds, 0 or more; undefined where nothing readable was said. `retry-after-ms` wins: it is the more precise one. */
function retryAfterOf(headers: Headers, now: number): number | undefined {
  const precise = numberOf(headers['retry-after-ms'])
  if (precise !== undefined) return precise
  const said = headers['retry-after']
  const seconds = numberOf(said)
  if (seconds !== undefined) return seconds * 1000
  // Only dates as HTTP writes them: `Date.parse` takes nearly anything for one ("-5" is in 2001).
  const date = typeof said === 'string' && /^[A-Z][a-z]{2}, .+ GMT$/.test(said) ? Date.parse(said) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}

function numberOf(value: string | readonly string[] | undefined): number | undefined {
  return typeof value === 'string' && /^\d{1,12}(?:\.\d{1,9})?$/.test(value.trim()) ? Number(value) : undefined
}
