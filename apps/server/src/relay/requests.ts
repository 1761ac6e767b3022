import type { IncomingHttpHeaders } from 'node:http'
import { isApiError, type ApiError } from '../clients/api-error.ts'
import type { ClientRequest } from '../clients/client-request.ts'
import type { Send } from '../governance/generation.ts'
import type { Upstream } from '../upstream/upstream.ts'
import type { Requests } from './relay.ts'
import type { RequestWriter, UpstreamRequest } from './upstream-request.ts'

/** A reply to a call beside an answer is read this far. */
const replyLimit = 65_536

/** All that may be sent for one request of a client, beginning with the one that was written for it. */
export function createRequests(
  { body: first }: UpstreamRequest,
  request: ClientRequest,
  bytes: Buffer,
  headers: IncomingHttpHeaders,
  writer: RequestWriter,
  upstream: Upstream,
): Requests {
  const { model, stream, choices } = request
  const send =
    (body: Buffer): Send =>
    (listener) =>
      upstream.chat({ body, headers, model, stream, choices }, listener)
  const sendable = (written: UpstreamRequest | ApiError): Send | undefined => (isApiError(written) ? undefined : send(written.body))

  return {
    first: send(first),
    conversation: () => writer.conversation(request),
    withKnobs: (knobs) => sendable(writer.write(request, bytes, { knobs, fields: {} })),
    conversationAs: (conversation, fields) => sendable(writer.writeConversation(request, conversation, fields)),
    tell: (path, body) =>
      new Promise((resolve, reject) => {
        const pieces: Buffer[] = []
        let length = 0
        const exchange = upstream.tell(path, Buffer.from(JSON.stringify(body)), headers, {
          onHead() {},
          onData(piece) {
            length += piece.length
            if (length <= replyLimit) return void pieces.push(piece)
            exchange.abort()
            reject(new Error(`The reply is longer than ${replyLimit} bytes.`))
          },
          onEnd() {
            try {
              resolve(JSON.parse(Buffer.concat(pieces).toString('utf8')))
            } catch (error) {
              reject(error)
            }
          },
          onFailure: ({ message }) => reject(new Error(message)),
        })
      }),
  }
}
