/** A chunk of bytes that the network delivers at once. */
export interface TimedBytes {
  bytes: Uint8Array<ArrayBuffer>
  /** Milliseconds after the previous delivery. */
  afterMs: number
}

/** An event of a stream, and the milliseconds after the previous event. */
export interface TimedEvent {
  text: string
  afterMs: number
}

/** Splits bytes like a network does: about one event per chunk, but shifted by the same odd numbers every time, so that a replay is repeatable. */
export function inPieces(body: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer>[] {
  const found: Uint8Array<ArrayBuffer>[] = []
  let from = 0
  for (let end = eventEnd(body, 0); end !== -1; end = eventEnd(body, end)) {
    const to = Math.min(body.length, end + ((found.length * 37) % 61))
    if (to > from) found.push(body.subarray(from, to))
    from = Math.max(from, to)
  }
  if (from < body.length) found.push(body.subarray(from))
  return found
}

/** Returns the index after the next empty line. -1 if there is none. */
function eventEnd(body: Uint8Array, from: number): number {
  for (let at = body.indexOf(lineFeed, from); at !== -1; at = body.indexOf(lineFeed, at + 1)) if (body[at + 1] === lineFeed) return at + 2
  return -1
}

const lineFeed = 0x0a

/** Splits events like a network does. A chunk is due when the last event that begins in it is sent. */
export function inTime(events: readonly TimedEvent[]): TimedBytes[] {
  const due = events.map(({ text, afterMs }) => ({ bytes: utf8.encode(text), afterMs }))
  let from = 0
  let begin = 0
  return inPieces(utf8.encode(events.map(({ text }) => text).join(''))).map((bytes) => {
    let afterMs = 0
    from += bytes.length
    for (let [next] = due; next !== undefined && begin < from; [next] = due) {
      afterMs += next.afterMs
      begin += next.bytes.length
      due.shift()
    }
    return { bytes, afterMs }
  })
}

const utf8 = new TextEncoder()

/** Creates a body that is sent as fast as it is read, and no faster than its times. The first delivery is due at once. */
export function bodyOf([first, ...rest]: readonly TimedBytes[], signal: AbortSignal): ReadableStream<Uint8Array> {
  const due = [...(first === undefined ? [] : [{ ...first, afterMs: undefined }]), ...rest].values()
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = due.next()
      if (done === true) return controller.close()
      if (value.afterMs !== undefined) await pause(value.afterMs, signal)
      controller.enqueue(value.bytes)
    },
  })
}

/**
 * Waits.
 *
 * @param ms - 0 waits for one turn of the event loop.
 * @throws the signal's reason, when it is aborted.
 */
export function pause(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    signal.throwIfAborted()
    const timer = ms === 0 ? setImmediate(over) : setTimeout(over, ms)
    signal.addEventListener('abort', stop)

    function over(): void {
      signal.removeEventListener('abort', stop)
      resolve()
    }

    function stop(): void {
      clearTimeout(timer as NodeJS.Timeout)
      clearImmediate(timer as NodeJS.Immediate)
      reject(signal.reason as Error)
    }
  })
}
