import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import type { ApiError } from '../clients/api-error.ts'
import type { Secret } from '../relay/withheld.ts'
import { errorFromUpstream, unusableAnswer } from '../relay/upstream-error.ts'
import { forClient } from './headers.ts'
import type { AnswerListener, Exchange, Upstream } from './upstream.ts'

/** What an upstream says beside its answers, as a whole. */
export interface Reply {
  headers: IncomingHttpHeaders
  text: string
}

/**
 * Asks, and waits for all of it.
 *
 * @param limit - Bytes that are read.
 * @param response - Of whoever waits. When that is closed, nobody is asked any more.
 * @param secret - What of its own words about a failure whoever waits may not see.
 * @returns The upstream's own error, where it has one.
 */
export function replyOf(
  ask: (listener: AnswerListener) => Exchange,
  upstream: Pick<Upstream, 'name' | 'api'>,
  limit: number,
  response: Pick<ServerResponse, 'on'>,
  secret: () => Secret = () => 'nothing',
): Promise<Reply | ApiError> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = []
    let length = 0
    let status = 0
    let headers: IncomingHttpHeaders = {}
    const exchange = ask({
      onHead(responseStatus, responseHeaders) {
        status = responseStatus
        headers = responseHeaders
      },
      onData(bytes) {
        length += bytes.length
        if (length <= limit) return void pieces.push(Buffer.from(bytes))
        exchange.abort()
        resolve(unusableAnswer(upstream.name, `is longer than ${limit} bytes`))
      },
      onEnd() {
        const body = Buffer.concat(pieces)
        if (status === 200) return resolve({ headers, text: body.toString('utf8') })
        // When to come again, and what its provider has to know to look for it.
        resolve({ ...errorFromUpstream(status, headers, body, upstream, secret()), headers: forClient(headers) })
      },
      onFailure: resolve,
    })
    response.on('close', () => {
      exchange.abort()
      resolve(gone)
    })
  })
}

/** For nobody to read. */
const gone: ApiError = { status: 499, type: 'invalid_request_error', code: 'client_closed', message: 'The client has gone.' }
