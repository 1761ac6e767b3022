import type { ApiError } from '../errors/api-error.ts'
import type { WithheldContent } from '../errors/withheld-text.ts'
import { errorFromUpstream, unusableAnswer } from '../errors/upstream-error.ts'
import { compression, forClient } from './headers.ts'
import { joinInTurns } from '../event-loop/joined-bytes.ts'
import { jsonPerTurn } from '../event-loop/slices.ts'
import type { AnswerListener, UpstreamCall, Upstream } from './upstream.ts'
import type { Head } from '../head.ts'

/** A whole reply of an upstream to a request beside answers. */
export interface UpstreamBody<Text = string> {
  headers: Head
  text: Text
}

type Unusable = ApiError & { status: 502 }

/** Extracts the useful part of a successful reply. @returns That part, or the error. */
export type ReadReply<Text = string> = (body: Buffer) => Text | Unusable | Promise<Text | Unusable>

interface ReplyOptions<Text> {
  upstream: Pick<Upstream, 'name' | 'api'>
  /** Most bytes that are read. */
  limit: number
  /** Aborted when the client has disconnected. No request is sent then, and the result is `gone`. */
  left: AbortSignal
  /** The part of the upstream's error text that the client may not see. Default: nothing. */
  secret?: () => WithheldContent
  read: ReadReply<Text>
}

/** Sends a request and waits for the whole reply, or for the error. */
export function replyOf<Text extends string | Buffer>(
  ask: (listener: AnswerListener) => UpstreamCall,
  { upstream, limit, left, secret = () => 'nothing', read }: ReplyOptions<Text>,
): Promise<UpstreamBody<Text> | ApiError> {
  if (left.aborted) return Promise.resolve(gone)
  return new Promise((resolve, reject) => {
    const pieces: Buffer[] = []
    let length = 0
    let status = 0
    let headers: Head = {}
    left.addEventListener('abort', leave)
    const call = ask({
      onHead(responseStatus, responseHeaders) {
        status = responseStatus
        headers = responseHeaders
        const compressed = status === 200 ? compression(headers) : undefined
        if (compressed !== undefined) giveUp(unusableAnswer(upstream.name, compressed))
      },
      onData(bytes) {
        length += bytes.length
        if (length <= limit) return void pieces.push(Buffer.from(bytes))
        giveUp(unusableAnswer(upstream.name, `is longer than ${limit} bytes`))
      },
      onEnd() {
        if (status === 200 && length > jsonPerTurn) return readLater(joinInTurns(pieces).then(read))
        const body = Buffer.concat(pieces)
        if (status === 200) {
          const text = read(body)
          return text instanceof Promise ? readLater(text) : take(text)
        }
        // Forwards headers such as `retry-after` and request ids.
        over({ ...errorFromUpstream(status, headers, body, upstream, secret()), headers: forClient(headers) })
      },
      onFailure: over,
    })
    function leave(): void {
      call.abort()
      over(gone)
    }

    function take(text: Text | Unusable): void {
      if (typeof text === 'string' || Buffer.isBuffer(text)) over({ headers, text })
      else giveUp(text)
    }

    /** @returns `false`, as the outcome of the request is known only once the reply has been read. */
    function readLater(text: Promise<Text | Unusable>): false {
      text.then((read) => {
        take(read)
        call.abort()
      }, fail)
      return false
    }

    /** A fault of ours: the caller reports it. */
    function fail(fault: unknown): void {
      left.removeEventListener('abort', leave)
      call.abort()
      reject(fault as Error)
    }

    function giveUp(error: ReturnType<typeof unusableAnswer>): void {
      call.abort(error)
      over(error)
    }

    function over(reply: UpstreamBody<Text> | ApiError): void {
      left.removeEventListener('abort', leave)
      resolve(reply)
    }
  })
}

/** Error for a client that has disconnected. It only appears in logs. */
export const gone: ApiError = { status: 499, type: 'invalid_request_error', code: 'client_closed', message: 'The client disconnected.' }
