import type { ApiError } from '../errors/api-error.ts'
import type { Secret } from '../errors/withheld-text.ts'
import { errorFromUpstream, unusableAnswer } from '../errors/upstream-error.ts'
import { forClient } from './headers.ts'
import type { AnswerListener, Call, Upstream } from './upstream.ts'
import type { Head } from '../head.ts'

/** A whole reply of an upstream to a request beside answers. */
export interface Reply {
  headers: Head
  text: string
}

/** Extracts the useful text of a successful reply. @returns The text, or the error. */
export type ReadReply = (text: string) => string | (ApiError & { status: 502 })

/**
 * Sends a request and waits for the whole reply.
 *
 * @param limit - Most bytes that are read.
 * @param left - Aborted when the client has disconnected. No request is sent then, and the result is `gone`.
 * @param secret - The part of the upstream's error text that the client may not see.
 * @param read - Reads a successful reply.
 * @returns The reply, or the error.
 */
export function replyOf(
  ask: (listener: AnswerListener) => Call,
  upstream: Pick<Upstream, 'name' | 'api'>,
  limit: number,
  left: AbortSignal,
  secret: () => Secret = () => 'nothing',
  read: ReadReply = (text) => text,
): Promise<Reply | ApiError> {
  if (left.aborted) return Promise.resolve(gone)
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    let length = 0
    let status = 0
    let headers: Head = {}
    left.addEventListener('abort', leave)
    const exchange = ask({
      onHead(responseStatus, responseHeaders) {
        status = responseStatus
        headers = responseHeaders
      },
      onData(bytes) {
        length += bytes.length
        if (length <= limit) return void pieces.push(Buffer.from(bytes))
        giveUp(unusableAnswer(upstream.name, `is longer than ${limit} bytes`))
      },
      onEnd() {
        const body = Buffer.concat(pieces)
        if (status === 200) {
          const text = read(body.toString('utf8'))
          return typeof text === 'string' ? over({ headers, text }) : giveUp(text)
        }
        // Forwards headers such as `retry-after` and request ids.
        over({ ...errorFromUpstream(status, headers, body, upstream, secret()), headers: forClient(headers) })
      },
      onFailure: over,
    })
    function leave(): void {
      exchange.abort()
      over(gone)
    }

    function giveUp(error: ReturnType<typeof unusableAnswer>): void {
      exchange.abort(error)
      over(error)
    }

    function over(reply: Reply | ApiError): void {
      left.removeEventListener('abort', leave)
      resolve(reply)
    }
  })
}

/** Error for a client that has disconnected. It only appears in logs. */
export const gone: ApiError = { status: 499, type: 'invalid_request_error', code: 'client_closed', message: 'The client disconnected.' }
