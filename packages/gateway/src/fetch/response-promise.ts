import { Buffer } from 'node:buffer'
import { internalError } from '../errors/api-error.ts'
import type { AnswerHead, Pausable, ResponseSink, StreamBody } from '../relay/sink.ts'

/** A sink whose answer is the `Response` of a `fetch` handler. */
export interface PromisedResponse {
  sink: ResponseSink
  /** Resolves with the head of the answer; its body may follow. */
  response: Promise<Response>
  /** Resolves when nothing can be sent any more. */
  gone: Promise<void>
}

/** Bytes that may wait for a client before its upstream is paused. */
const mostWaiting = 65_536

/**
 * @param left - Aborted when the client disconnects.
 * @param stallTimeout - Milliseconds for which the client may read nothing of a stream. After that its stream fails.
 */
export function promiseResponse(left: AbortSignal, stallTimeout: number): PromisedResponse {
  const head = Promise.withResolvers<Response>()
  const gone = Promise.withResolvers<void>()
  const waiting = new Set<() => void>()
  let isGone = false
  let stall: ReturnType<typeof setTimeout> | undefined
  let stream: ReadableStreamDefaultController<Uint8Array> | undefined
  const leave = (): void => end()
  left.addEventListener('abort', leave)
  if (left.aborted) end()

  return {
    response: head.promise,
    gone: gone.promise,
    sink: {
      framing: 'response',
      isGone: () => isGone,
      isFull: () => (stream === undefined ? isGone : (stream.desiredSize ?? 0) <= 0),
      onGone(run) {
        if (isGone) run()
        else waiting.add(run)
      },
      send(status, headers, body) {
        head.resolve(new Response(body, { status, headers: linesOf(headers) }))
        complete()
      },
      stream: open,
      written() {},
      destroy() {
        stream?.error(new Error(internalError.message))
        head.resolve(new Response(null, { status: 500 }))
        end()
      },
    },
  }

  function open(headers: AnswerHead, upstream: Pausable): StreamBody {
    let pending: Uint8Array[] = []
    let isPaused = false
    const body = new ReadableStream<Uint8Array>(
      {
        start: (controller) => void (stream = controller),
        pull() {
          clearTimeout(stall)
          if (!isPaused) return
          isPaused = false
          upstream.resume()
        },
        cancel: end,
      },
      new ByteLengthQueuingStrategy({ highWaterMark: mostWaiting }),
    )
    head.resolve(new Response(body, { status: 200, headers: linesOf(headers) }))
    return {
      write: (text) => add(Buffer.from(text, 'utf8')),
      pass(bytes, more) {
        add(Buffer.from(bytes, 'latin1'))
        if (!more) flush()
      },
      flush,
      // The next read follows at once, and flushes again.
      flushSoon: flush,
      end() {
        flush()
        if (isGone) return
        stream!.close()
        complete()
      },
    }

    function add(bytes: Uint8Array): void {
      if (!isGone) pending.push(bytes)
    }

    function flush(): void {
      if (pending.length === 0 || isGone) return
      stream!.enqueue(pending.length === 1 ? pending[0]! : Buffer.concat(pending))
      pending = []
      if (isPaused || stream!.desiredSize! > 0) return
      isPaused = true
      upstream.pause()
      stall = setTimeout(() => {
        stream!.error(new Error(`The client read nothing for ${stallTimeout} ms.`))
        end()
      }, stallTimeout)
    }
  }

  /** Closes a complete answer. Listeners run later, because the writer has more to do first. */
  function complete(): void {
    if (isGone) return
    close()
    queueMicrotask(tellGone)
  }

  function end(): void {
    if (isGone) return
    close()
    // The client has disconnected or stalled, so no response reaches it.
    head.resolve(new Response(null, { status: 499 }))
    tellGone()
  }

  function close(): void {
    isGone = true
    clearTimeout(stall)
    left.removeEventListener('abort', leave)
  }

  function tellGone(): void {
    for (const run of waiting) run()
    waiting.clear()
    gone.resolve()
  }
}

function linesOf(headers: AnswerHead): Headers {
  const lines = new Headers()
  for (const [name, value] of Object.entries(headers)) for (const one of [value].flat()) lines.append(name, one)
  return lines
}
