import type { ServerResponse } from 'node:http'
import type { Exchange } from '../upstream/upstream.ts'
import { closeWhenStalled } from './stalled.ts'

/** The body of a streamed answer: what one read of the upstream brought leaves in one write. */
export interface StreamBody {
  /** Leaves with the next flush. */
  write(text: string): void
  flush(): void
  /** Bytes in a string, at once. */
  pass(bytes: string): void
  /** When everything that the same read of the upstream brought has been written. */
  flushSoon(): void
  /** Nothing may be written after it. */
  end(): void
}

/**
 * Opens a streamed answer and writes it past Node's own chunk encoder, as ready frames on the socket: fewer objects and
 * one system call per read (`docs/gateway.md`, "What it costs"). When the client does not keep up, the upstream is paused.
 *
 * @param stallTimeout - Milliseconds for which the client may take nothing.
 */
export function openStreamBody(
  response: ServerResponse,
  headers: Readonly<Record<string, string | string[]>>,
  upstream: Pick<Exchange, 'pause' | 'resume'>,
  stallTimeout: number,
): StreamBody {
  const socket = response.socket
  // One write for the head and what comes with it.
  socket?.cork()
  response.writeHead(200, {
    ...headers,
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache',
    'x-accel-buffering': 'no',
  })
  response.flushHeaders()
  // A pipelined request has no socket yet, and HTTP/1.0 no chunks: they take the ordinary way.
  const direct = response.chunkedEncoding ? socket : null
  const sink = direct ?? response
  let pending = ''
  let scheduled = true
  /** Set while the client does not keep up. */
  let readsAgain: (() => void) | undefined
  let ended = false
  sink.on('drain', onDrain)
  process.nextTick(() => {
    flush()
    socket?.uncork()
  })

  return { write, flush, pass, flushSoon, end }

  function write(text: string): void {
    if (!ended) pending += text
  }

  function flushSoon(): void {
    if (scheduled) return
    scheduled = true
    process.nextTick(flush)
  }

  function flush(): void {
    scheduled = false
    if (pending === '' || sink.destroyed) return
    const text = pending
    pending = ''
    const length = Buffer.byteLength(text)
    put(text, length, length === text.length ? 'latin1' : 'utf8')
  }

  function pass(bytes: string): void {
    flush()
    if (!ended && !sink.destroyed) put(bytes, bytes.length, 'latin1')
  }

  function put(text: string, length: number, encoding: 'latin1' | 'utf8'): void {
    if (direct === null) response.write(text, encoding)
    else direct.write(`${length.toString(16)}\r\n${text}\r\n`, encoding)
    if (sink.writableNeedDrain && readsAgain === undefined) {
      readsAgain = closeWhenStalled(response, stallTimeout)
      upstream.pause()
    }
  }

  function onDrain(): void {
    if (readsAgain === undefined) return
    readsAgain()
    readsAgain = undefined
    upstream.resume()
  }

  function end(): void {
    if (ended) return
    socket?.cork()
    flush()
    ended = true
    sink.off('drain', onDrain)
    response.end()
    socket?.uncork()
  }
}
