import { asList, asObject, parseJson, type Json } from '../json.ts'
import type { Send } from '../upstreams/upstream.ts'
import { longestRefusal } from './resend-after-refusal.ts'
import { createByteBuffer, forward, type ByteBuffer } from './byte-buffer.ts'
import type { Head } from '../head.ts'

/** Too many requests, or too busy. */
const delaying: ReadonlySet<number> = new Set([429, 503, 529])

/**
 * Gives a refusal the header `retry-after` where its body alone says when to ask again: routing and clients read the header. The body of such a
 * refusal is held until it is whole.
 */
export function withRetryDelay(send: Send): Send {
  return (listener) => {
    let refusal: { status: number; headers: Head; held: ByteBuffer } | undefined
    return send({
      onHead(status, headers) {
        const isKnown = !delaying.has(status) || headers['retry-after'] !== undefined || headers['retry-after-ms'] !== undefined
        if (isKnown) listener.onHead(status, headers)
        else refusal = { status, headers, held: createByteBuffer(longestRefusal) }
      },
      onData(bytes, more) {
        if (refusal === undefined) listener.onData(bytes, more)
        else if (!refusal.held.push(bytes)) release(more)
      },
      onEnd() {
        release(false)
        return listener.onEnd()
      },
      onFailure(failure) {
        release(false)
        listener.onFailure(failure)
      },
    })

    function release(more: boolean): void {
      if (refusal === undefined) return
      const { status, headers, held } = refusal
      refusal = undefined
      const pieces = held.release()
      const seconds = delayIn(parseJson(Buffer.concat(pieces).toString('utf8')), Date.now())
      listener.onHead(status, seconds === undefined ? headers : { ...headers, 'retry-after': String(Math.ceil(seconds)) })
      forward(pieces, listener, more)
    }
  }
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
