import type { ServerResponse } from 'node:http'
import type { ResponseSink } from '@reason/gateway/host'
import { isGone, onGone } from './client-disconnect.ts'
import { openResponseStream } from './response-stream.ts'
import { closeWhenStalled } from './stall-timeout.ts'

/** @param stallTimeout - Milliseconds without progress before the client counts as stalled. */
export function createResponseSink(response: ServerResponse, stallTimeout: number): ResponseSink {
  return {
    framing: 'response',
    isGone: () => isGone(response),
    isFull: () => response.writableEnded || response.writableNeedDrain || response.socket?.writableNeedDrain === true,
    onGone: (run) => onGone(response, run),
    send(status, head, body) {
      response.writeHead(status, { ...head, 'content-length': Buffer.byteLength(body) })
      response.end(body)
    },
    stream: (head, upstream) => openResponseStream(response, head, upstream, stallTimeout),
    written(closing) {
      closeWhenStalled(response, stallTimeout)
      if (!closing) return
      // A long answer is still being written in pieces.
      if (response.writableEnded) response.socket?.end()
      else response.prependOnceListener('finish', () => response.socket?.end())
    },
    destroy: () => void response.destroy(),
  }
}
