import { asList, asObject, parseJson, type Json } from '../json.ts'
import type { Send } from '../upstreams/upstream.ts'
import { holdRefusal } from './held-refusal.ts'

/** Too many requests, or too busy. */
const delaying: ReadonlySet<number> = new Set([429, 503, 529])

/**
 * Gives a refusal the header `retry-after` where its body alone says when to ask again: routing and clients read the header. The body of such a
 * refusal is held until it is whole.
 */
export function withRetryDelay(send: Send): Send {
  return (listener) =>
    send(
      holdRefusal(listener, {
        isHeld: (status, headers) =>
          delaying.has(status) && headers['retry-after'] === undefined && headers['retry-after-ms'] === undefined,
        settle(headers, body) {
          const seconds = delayIn(parseJson(Buffer.concat(body).toString('utf8')), Date.now())
          return seconds === undefined ? headers : { ...headers, 'retry-after': String(Math.ceil(seconds)) }
        },
      }),
    )
}

/** Where providers say in a body when to ask again, in seconds from now. Undefined: not there. */
const places: readonly ((error: Json, now: number) => number | undefined)[] = [
  // `google.rpc.RetryInfo`, and `ErrorInfo` where a request lacks that.
  (error) => firstOf(asList(error['details']).map((detail) => secondsOf(asObject(detail)['retryDelay']))),
  (error) => firstOf(asList(error['details']).map((detail) => secondsOf(asObject(asObject(detail)['metadata'])['quotaResetDelay']))),
  // Headers of the provider behind OpenRouter, and OpenRouter's own.
  (error) => numberOf(headerOf(error, 'Retry-After')),
  (error, now) => {
    const reset = numberOf(headerOf(error, 'X-RateLimit-Reset'))
    if (reset === undefined) return undefined
    // Times since 1970 come in seconds or milliseconds.
    const seconds = reset > 1e11 ? reset / 1000 : reset
    return seconds > 1e9 ? Math.max(0, seconds - now / 1000) : undefined
  },
]

function delayIn(body: unknown, now: number): number | undefined {
  const error = asObject(asObject(Array.isArray(body) ? body[0] : body)['error'])
  for (const place of places) {
    const seconds = place(error, now)
    if (seconds !== undefined) return seconds
  }
  return undefined
}

const firstOf = (found: readonly (number | undefined)[]): number | undefined => found.find((one) => one !== undefined)

/** A duration of Google's JSON (`39.5s`), also in milliseconds (`373.8ms`). */
function secondsOf(value: unknown): number | undefined {
  const [, number, unit] = (typeof value === 'string' && /^(\d{1,9}(?:\.\d{1,9})?)(m?s)$/.exec(value)) || []
  return number === undefined ? undefined : Number(number) / (unit === 'ms' ? 1000 : 1)
}

const headerOf = (error: Json, name: string): unknown => {
  const headers = asObject(asObject(error['metadata'])['headers'])
  return headers[name] ?? headers[name.toLowerCase()]
}

const numberOf = (value: unknown): number | undefined => {
  const text = typeof value === 'number' ? String(value) : value
  return typeof text === 'string' && /^\d{1,15}(?:\.\d{1,9})?$/.test(text) ? Number(text) : undefined
}
