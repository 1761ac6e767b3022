/**
 * Reason why a request is not sent.
 * - `model-unknown`: no upstream serves the model.
 * - `rate-limited`: all upstreams of the model asked for a pause.
 * - `unavailable`: no upstream of the model is healthy.
 * - `seals-elsewhere`: only its issuer can continue the conversation, and the issuer is unavailable.
 * - `queue-full`, `queue-timeout`: all upstreams are busy.
 * - `cancelled`: the client disconnected while waiting.
 */
export type RefusalCode =
  | 'model-unknown'
  | 'rate-limited'
  | 'unavailable'
  | 'seals-elsewhere'
  | 'queue-full'
  | 'queue-timeout'
  | 'cancelled'

export interface RoutingRefusal {
  code: RefusalCode
  /** HTTP status for the client. 499 is for logs alone, as that client has disconnected. */
  status: 404 | 429 | 499 | 503
  message: string
  /** Whole seconds, 1 or more. */
  retryAfterSeconds?: number
}

const statuses: Readonly<Record<RefusalCode, RoutingRefusal['status']>> = {
  'model-unknown': 404,
  'rate-limited': 429,
  unavailable: 503,
  'seals-elsewhere': 503,
  'queue-full': 429,
  'queue-timeout': 503,
  cancelled: 499,
}

/** @param retryAfterMs - Milliseconds until a retry makes sense. Infinity: unknown. */
export function refuse(code: RefusalCode, message: string, retryAfterMs = Number.POSITIVE_INFINITY): RoutingRefusal {
  const refusal = { code, status: statuses[code], message }
  return Number.isFinite(retryAfterMs) ? { ...refusal, retryAfterSeconds: Math.max(1, Math.ceil(retryAfterMs / 1000)) } : refusal
}

/** Formats a duration for messages: `12 s`, `0.4 s`. */
export const seconds = (ms: number): string => `${ms < 9950 ? Math.max(0.1, Math.ceil(ms / 100) / 10) : Math.ceil(ms / 1000)} s`
